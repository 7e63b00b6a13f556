import { sql } from 'kysely'
import { revisionFields } from '#contract/revisions.ts'
import type { Trx } from '../db/open.ts'
import { compress } from './codec.ts'
import { listChanges, parseDocument } from './document.ts'
import { releaseRevisionImages } from './images.ts'
import { changedSchema } from './load.ts'
import { findNewest, findPrevious, readText, readTextOf, type RevisionRow } from './texts.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** For how many days all explicit ones, all automatic ones and one automatic one an hour stay. */
const COMPLETE_DAYS = 90
const AUTOMATIC_DAYS = 1
const HOURLY_DAYS = 7
/** Bounds the time of a save. */
const MAX_DELETED = 10

type Thinned = Pick<RevisionRow, 'number' | 'working_copy'>

/**
 * Of the unnamed revisions of a period, the last of each kind stays, and each that published the post or took it
 * offline; see docs/decisions/0034.
 */
export async function thinRevisions(trx: Trx, postId: number, now: number): Promise<void> {
  const before = (days: number) => sql.lit(now - days * DAY_MS)
  const rows = await trx
    .selectFrom('post_revisions')
    .select(['number', 'working_copy'])
    .where('post_id', '=', postId)
    .where(
      sql<boolean>`created_at < case automatic when 1 then ${before(AUTOMATIC_DAYS)} else ${before(COMPLETE_DAYS)} end`,
    )
    .where('name', 'is', null)
    .where('changed', 'not like', '%"published"%')
    .where(
      sql<boolean>`exists (select 1 from post_revisions as later
        where later.post_id = post_revisions.post_id and later.number > post_revisions.number
        and later.working_copy = post_revisions.working_copy and later.automatic = post_revisions.automatic
        and later.created_at / ${sql.lit(DAY_MS)} = post_revisions.created_at / ${sql.lit(DAY_MS)}
        and (post_revisions.created_at < ${before(HOURLY_DAYS)}
          or later.created_at / ${sql.lit(HOUR_MS)} = post_revisions.created_at / ${sql.lit(HOUR_MS)}))`,
    )
    .orderBy('number')
    .limit(MAX_DELETED)
    .execute()
  for (const row of rows) await deleteRevision(trx, postId, row)
  if (rows.length > 0) await releaseRevisionImages(trx, postId)
}

const findNext = (trx: Trx, postId: number, number: number) =>
  trx
    .selectFrom('post_revisions')
    .select(['number', 'depth', 'working_copy'])
    .where('post_id', '=', postId)
    .where('number', '>', number)
    .orderBy('number')

/** The revision after it takes its place in the chain; the newest one is never deleted. */
async function deleteRevision(trx: Trx, postId: number, { number, working_copy }: Thinned) {
  const { depth } = await trx
    .selectFrom('post_revisions')
    .select('depth')
    .where('post_id', '=', postId)
    .where('number', '=', number)
    .executeTakeFirstOrThrow()
  const next = await findNext(trx, postId, number).limit(1).executeTakeFirst()
  const after = next && (await readText(trx, postId, next.number))
  if (!next || !after) return
  const previous = depth === 0 ? null : await findNewest(trx, postId, { below: number })
  const before = await readTextOf(trx, postId, previous)
  if (next.depth > 0)
    await trx
      .updateTable('post_revisions')
      .set({ depth, document: compress(after, before) })
      .where('post_id', '=', postId)
      .where('number', '=', next.number)
      .execute()
  await trx.deleteFrom('post_revisions').where('post_id', '=', postId).where('number', '=', number).execute()
  if (next.working_copy === 1) await compareAgain(trx, postId, next)
  const nextOfPost = findNext(trx, postId, number).where('working_copy', '=', 0).limit(1)
  const compared = working_copy === 0 && (await nextOfPost.executeTakeFirst())
  if (compared) await compareAgain(trx, postId, compared)
}

const isInDocument = (field: string) => revisionFields.some((name) => name === field)

async function compareAgain(trx: Trx, postId: number, row: Thinned) {
  const before = await readTextOf(trx, postId, await findPrevious(trx, postId, row))
  const after = await readText(trx, postId, row.number)
  if (!after) return
  const stored = await trx
    .selectFrom('post_revisions')
    .select('changed')
    .where('post_id', '=', postId)
    .where('number', '=', row.number)
    .executeTakeFirstOrThrow()
  const others = changedSchema.parse(JSON.parse(stored.changed)).filter((field) => !isInDocument(field))
  const changed = [...listChanges(before && parseDocument(before), parseDocument(after)), ...others]
  await trx
    .updateTable('post_revisions')
    .set({ changed: JSON.stringify(changed) })
    .where('post_id', '=', postId)
    .where('number', '=', row.number)
    .execute()
}
