import { ApiError } from '#contract/errors.ts'
import { readingMinutes } from '#contract/markup.ts'
import type { Post } from '#contract/posts.ts'
import type { WorkingCopy } from '#contract/working-copies.ts'
import { getAuthor } from '../authors/load.ts'
import { findCategory } from '../categories/store.ts'
import type { Db } from '../db/open.ts'
import { getContentImages, getImages } from '../media/images.ts'
import { withShareImage } from '../posts/seo.ts'
import { loadFullPost, type FullPost, type LoadedPost } from '../posts/load.ts'
import { addSchedules } from '../schedule/load.ts'
import type { Fields } from './document.ts'
import { findCopy, readChanged } from './store.ts'

const noCopy = () => new ApiError('not_found', 'This post has no unpublished changes.')

async function findCopies(db: Db, publicIds: string[]): Promise<Map<string, WorkingCopy>> {
  if (publicIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('working_copies')
    .innerJoin('posts', 'posts.id', 'working_copies.post_id')
    .leftJoin('authors', 'authors.id', 'working_copies.updated_by')
    .select(['public_id', 'working_copies.version', 'base_version', 'authors.name'])
    .select('working_copies.updated_at')
    .where('public_id', 'in', publicIds)
    .execute()
  return new Map(
    rows.map(({ public_id, version, base_version, name, updated_at }) => [
      public_id,
      { version, baseVersion: base_version, updatedAt: new Date(updated_at).toISOString(), updatedBy: name },
    ]),
  )
}

export const withStaffDetails = async <P extends LoadedPost>(db: Db, posts: P[]): Promise<P[]> =>
  addSchedules(db, await withWorkingCopies(db, posts))

async function withWorkingCopies<P extends LoadedPost>(db: Db, posts: P[]): Promise<P[]> {
  const copies = await findCopies(
    db,
    posts.map(({ id }) => id),
  )
  return posts.map((post) => ({ ...post, workingCopy: copies.get(post.id) ?? null }))
}

export async function loadChanged(db: Db, id: number, load = loadForStaff): Promise<FullPost> {
  const changed = await findChanged(db, id, load)
  if (!changed) throw noCopy()
  return changed
}

export async function findChanged(
  db: Db,
  id: number,
  load: typeof loadForStaff,
): Promise<FullPost | undefined> {
  const copy = await findCopy(db, id)
  if (!copy) return undefined
  const fields = await readChanged(db, id, copy)
  const post = await load(db, id)
  const { cover: _cover, coverAlt: _coverAlt, category, author, ...others } = fields
  return {
    ...post,
    ...others,
    ...(await loadCover(db, fields)),
    category: await loadCategory(db, category),
    author: author === post.author.slug ? post.author : await getAuthor(db, author, true),
    readingMinutes: readingMinutes(fields.content),
    images: await getContentImages(db, withShareImage(fields.content, fields.seo)),
  }
}

export async function loadForStaff(db: Db, id: number): Promise<FullPost> {
  const post = await loadFullPost(db, id)
  return (await withStaffDetails(db, [post]))[0] ?? post
}

async function loadCover(db: Db, { cover, coverAlt }: Fields): Promise<Pick<Post, 'cover' | 'coverImage'>> {
  const image = cover === null ? undefined : (await getImages(db, [cover])).get(cover)
  return {
    coverImage: image?.sources.at(-1)?.url ?? null,
    cover: image ? { alt: coverAlt, ...image } : null,
  }
}

async function loadCategory(db: Db, slug: string | null): Promise<Post['category']> {
  const category = slug === null ? undefined : await findCategory(db, slug)
  return category ? { slug: category.slug, name: category.name } : null
}
