import type { Post, PostSummary } from '#lib/blog/schema.ts'
import type { Db } from '../db/open.ts'
import { sourcesOf } from '../media/store.ts'
import { namesByPost } from './tags.ts'

/** What the upstream knows of a post, all of it. */
export type PostView = PostSummary & { id: string; version: number }
export type WholePost = PostView & Post

const iso = (time: number) => new Date(time).toISOString()

/** The posts of these internal ids, in their order, with four queries however many they are. */
export async function loadPosts(db: Db, ids: number[]): Promise<PostView[]> {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('posts')
    .innerJoin('authors', 'authors.id', 'posts.author_id')
    .selectAll('posts')
    .select(['authors.name', 'authors.slug as author_slug', 'authors.role', 'authors.bio'])
    .where('posts.id', 'in', ids)
    .execute()
  const tags = await namesByPost(db, ids)
  const covers = await sourcesOf(
    db,
    rows.flatMap((row) => row.cover_id ?? []),
  )
  const views = new Map<number, PostView>()
  for (const row of rows) {
    const cover = row.cover_id ? covers.get(row.cover_id) : undefined
    views.set(row.id, {
      id: row.public_id,
      slug: row.slug,
      title: row.title,
      excerpt: row.excerpt,
      coverImage: cover?.sources.at(-1)?.url ?? null,
      cover: cover ? { alt: row.cover_alt, ...cover } : null,
      tags: tags.get(row.id) ?? [],
      published: row.published === 1,
      createdAt: iso(row.created_at),
      publishedAt: row.published_at === null ? null : iso(row.published_at),
      updatedAt: iso(row.updated_at),
      author: { name: row.name, slug: row.author_slug, role: row.role, bio: row.bio },
      readingMinutes: row.reading_minutes,
      views: row.views,
      version: row.version,
    })
  }
  return ids.flatMap((id) => views.get(id) ?? [])
}

/** The same with their content, which lies apart so that lists need not pass over it. */
export async function loadWholePosts(db: Db, ids: number[]): Promise<WholePost[]> {
  if (ids.length === 0) return []
  const views = await loadPosts(db, ids)
  const rows = await db
    .selectFrom('post_contents')
    .innerJoin('posts', 'posts.id', 'post_contents.post_id')
    .select(['posts.public_id', 'post_contents.content'])
    .where('post_contents.post_id', 'in', ids)
    .execute()
  const contents = new Map(rows.map((row) => [row.public_id, row.content]))
  return views.map((view) => ({ ...view, content: contents.get(view.id) ?? '' }))
}
