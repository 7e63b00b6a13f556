import { sql } from 'kysely'
import type { Db, OpenDatabase, Trx } from '../db/open.ts'
import { MAX_MATCHES, newestMatches, parseSearch } from '../db/search.ts'
import { nextId } from './counts.ts'

/** Tags are compared without case; the first spelling is shown. */
export const toTagKey = (name: string) => name.toLowerCase()

export async function getTagNames(db: Db, postIds: number[]): Promise<Map<number, string[]>> {
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

export async function getOrCreateTagIds(trx: Trx, names: string[]): Promise<number[]> {
  const ids: number[] = []
  for (const name of names) {
    const key = toTagKey(name)
    const existing = await trx.selectFrom('tags').select('id').where('key', '=', key).executeTakeFirst()
    const id = existing?.id ?? (await nextId(trx))
    if (!existing) await trx.insertInto('tags').values({ id, key, name }).execute()
    ids.push(id)
  }
  return ids
}

export async function deleteUnusedTags(trx: Trx): Promise<void> {
  await trx.deleteFrom('tags').where('total_count', '=', 0).execute()
}

/** Counts are within the search: within the newest matches that a search reads. */
export async function listTagsOfSearch(database: OpenDatabase, text: string, isStaff: boolean) {
  const { db } = database
  const words = await parseSearch(db, text)
  if (!words) return []
  const search = { words, published: isStaff ? null : true, filter: null }
  const { ids } = await newestMatches(database, search, MAX_MATCHES)
  if (ids.length === 0) return []
  const count = sql<number>`count(*)`
  return db
    .selectFrom('post_tags')
    .innerJoin('tags', 'tags.id', 'post_tags.tag_id')
    .select(['tags.name', count.as('count')])
    .where('post_tags.post_id', 'in', ids)
    .$if(!isStaff, (query) => query.where('post_tags.published', '=', 1))
    .groupBy(['tags.id', 'tags.name', 'tags.key'])
    .orderBy(count, 'desc')
    .orderBy('tags.key')
    .execute()
}

export function listTags(db: Db, isStaff: boolean) {
  const counter = isStaff ? 'total_count' : 'published_count'
  return db
    .selectFrom('tags')
    .select(['name', `${counter} as count`])
    .where(counter, '>', 0)
    .orderBy(counter, 'desc')
    .orderBy('key')
    .execute()
}
