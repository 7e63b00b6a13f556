import { sql, type Selectable } from 'kysely'
import type { ContactMessage } from '#contract/contact.ts'
import type { MessageFilter, MessageListQuery, StoredMessage } from '#contract/messages.ts'
import type { Db, OpenDatabase } from '../db/open.ts'
import { searchWords } from '../db/search-words.ts'
import type { Tables } from '../db/tables.ts'
import { totalsOf } from '../http/pages.ts'
import { searchMessages } from './search.ts'

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

const newestFirst = (db: Db, filter: MessageFilter) =>
  withStatus(db, filter).select('id').orderBy('created_at', 'desc').orderBy('id', 'desc')

async function count(db: Db, filter: MessageFilter): Promise<number> {
  const { total } = await withStatus(db, filter)
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

async function idsOf(db: Db, numbers: number[]): Promise<string[]> {
  if (numbers.length === 0) return []
  const rows = await db
    .selectFrom('message_numbers')
    .select('message_id')
    .where('number', 'in', numbers)
    .orderBy('number', 'desc')
    .execute()
  return rows.map(({ message_id }) => message_id)
}

async function findPage(database: OpenDatabase, filter: MessageFilter, limit: number, offset: number) {
  const { db } = database
  if (filter.search) {
    const isUnread = filter.status === 'unread'
    const found = await searchMessages(database, filter.search, isUnread, offset + limit)
    const { numbers, total, partial } = found
    return { ids: await idsOf(db, numbers.slice(offset, offset + limit)), total, ...(partial && { partial }) }
  }
  const total = await count(db, filter)
  const rows = await newestFirst(db, filter).limit(limit).offset(offset).execute()
  return { ids: rows.map(({ id }) => id), total }
}

export async function listMessages(database: OpenDatabase, { page, limit, ...filter }: MessageListQuery) {
  const { ids, total, ...partial } = await findPage(database, filter, limit, (page - 1) * limit)
  const messages = await loadMessages(database.db, ids)
  return { data: { messages }, ...totalsOf(total, limit), ...partial }
}

type Neighbors = Record<'previous' | 'next', string | null>

async function findNeighborsInSearch(
  database: OpenDatabase,
  id: string,
  text: string,
  filter: MessageFilter,
): Promise<Neighbors> {
  const { db } = database
  const numbered = db.selectFrom('message_numbers').select('number').where('message_id', '=', id)
  const { number } = (await numbered.executeTakeFirst()) ?? {}
  if (number === undefined) return { previous: null, next: null }
  const { numbers } = await searchMessages(database, text, filter.status === 'unread')
  const idOf = async (found: number | undefined) =>
    found === undefined ? null : ((await idsOf(db, [found]))[0] ?? null)
  return {
    previous: await idOf(numbers.findLast((other) => other > number)),
    next: await idOf(numbers.find((other) => other < number)),
  }
}

async function findNeighbors(db: Db, row: MessageRow, filter: MessageFilter): Promise<Neighbors> {
  const place = sql`(${row.created_at}, ${row.id})`
  const older = await newestFirst(db, filter)
    .where(sql<boolean>`(created_at, id) < ${place}`)
    .limit(1)
    .executeTakeFirst()
  const newer = await withStatus(db, filter)
    .select('id')
    .where(sql<boolean>`(created_at, id) > ${place}`)
    .orderBy('created_at', 'asc')
    .orderBy('id', 'asc')
    .limit(1)
    .executeTakeFirst()
  return { previous: newer?.id ?? null, next: older?.id ?? null }
}

/** The message itself need not match the filter, such as an unread one that was just read. */
export async function getMessage(database: OpenDatabase, id: string, filter: MessageFilter) {
  const { db } = database
  const row = await db
    .selectFrom('contact_messages')
    .select(messageColumns)
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) return null
  const neighbors = filter.search
    ? await findNeighborsInSearch(database, id, filter.search, filter)
    : await findNeighbors(db, row, filter)
  return { data: toMessage(row), ...neighbors }
}
