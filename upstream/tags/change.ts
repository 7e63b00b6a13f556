import { sql, type Selectable } from 'kysely'
import { pageTags } from '#contract/changes.ts'
import { ApiError } from '#contract/errors.ts'
import { toCaseKey } from '#contract/case-key.ts'
import { recordChange } from '../changes/record.ts'
import type { Db, DialectName, Trx } from '../db/open.ts'
import type { LockedTrx } from '../db/write-lock.ts'
import type { Tables } from '../db/tables.ts'
import { deleteBlocks, rebuildBlocks } from '../posts/blocks.ts'
import { queueForSearch } from '../posts/search-queue.ts'
import { toNameKey, updateLastUse } from '../posts/tags.ts'
import { forgetDistinct } from './distinct.ts'

export type TagRow = Selectable<Tables['tags']>

export async function renameTag(
  trx: LockedTrx,
  dialect: DialectName,
  tag: TagRow,
  name: string,
): Promise<void> {
  const key = toCaseKey(name)
  if (key !== tag.key) {
    await requireFreeKey(trx, dialect, tag, key)
    await trx.deleteFrom('tag_redirects').where('slug', '=', key).execute()
    await redirect(trx, [tag.key], tag.id)
  }
  await trx
    .updateTable('tags')
    .set({ key, name, name_key: toNameKey(name), version: sql`version + 1` })
    .where('id', '=', tag.id)
    .execute()
  await forgetDistinct(trx, tag.id)
  await updatePosts(trx, [tag.id])
  await recordTagChange(trx, dialect, isPublic(tag) ? [tag.key, key] : [])
}

async function requireFreeKey(trx: LockedTrx, dialect: DialectName, tag: TagRow, key: string) {
  const other = await trx.selectFrom('tags').selectAll().where('key', '=', key).executeTakeFirst()
  if (!other) return
  // Only removed posts have this tag, so it is not listed for merging.
  if (other.total_count === 0) return mergeTags(trx, dialect, [other], tag)
  throw ApiError.forField(
    'conflict',
    'name',
    `There is already a tag “${other.name}”. Merge the two tags instead.`,
  )
}

export async function countMergedPosts(db: Db, sources: TagRow[]): Promise<number> {
  const { posts } = await db
    .selectFrom('post_tags')
    .select((eb) => eb.fn.count<number>('post_id').distinct().as('posts'))
    .where('tag_id', 'in', idsOf(sources))
    .executeTakeFirstOrThrow()
  return posts
}

/** A post with several of the tags keeps one, at the position of the first. */
export async function mergeTags(
  trx: LockedTrx,
  dialect: DialectName,
  sources: TagRow[],
  target: TagRow,
): Promise<void> {
  const ids = idsOf(sources)
  await updatePosts(trx, ids)
  await sql`
    insert into post_tags (post_id, tag_id, position, published, created_at, category_id)
    select post_id, ${target.id}, min(position), max(published), max(created_at), max(category_id)
    from post_tags where tag_id in (${sql.join(ids)}) group by post_id
    on conflict (post_id, tag_id) do update set position =
      case when excluded.position < post_tags.position then excluded.position else post_tags.position end`.execute(
    trx,
  )
  await trx.deleteFrom('post_tags').where('tag_id', 'in', ids).execute()
  await sql`
    insert into removed_post_tags (post_id, tag_id, position)
    select post_id, ${target.id}, min(position) from removed_post_tags where tag_id in (${sql.join(ids)}) group by post_id
    on conflict do nothing`.execute(trx)
  await trx.updateTable('tag_redirects').set({ tag_id: target.id }).where('tag_id', 'in', ids).execute()
  const keys = sources.map((source) => source.key)
  await redirect(trx, keys, target.id)
  await trx.deleteFrom('tags').where('id', 'in', ids).execute()
  await updateMerged(trx, target.id)
  await rebuildBlocks(trx, [...ids, target.id])
  // A key with accents as two characters would not be found for a new post.
  if (keys.includes(toCaseKey(target.key))) await renameTag(trx, dialect, target, target.name.normalize())
  const visible = [...sources, target].filter(isPublic).map(({ key }) => key)
  await recordTagChange(trx, dialect, visible.length > 0 ? [...visible, target.key] : [])
}

export async function deleteTag(trx: LockedTrx, dialect: DialectName, tag: TagRow): Promise<void> {
  await updatePosts(trx, [tag.id])
  await trx.deleteFrom('post_tags').where('tag_id', '=', tag.id).execute()
  await trx.deleteFrom('tags').where('id', '=', tag.id).execute()
  await deleteBlocks(trx, [tag.id])
  await recordTagChange(trx, dialect, isPublic(tag) ? [tag.key] : [])
}

const idsOf = (tags: TagRow[]) => tags.map(({ id }) => id)

async function redirect(trx: Trx, slugs: string[], tag_id: number) {
  await trx
    .insertInto('tag_redirects')
    .values(slugs.map((slug) => ({ slug, tag_id })))
    .onConflict((conflict) => conflict.column('slug').doUpdateSet({ tag_id }))
    .execute()
}

/** The version of each post changes with its tags, but not its update date; see docs/decisions/0024. */
async function updatePosts(trx: LockedTrx, tagIds: number[]) {
  await queueForSearch(trx, tagIds)
  await trx
    .updateTable('posts')
    .set({ version: sql`version + 1` })
    .where('id', 'in', (eb) => eb.selectFrom('post_tags').select('post_id').where('tag_id', 'in', tagIds))
    .execute()
}

async function updateMerged(trx: LockedTrx, id: number) {
  const { total_count, published_count } = await trx
    .selectFrom('post_tags')
    .select((eb) => [
      eb.fn.countAll<number>().as('total_count'),
      sql<number>`coalesce(sum(published), 0)`.as('published_count'),
    ])
    .where('tag_id', '=', id)
    .executeTakeFirstOrThrow()
  const version = sql<number>`version + 1`
  await trx.updateTable('tags').set({ total_count, published_count, version }).where('id', '=', id).execute()
  await updateLastUse(trx, [id])
}

const isPublic = ({ published_count }: TagRow) => published_count > 0

/** Changes are public, so the keys are those of tags with published posts. */
async function recordTagChange(trx: Trx, dialect: DialectName, keys: string[]) {
  const tags = [pageTags.posts, ...keys.flatMap((key) => [pageTags.tag(key), pageTags.related(key)])]
  await recordChange(trx, dialect, { tags, removes: false })
}
