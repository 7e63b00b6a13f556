import { sql, type Selectable } from 'kysely'
import * as z from 'zod'
import {
  activityEntrySchema,
  NO_ACCOUNT,
  type ActivityEntry,
  type ActivityFilter,
  type ActivityListQuery,
} from '#contract/activity.ts'
import { addDays, startOfDay } from '#contract/calendar.ts'
import type { Role } from '#contract/roles.ts'
import { byName } from '../authors/load.ts'
import type { Db } from '../db/open.ts'
import type { Tables } from '../db/tables.ts'
import { totalsOf } from '../http/pages.ts'
import { findPosition, hasKind } from './blocks.ts'
import { findReviews, findVisitorNames } from './describe.ts'

type ActivityRow = Selectable<Tables['activity']>

const detailsSchema = activityEntrySchema
  .pick({ fields: true, changes: true })
  .extend({ review: z.string().optional() })
  .catch({})

function matches(db: Db, role: Role, { person, kind, object, from, to }: ActivityFilter) {
  return db
    .selectFrom('activity')
    .where(hasKind(role, kind))
    .$if(person === NO_ACCOUNT, (rows) => rows.where('account_id', 'is', null))
    .$if(person !== undefined && person !== NO_ACCOUNT, (rows) => rows.where('account_id', '=', person ?? ''))
    .$if(object !== undefined, (rows) => rows.where('object_id', '=', object ?? ''))
    .$if(from !== undefined, (rows) => rows.where('created_at', '>=', startOfDay(from ?? '')))
    .$if(to !== undefined, (rows) => rows.where('created_at', '<', startOfDay(addDays(to ?? '', 1))))
}

export const findNewest = (db: Db, role: Role, filter: ActivityFilter) =>
  matches(db, role, filter).selectAll().orderBy('created_at', 'desc').orderBy('id', 'desc')

async function findDeleted(db: Db, rows: ActivityRow[]): Promise<Set<string>> {
  const ids = rows.map((row) => row.object_id)
  if (ids.length === 0) return new Set()
  const deleted = await db
    .selectFrom('activity')
    .select('object_id')
    .distinct()
    .where('object_id', 'in', ids)
    .where(sql<boolean>`kind like '%.deleted'`)
    .execute()
  return new Set(deleted.map((row) => row.object_id))
}

export async function toEntries(db: Db, rows: ActivityRow[]): Promise<ActivityEntry[]> {
  const deleted = await findDeleted(db, rows)
  const { messages, subscribers } = await findVisitorNames(db, rows)
  const details = rows.map((row) => detailsSchema.parse(JSON.parse(row.details)))
  const reviews = await findReviews(
    db,
    details.flatMap(({ review }) => review ?? []),
  )
  return rows.map((row, index) => {
    const { review, ...shown } = details[index] ?? {}
    const message = row.object_type === 'message' ? messages.get(row.object_id) : undefined
    const visitor = row.kind === 'message.received' ? message?.name : reviews.get(review ?? '')?.name
    const name = row.account_name || visitor
    return {
      id: row.id,
      at: new Date(row.created_at).toISOString(),
      kind: row.kind,
      person: name ? { id: row.account_id, name } : null,
      object: {
        type: row.object_type,
        id: row.object_id,
        name: row.object_name || (message?.subject ?? subscribers.get(row.object_id) ?? ''),
        deleted: deleted.has(row.object_id),
      },
      ...shown,
    }
  })
}

async function listPeople(db: Db) {
  const rows = await db
    .selectFrom('accounts')
    .innerJoin('authors', 'authors.id', 'accounts.author_id')
    .select(['accounts.id', 'authors.name'])
    .orderBy('accounts.id')
    .execute()
  return rows.toSorted(byName)
}

async function countMatches(db: Db, role: Role, filter: ActivityFilter): Promise<number> {
  const { total } = await matches(db, role, filter)
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return total
}

/** Skips rows within an index, and reads only the rows of the page. */
async function readPage(db: Db, role: Role, { page, limit, ...filter }: ActivityListQuery) {
  const offset = (page - 1) * limit
  const { person, object, kind } = filter
  const isCounted = person === undefined && object === undefined
  const { total, below, skip } = isCounted
    ? await findPosition(db, role, filter, offset)
    : { total: await countMatches(db, role, filter), below: Infinity, skip: offset }
  const rest = Math.min(limit, total - offset)
  if (rest <= 0) return { total, rows: [] }
  const ids = matches(db, role, isCounted ? { kind } : filter)
    .select('id')
    .$if(below !== Infinity, (rows) => rows.where('created_at', '<', below))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(rest)
    .offset(skip)
  const rows = await db
    .selectFrom('activity')
    .selectAll()
    .where('id', 'in', db.selectFrom(ids.as('page')).select('id'))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
  return { total, rows }
}

export async function listActivity(db: Db, role: Role, query: ActivityListQuery) {
  const { total, rows } = await readPage(db, role, query)
  const data = { activity: await toEntries(db, rows), people: await listPeople(db) }
  return { data, ...totalsOf(total, query.limit) }
}
