import { sql, type Selectable } from 'kysely'
import { z } from 'zod'
import {
  activityEntrySchema,
  activityKinds,
  listVisibleKinds,
  NO_ACCOUNT,
  type ActivityEntry,
  type ActivityFilter,
  type ActivityListQuery,
} from '#contract/activity.ts'
import { addDays, startOfDay } from '#contract/calendar.ts'
import type { Role } from '#contract/roles.ts'
import type { Db } from '../db/open.ts'
import type { Tables } from '../db/tables.ts'
import { findReviews, findVisitorNames } from './describe.ts'

type ActivityRow = Selectable<Tables['activity']>

const detailsSchema = activityEntrySchema
  .pick({ fields: true, changes: true })
  .extend({ review: z.string().optional() })
  .catch({})

/** Conditions that an index serves; `not in` leaves the order to one of them. */
function matches(db: Db, role: Role, { person, kind, object, from, to }: ActivityFilter) {
  const visible = listVisibleKinds(role)
  const hidden = activityKinds.filter((one) => !visible.includes(one))
  const exact = activityKinds.filter((one) => one === kind)
  return db
    .selectFrom('activity')
    .$if(hidden.length > 0, (rows) => rows.where('kind', 'not in', hidden))
    .$if(exact.length > 0, (rows) => rows.where('kind', 'in', exact))
    .$if(kind !== undefined && exact.length === 0, (rows) =>
      rows.where(sql<boolean>`kind like ${`${kind}.%`}`),
    )
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

const listPeople = (db: Db) =>
  db
    .selectFrom('accounts')
    .innerJoin('authors', 'authors.id', 'accounts.author_id')
    .select(['accounts.id', 'authors.name'])
    .orderBy('authors.name')
    .execute()

interface Page {
  offset: number
  limit: number
  total: number
}

/** Skips within an index, from the nearer end, and reads only the rows of the page. */
async function readPage(db: Db, role: Role, filter: ActivityFilter, { offset, limit, total }: Page) {
  const rest = Math.min(limit, total - offset)
  if (rest <= 0) return []
  const isNearEnd = offset > total / 2
  const direction = isNearEnd ? 'asc' : 'desc'
  const page = matches(db, role, filter)
    .select('id')
    .orderBy('created_at', direction)
    .orderBy('id', direction)
    .limit(rest)
    .offset(isNearEnd ? total - offset - rest : offset)
  return db
    .selectFrom('activity')
    .selectAll()
    .where('id', 'in', db.selectFrom(page.as('page')).select('id'))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
}

export async function listActivity(db: Db, role: Role, { page, limit, ...filter }: ActivityListQuery) {
  const { total } = await matches(db, role, filter)
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  const rows = await readPage(db, role, filter, { offset: (page - 1) * limit, limit, total })
  const data = { activity: await toEntries(db, rows), people: await listPeople(db) }
  return { data, total, totalPages: Math.ceil(total / limit) }
}
