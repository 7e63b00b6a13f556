import { sql } from 'kysely'
import { toCaseKey } from '#contract/case-key.ts'
import type { Db, OpenDatabase, Trx } from '../db/open.ts'
import { isOneOf, MAX_MATCHES, newestMatches, parseSearch } from '../db/search.ts'
import { searchWords } from '../db/search-words.ts'
import { deleteBlocks } from './blocks.ts'
import { nextId, type LockedTrx } from '../db/write-lock.ts'

export const toNameKey = (name: string) => searchWords(name).join(' ')

export async function updateLastUse(trx: Trx, tagIds: number[] | 'all'): Promise<void> {
  if (tagIds.length === 0) return
  await trx
    .updateTable('tags')
    .set({
      last_used_at: sql<
        number | null
      >`(select max(created_at) from post_tags where post_tags.tag_id = tags.id)`,
    })
    .$if(tagIds !== 'all', (tags) => tags.where('id', 'in', tagIds === 'all' ? [] : tagIds))
    .execute()
}

/** A tag that visitors cannot see does not override the redirect of another tag with its name. */
export async function findTag(db: Db, name: string, isStaff: boolean) {
  const key = toCaseKey(name)
  const columns = ['tags.id', 'name', 'published_count', 'total_count'] as const
  const tag = await db.selectFrom('tags').select(columns).where('key', '=', key).executeTakeFirst()
  if (tag && (isStaff ? tag.total_count : tag.published_count) > 0) return tag
  const renamed = await db
    .selectFrom('tag_redirects')
    .innerJoin('tags', 'tags.id', 'tag_redirects.tag_id')
    .select(columns)
    .where('slug', '=', key)
    .executeTakeFirst()
  if (isStaff) return renamed ?? tag
  return renamed && renamed.published_count > 0 ? renamed : undefined
}

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
    const key = toCaseKey(name)
    const existing = await trx.selectFrom('tags').select('id').where('key', '=', key).executeTakeFirst()
    const id = existing?.id ?? (await nextId(trx))
    if (!existing)
      await trx
        .insertInto('tags')
        .values({ id, key, name, name_key: toNameKey(name) })
        .execute()
    ids.push(id)
  }
  return ids
}

/** Archived and trashed posts keep their tags. */
export async function deleteUnusedTags(trx: LockedTrx): Promise<void> {
  const deleted = await trx
    .deleteFrom('tags')
    .where('total_count', '=', 0)
    .where(
      sql<boolean>`not exists (select 1 from removed_post_tags where removed_post_tags.tag_id = tags.id)`,
    )
    .returning('id')
    .execute()
  await deleteBlocks(
    trx,
    deleted.map(({ id }) => id),
  )
}

/** Counts within the search, that is, within the newest matches that a search reads. */
export async function listTagsOfSearch(database: OpenDatabase, text: string, isStaff: boolean) {
  const { db } = database
  const words = await parseSearch(db, text)
  if (!words) return []
  const search = { words, published: isStaff ? null : true, filter: null }
  const { ids } = await newestMatches(database, search, MAX_MATCHES)
  if (ids.length === 0) return []
  const counts = db
    .selectFrom('post_tags')
    .select(['tag_id', (eb) => eb.fn.countAll<number>().as('count')])
    .where(isOneOf(database.dialect, 'post_id', ids))
    .groupBy('tag_id')
  return db
    .selectFrom(counts.as('counts'))
    .innerJoin('tags', 'tags.id', 'counts.tag_id')
    .select(['tags.name', 'counts.count'])
    .orderBy('counts.count', 'desc')
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
