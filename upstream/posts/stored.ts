import type { Selectable } from 'kysely'
import type { Trx } from '../db/open.ts'
import type { Tables } from '../db/tables.ts'
import { getOrCreateTagIds, updateLastUse } from './tags.ts'

export type PostRow = Selectable<Tables['posts']>

export const toState = (post: PostRow, tags: { name: string }[]) => ({
  publicId: post.public_id,
  slug: post.slug,
  published: post.published === 1,
  tags: tags.map((tag) => tag.name),
})

export const toCounted = (post: PostRow, tags: { id: number }[]) => ({
  createdAt: post.created_at,
  authorId: post.author_id,
  tagIds: tags.map((tag) => tag.id),
  categoryId: post.category_id,
  published: post.published === 1,
})

export async function getContent(trx: Trx, postId: number): Promise<string> {
  const row = trx.selectFrom('post_contents').select('content').where('post_id', '=', postId)
  return (await row.executeTakeFirstOrThrow()).content
}

export async function getTags(trx: Trx, postId: number) {
  return trx
    .selectFrom('post_tags')
    .innerJoin('tags', 'tags.id', 'post_tags.tag_id')
    .select(['tags.id', 'tags.name'])
    .where('post_tags.post_id', '=', postId)
    .orderBy('post_tags.position')
    .execute()
}

export async function setTags(
  trx: Trx,
  post: Pick<PostRow, 'id' | 'published' | 'created_at' | 'category_id'>,
  names: string[],
): Promise<{ id: number; name: string }[]> {
  const ids = await getOrCreateTagIds(trx, names)
  const former = await deletePostTags(trx, post.id)
  const { id: post_id, published, created_at, category_id } = post
  const rows = ids.map((tag_id, position) => ({
    post_id,
    tag_id,
    position,
    published,
    created_at,
    category_id,
  }))
  if (rows.length > 0) await trx.insertInto('post_tags').values(rows).execute()
  await updateLastUse(trx, [...new Set([...former, ...ids])])
  return ids.map((id, position) => ({ id, name: names[position] ?? '' }))
}

export async function deletePostTags(trx: Trx, postId: number): Promise<number[]> {
  const deleted = trx.deleteFrom('post_tags').where('post_id', '=', postId).returning('tag_id')
  return (await deleted.execute()).map(({ tag_id }) => tag_id)
}
