import { ApiError } from '#contract/errors.ts'
import { TRASH_DAYS } from '#contract/post-status.ts'
import { postRefSchema, type ContentImage, type Post, type PostSummary } from '#contract/posts.ts'
import { DAY_MS, toIso } from '#contract/time.ts'
import { parseLinks, toPhoto } from '../authors/load.ts'
import type { Db } from '../db/open.ts'
import { getImages, getImagesOfContents } from '../media/images.ts'
import { feedIdOf, isPublicId } from './slugs.ts'
import { parseSeo, withShareImage } from './seo.ts'
import { findRemoval, getRemovals, getRemovedTagNames, removedAt, statusOf } from './removed.ts'
import { getTagNames } from './tags.ts'

export type LoadedPost = PostSummary & { id: string; version: number }
export type FullPost = LoadedPost & Post & { images: ContentImage[] }

export const postNotFound = () => new ApiError('not_found', 'Blog post not found')
const postGone = () => new ApiError('gone', 'This blog post is no longer available')

export async function findPost(db: Db, ref: string, isStaff: boolean): Promise<{ id: number }> {
  const post = postRefSchema.safeParse(ref).success ? await findByRef(db, ref) : undefined
  if (post && (post.published === 1 || isStaff)) return post
  if (post?.removed === 1 && (await wasPublic(db, post))) throw postGone()
  throw postNotFound()
}

/** An archived post that was never public is a 404 for visitors instead of a 410. */
async function wasPublic(db: Db, { id, published_at }: { id: number; published_at: number | null }) {
  const removal = published_at === null ? undefined : await findRemoval(db, id)
  return removal !== undefined && statusOf(removal) === 'archived'
}

function findByRef(db: Db, anyCase: string) {
  const ref = anyCase.toLowerCase()
  const posts = db.selectFrom('posts').select(['posts.id', 'published', 'removed', 'published_at'])
  if (isPublicId(ref)) return posts.where('public_id', '=', ref).executeTakeFirst()
  return posts
    .innerJoin('post_slugs', 'post_slugs.post_id', 'posts.id')
    .where('post_slugs.slug', '=', ref)
    .executeTakeFirst()
}

const toCategory = (row: { category_slug: string | null; category_name: string | null }) =>
  row.category_slug === null ? null : { slug: row.category_slug, name: row.category_name ?? '' }

type Removals = Awaited<ReturnType<typeof getRemovals>>
const none: Removals = new Map()

function toStatus(
  published: number,
  removal: ReturnType<Removals['get']>,
): Pick<PostSummary, 'status' | 'removedAt' | 'purgeAt'> {
  if (!removal) return { status: published === 1 ? 'published' : 'draft' }
  const time = removedAt(removal)
  const status = statusOf(removal)
  return {
    status,
    removedAt: toIso(time),
    ...(status === 'trash' && { purgeAt: toIso(time + TRASH_DAYS * DAY_MS) }),
  }
}

export async function loadPosts(db: Db, ids: number[]): Promise<LoadedPost[]> {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('posts')
    .innerJoin('authors', 'authors.id', 'posts.author_id')
    .leftJoin('categories', 'categories.id', 'posts.category_id')
    .selectAll('posts')
    .select(['categories.slug as category_slug', 'categories.name as category_name'])
    .select(['authors.name', 'authors.slug as author_slug', 'authors.role', 'authors.bio', 'authors.links'])
    .select(['authors.photo_id', 'authors.photo_x', 'authors.photo_y'])
    .where('posts.id', 'in', ids)
    .execute()
  const removed = rows.filter((row) => row.removed === 1).map((row) => row.id)
  const removals = removed.length > 0 ? await getRemovals(db, removed) : none
  const tags = await getTagNames(db, ids)
  if (removed.length > 0) for (const [id, names] of await getRemovedTagNames(db, removed)) tags.set(id, names)
  const images = await getImages(
    db,
    rows.flatMap((row) => [row.cover_id ?? [], row.photo_id ?? []].flat()),
  )
  const posts = new Map<number, LoadedPost>()
  for (const row of rows) {
    const cover = row.cover_id ? images.get(row.cover_id) : undefined
    posts.set(row.id, {
      id: row.public_id,
      slug: row.slug,
      title: row.title,
      excerpt: row.excerpt,
      coverImage: cover?.sources.at(-1)?.url ?? null,
      cover: cover ? { alt: row.cover_alt, ...cover } : null,
      tags: tags.get(row.id) ?? [],
      category: toCategory(row),
      published: row.published === 1,
      ...toStatus(row.published, removals.get(row.id)),
      createdAt: toIso(row.created_at),
      publishedAt: row.published_at === null ? null : toIso(row.published_at),
      updatedAt: toIso(row.updated_at),
      author: {
        name: row.name,
        slug: row.author_slug,
        role: row.role,
        bio: row.bio,
        photo: toPhoto(row, images),
        links: parseLinks(row.links),
      },
      readingMinutes: row.reading_minutes,
      views: row.views,
      version: row.version,
      seo: parseSeo(row.seo),
      feedId: feedIdOf('/blog', row),
    })
  }
  return ids.flatMap((id) => posts.get(id) ?? [])
}

export async function loadFullPosts(db: Db, ids: number[]): Promise<FullPost[]> {
  if (ids.length === 0) return []
  const posts = await loadPosts(db, ids)
  const rows = await db
    .selectFrom('post_contents')
    .innerJoin('posts', 'posts.id', 'post_contents.post_id')
    .select(['posts.public_id', 'post_contents.content'])
    .where('post_contents.post_id', 'in', ids)
    .execute()
  const contents = new Map(rows.map((row) => [row.public_id, row.content]))
  const full = posts.map((post) => ({ ...post, content: contents.get(post.id) ?? '' }))
  const images = await getImagesOfContents(
    db,
    full.map(({ content, seo }) => withShareImage(content, seo)),
  )
  return full.map((post, index) => ({ ...post, images: images[index] ?? [] }))
}

export async function loadFullPost(db: Db, id: number): Promise<FullPost> {
  const [post] = await loadFullPosts(db, [id])
  if (!post) throw postNotFound()
  return post
}
