import { ApiError } from '#contract/errors.ts'
import { postRefSchema, type ContentImage, type Post, type PostSummary } from '#contract/posts.ts'
import type { Db } from '../db/open.ts'
import { getContentImages, getImages } from '../media/images.ts'
import { isPublicId } from './slugs.ts'
import { getTagNames } from './tags.ts'

export type LoadedPost = PostSummary & { id: string; version: number }
export type FullPost = LoadedPost & Post & { images: ContentImage[] }

export const postNotFound = () => new ApiError('not_found', 'Blog post not found')

export async function findPost(db: Db, ref: string, isStaff: boolean): Promise<{ id: number }> {
  const post = postRefSchema.safeParse(ref).success ? await findByRef(db, ref) : undefined
  if (!post || (post.published !== 1 && !isStaff)) throw postNotFound()
  return post
}

function findByRef(db: Db, ref: string) {
  const posts = db.selectFrom('posts').select(['posts.id', 'posts.published'])
  if (isPublicId(ref)) return posts.where('public_id', '=', ref.toLowerCase()).executeTakeFirst()
  return posts
    .innerJoin('post_slugs', 'post_slugs.post_id', 'posts.id')
    .where('post_slugs.slug', '=', ref)
    .executeTakeFirst()
}

const toIso = (time: number) => new Date(time).toISOString()

export async function loadPosts(db: Db, ids: number[]): Promise<LoadedPost[]> {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('posts')
    .innerJoin('authors', 'authors.id', 'posts.author_id')
    .selectAll('posts')
    .select(['authors.name', 'authors.slug as author_slug', 'authors.role', 'authors.bio'])
    .where('posts.id', 'in', ids)
    .execute()
  const tags = await getTagNames(db, ids)
  const covers = await getImages(
    db,
    rows.flatMap((row) => row.cover_id ?? []),
  )
  const posts = new Map<number, LoadedPost>()
  for (const row of rows) {
    const cover = row.cover_id ? covers.get(row.cover_id) : undefined
    posts.set(row.id, {
      id: row.public_id,
      slug: row.slug,
      title: row.title,
      excerpt: row.excerpt,
      coverImage: cover?.sources.at(-1)?.url ?? null,
      cover: cover ? { alt: row.cover_alt, ...cover } : null,
      tags: tags.get(row.id) ?? [],
      published: row.published === 1,
      createdAt: toIso(row.created_at),
      publishedAt: row.published_at === null ? null : toIso(row.published_at),
      updatedAt: toIso(row.updated_at),
      author: { name: row.name, slug: row.author_slug, role: row.role, bio: row.bio },
      readingMinutes: row.reading_minutes,
      views: row.views,
      version: row.version,
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
  return Promise.all(
    posts.map(async (post) => {
      const content = contents.get(post.id) ?? ''
      return { ...post, content, images: await getContentImages(db, content) }
    }),
  )
}

export async function loadFullPost(db: Db, id: number): Promise<FullPost> {
  const [post] = await loadFullPosts(db, [id])
  if (!post) throw postNotFound()
  return post
}
