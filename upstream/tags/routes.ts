import { zValidator } from '@hono/zod-validator'
import { Hono } from 'hono'
import * as z from 'zod'
import { ApiError } from '#contract/errors.ts'
import { parseRowId } from '#contract/lists.ts'
import { tagListQuerySchema } from '#contract/posts.ts'
import {
  duplicatesChangeSchema,
  staffTagListQuerySchema,
  tagChangeSchema,
  tagMergeSchema,
} from '#contract/tags.ts'
import { optionalAccount, requireAbility, signInRequired, withWriteLockAs } from '../accounts/authenticate.ts'
import { recordActivity, type ActivityEntry } from '../activity/record.ts'
import type { Db } from '../db/open.ts'
import { jsonBody } from '../http/body.ts'
import type { AppEnv } from '../http/env.ts'
import { fingerprintOf, parseIdempotencyKey, runOnce } from '../http/idempotency.ts'
import { totalsOfOnePage } from '../http/pages.ts'
import { requireVersion } from '../http/version.ts'
import { listTags, listTagsOfSearch } from '../posts/tags.ts'
import { countMergedPosts, deleteTag, mergeTags, renameTag, type TagRow } from './change.ts'
import { markDistinct, readDistinct, unmarkDistinct } from './distinct.ts'
import { findDuplicates } from './duplicates.ts'
import { listStaffTags, readTags } from './list.ts'

/** How long a response waits for reindexing, which continues in the background. */
const SEARCH_WAIT_MS = 1000

const querySchema = z.union([staffTagListQuerySchema, tagListQuerySchema])

const editContent = requireAbility('editContent')

const tagNotFound = (tag = 'This tag') =>
  new ApiError('not_found', `${tag} does not exist. It may have been merged or deleted.`)

/** The activity log has the last name of a deleted tag. */
async function findLoggedName(db: Db, id: number): Promise<string | undefined> {
  const entry = await db
    .selectFrom('activity')
    .select('object_name')
    .where('object_id', '=', String(id))
    .where('object_type', '=', 'tag')
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return entry && `“${entry.object_name}”`
}

async function getTags(db: Db, ids: string[]): Promise<TagRow[]> {
  const numbers = ids.map(parseRowId)
  const rows = await db.selectFrom('tags').selectAll().where('id', 'in', numbers).execute()
  const missing = numbers.find((number) => rows.every(({ id }) => id !== number))
  if (missing !== undefined) throw tagNotFound(await findLoggedName(db, missing))
  return rows
}

async function getTag(db: Db, id: string): Promise<TagRow> {
  const [tag] = await getTags(db, [id])
  if (!tag) throw tagNotFound()
  return tag
}

async function getTagForWrite(db: Db, id: string, ifMatch?: string): Promise<TagRow> {
  const tag = await getTag(db, id)
  const message = `“${tag.name}” was changed by someone else. Reload to see the latest version.`
  requireVersion(tag.version, ifMatch, message)
  return tag
}

function requireVersions(found: TagRow[], versions: Record<string, number> = {}) {
  const changed = found.find(({ id, version }) => (versions[id] ?? version) !== version)
  if (changed)
    throw new ApiError(
      'conflict',
      `“${changed.name}” was changed by someone else. Check the tags and merge them again.`,
    )
}

async function readTag(db: Db, { id }: TagRow) {
  const [tag] = await readTags(db, [id])
  if (!tag) throw tagNotFound()
  return tag
}

const toObject = ({ id, name }: TagRow): ActivityEntry['object'] => ({ type: 'tag', id: String(id), name })

const listDuplicates = async (db: Db) => findDuplicates(await readTags(db), await readDistinct(db))

async function countAddresses(db: Db, ids: string[]): Promise<number> {
  const sources = await readTags(db, ids.map(Number))
  return sources.reduce((sum, { formerSlugs }) => sum + 1 + formerSlugs.length, 0)
}

export const tags = new Hono<AppEnv>()
  .get('/', optionalAccount, zValidator('query', querySchema), async (c) => {
    const { account, db, database } = c.var
    const query = c.req.valid('query')
    if ('include' in query) {
      if (!account) throw signInRequired()
      return c.json(await listStaffTags(db, query))
    }
    const { search } = query
    const isStaff = account !== null
    const data = search ? await listTagsOfSearch(database, search, isStaff) : await listTags(db, isStaff)
    return c.json({ data, ...totalsOfOnePage(data.length), filtered: true })
  })
  .get('/duplicates', editContent, async (c) => {
    const data = await listDuplicates(c.var.db)
    return c.json({ data, ...totalsOfOnePage(data.length) })
  })
  .put('/duplicates', editContent, jsonBody(duplicatesChangeSchema), async (c) => {
    const { db } = c.var
    const { tags: ids, dismissed, pairs: only } = c.req.valid('json')
    const changed = await withWriteLockAs(c.var, async (trx, account) => {
      const found = await getTags(trx, ids)
      const numbers = found.map(({ id }) => id)
      const rows = await (dismissed ? markDistinct(trx, numbers) : unmarkDistinct(trx, numbers, only))
      const [first, ...others] = found.toSorted((a, b) => b.total_count - a.total_count)
      if (rows.length === 0 || !first) return rows
      const names = others.map(({ name }) => name)
      await recordActivity(trx, account, {
        kind: dismissed ? 'tag.duplicatesDismissed' : 'tag.duplicatesRestored',
        object: toObject(first),
        changes: { tags: dismissed ? { from: names, to: null } : { from: null, to: names } },
      })
      return rows
    })
    const pairs = changed.map(({ tag_id, other_id }) => [String(tag_id), String(other_id)])
    const data = await listDuplicates(db)
    return c.json({ data, ...totalsOfOnePage(data.length), pairs })
  })
  .post('/merge', editContent, jsonBody(tagMergeSchema), async (c) => {
    const { db, database } = c.var
    const input = c.req.valid('json')
    const { into, tags: ids, preview, versions } = input
    const prepare = async (trx: Db) => {
      const [target, sources] = [await getTag(trx, into), await getTags(trx, ids)]
      const effect = {
        posts: await countMergedPosts(trx, sources),
        addresses: await countAddresses(trx, ids),
      }
      return { target, sources, effect }
    }
    if (preview) {
      const { target, effect } = await prepare(db)
      const merged = await readTags(db, ids.map(Number))
      return c.json({ data: { tag: await readTag(db, target), merged, ...effect } })
    }
    const key = parseIdempotencyKey(c.req.header('idempotency-key'))
    const merged = await withWriteLockAs(c.var, (trx, account) =>
      runOnce(trx, `tag-merges:${account.id}`, key, fingerprintOf(input), async () => {
        const { target, sources, effect } = await prepare(trx)
        requireVersions([target, ...sources], versions)
        await mergeTags(trx, database.dialect, sources, target)
        const names = sources.map(({ name }) => name)
        await recordActivity(trx, account, {
          kind: 'tag.merged',
          object: toObject(target),
          changes: { tags: { from: names, to: target.name } },
        })
        return JSON.stringify({ tag: await readTag(trx, target), ...effect })
      }),
    )
    await c.var.searchQueue.settled(SEARCH_WAIT_MS)
    return c.json({ data: JSON.parse(merged) })
  })
  .put('/:id', editContent, jsonBody(tagChangeSchema), async (c) => {
    const { database } = c.var
    const data = await withWriteLockAs(c.var, async (trx, account) => {
      const tag = await getTagForWrite(trx, c.req.param('id'), c.req.header('if-match'))
      const { name } = c.req.valid('json')
      if (name !== tag.name) {
        await renameTag(trx, database.dialect, tag, name)
        const changes = { name: { from: tag.name, to: name } }
        await recordActivity(trx, account, {
          kind: 'tag.renamed',
          object: toObject({ ...tag, name }),
          changes,
        })
      }
      return readTag(trx, tag)
    })
    await c.var.searchQueue.settled(SEARCH_WAIT_MS)
    return c.json({ data })
  })
  .delete('/:id', editContent, async (c) => {
    const { database } = c.var
    const tag = await withWriteLockAs(c.var, async (trx, account) => {
      const stored = await getTagForWrite(trx, c.req.param('id'), c.req.header('if-match'))
      await deleteTag(trx, database.dialect, stored)
      await recordActivity(trx, account, { kind: 'tag.deleted', object: toObject(stored) })
      return stored
    })
    await c.var.searchQueue.settled(SEARCH_WAIT_MS)
    return c.json({ data: { id: String(tag.id), posts: tag.total_count } })
  })
