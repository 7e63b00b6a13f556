import { sql, type AliasableExpression, type Selectable } from 'kysely'
import type { ContactMessage } from '#contract/contact.ts'
import {
  MAX_SEARCHED_MESSAGES,
  type MessageFilter,
  type MessageListQuery,
  type StoredMessage,
} from '#contract/messages.ts'
import type { Db } from '../db/open.ts'
import { searchWords } from '../db/search-index.ts'
import type { Tables } from '../db/tables.ts'

const MAX_QUERY_WORDS = 8

export const messageColumns = ['id', 'name', 'email', 'subject', 'message', 'created_at', 'read_at'] as const

type MessageRow = Pick<Selectable<Tables['contact_messages']>, (typeof messageColumns)[number]>

export const toMessage = ({ created_at, read_at, ...message }: MessageRow): StoredMessage => ({
  ...message,
  createdAt: new Date(created_at).toISOString(),
  read: read_at !== null,
})

export const toSearchText = ({ name, email, subject, message }: ContactMessage) =>
  [...new Set(searchWords([name, email, subject, message].join(' ')))].join(' ')

const withStatus = (db: Db, { status }: MessageFilter) =>
  db.selectFrom('contact_messages').$if(status === 'unread', (rows) => rows.where('read_at', 'is', null))

/** Every search word must be part of a word of the message. */
function matches(db: Db, filter: MessageFilter) {
  const rows = withStatus(db, filter).select(['id', 'created_at', 'search_text'])
  if (!filter.search) return db.selectFrom(rows.as('matches'))
  const newest = rows.orderBy('created_at', 'desc').orderBy('id', 'desc').limit(MAX_SEARCHED_MESSAGES)
  const words = searchWords(filter.search).slice(0, MAX_QUERY_WORDS)
  const conditions = words.map((word) => sql<boolean>`search_text like ${`%${word}%`}`)
  return db
    .selectFrom(newest.as('matches'))
    .where(words.length > 0 ? sql<boolean>`${sql.join(conditions, sql` and `)}` : sql<boolean>`1 = 0`)
}

const newestFirst = (db: Db, filter: MessageFilter) =>
  matches(db, filter).select('id').orderBy('created_at', 'desc').orderBy('id', 'desc')

async function count(db: Db, rows: AliasableExpression<{ id: string }>): Promise<number> {
  const { total } = await db
    .selectFrom(rows.as('rows'))
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return total
}

async function loadMessages(db: Db, ids: string[]): Promise<StoredMessage[]> {
  if (ids.length === 0) return []
  const rows = await db.selectFrom('contact_messages').select(messageColumns).where('id', 'in', ids).execute()
  const byId = new Map(rows.map((row) => [row.id, toMessage(row)]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

/** A search scans the texts once, and returns at most MAX_SEARCHED_MESSAGES. */
async function findPage(db: Db, filter: MessageFilter, limit: number, offset: number) {
  if (filter.search) {
    const found = await newestFirst(db, filter).execute()
    return { rows: found.slice(offset, offset + limit), total: found.length }
  }
  const total = await count(db, withStatus(db, filter).select('id'))
  return { rows: await newestFirst(db, filter).limit(limit).offset(offset).execute(), total }
}

export async function listMessages(db: Db, { page, limit, ...filter }: MessageListQuery) {
  const { rows, total } = await findPage(db, filter, limit, (page - 1) * limit)
  const messages = await loadMessages(
    db,
    rows.map(({ id }) => id),
  )
  const partial =
    Boolean(filter.search) && (await count(db, withStatus(db, filter).select('id'))) > MAX_SEARCHED_MESSAGES
  return { data: { messages }, total, totalPages: Math.ceil(total / limit), ...(partial && { partial }) }
}

/** The message itself need not match the filter, such as an unread one that was just read. */
export async function getMessage(db: Db, id: string, filter: MessageFilter) {
  const row = await db
    .selectFrom('contact_messages')
    .select(messageColumns)
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) return null
  const place = sql`(${row.created_at}, ${row.id})`
  const older = await newestFirst(db, filter)
    .where(sql<boolean>`(created_at, id) < ${place}`)
    .limit(1)
    .executeTakeFirst()
  const newer = await matches(db, filter)
    .select('id')
    .where(sql<boolean>`(created_at, id) > ${place}`)
    .orderBy('created_at', 'asc')
    .orderBy('id', 'asc')
    .limit(1)
    .executeTakeFirst()
  return { data: toMessage(row), previous: newer?.id ?? null, next: older?.id ?? null }
}
