import { forReaders } from '../call.ts'
import type { Db, Trx } from '../db/open.ts'
import { nextId } from './counts.ts'

/** `SEO` and `seo` are one tag; the spelling that came first is shown. */
export const tagKey = (name: string) => name.toLowerCase()

export async function namesByPost(db: Db, postIds: number[]): Promise<Map<number, string[]>> {
  const rows = await db
    .selectFrom('post_tags')
    .innerJoin('tags', 'tags.id', 'post_tags.tag_id')
    .select(['post_tags.post_id', 'tags.name'])
    .where('post_tags.post_id', 'in', postIds)
    .orderBy('post_tags.position')
    .execute()
  return new Map(
    [...Map.groupBy(rows, (row) => row.post_id)].map(([id, group]) => [id, group.map((row) => row.name)]),
  )
}

/** Ids of these tags in their order; the ones nobody used before are made. */
export async function tagIds(trx: Trx, names: string[]): Promise<number[]> {
  const ids: number[] = []
  for (const name of names) {
    const key = tagKey(name)
    const known = await trx.selectFrom('tags').select('id').where('key', '=', key).executeTakeFirst()
    const id = known?.id ?? (await nextId(trx))
    if (!known) await trx.insertInto('tags').values({ id, key, name }).execute()
    ids.push(id)
  }
  return ids
}

export async function removeUnusedTags(trx: Trx): Promise<void> {
  await trx.deleteFrom('tags').where('total_count', '=', 0).execute()
}

export const listTags = forReaders(async ({ db }, account) => {
  const counter = account ? 'total_count' : 'published_count'
  const tags = await db
    .selectFrom('tags')
    .select(['name', `${counter} as count`])
    .where(counter, '>', 0)
    .orderBy(counter, 'desc')
    .orderBy('key')
    .execute()
  return Response.json({ data: tags })
})

export const listAuthors = forReaders(async ({ db }, account) => {
  const counter = account ? 'total_count' : 'published_count'
  const authors = await db
    .selectFrom('authors')
    .select(['name', 'slug', 'role', 'bio', `${counter} as count`])
    .where(counter, '>', account ? -1 : 0)
    .orderBy('name')
    .orderBy('slug')
    .execute()
  return Response.json({ data: authors })
})
