import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { MAX_FOUND_MESSAGES } from '#contract/messages.ts'
import { findNewest } from '../db/search.ts'
import { queryWords } from '../db/search-words.ts'
import type { Db, DialectName, OpenDatabase } from '../db/open.ts'
import { isIndexComplete, MAX_PART, PART } from './search-index.ts'

/** There are usually few unread messages, so their texts are compared. */
const MAX_SCANNED = 5000

interface FoundMessages {
  /** Newest first. */
  numbers: number[]
  total: number
  partial: boolean
}

/** Every search word must be part of a word of the message. */
export async function searchMessages(
  database: OpenDatabase,
  search: string,
  isUnread: boolean,
  needed = MAX_FOUND_MESSAGES,
): Promise<FoundMessages> {
  const words = queryWords(search)
  if (words.length === 0) return { numbers: [], total: 0, partial: false }
  if (isUnread) return scanUnread(database.db, words)
  // After an upgrade or a restore, until all messages are indexed.
  if (!(await isIndexComplete(database)))
    return toFound(await scan(database.db, words, selectMessages(database.db)))
  const most = MAX_FOUND_MESSAGES + 1
  const query = toIndexQuery(database.dialect, words)
  const { ids, total } = await findNewest(database, query, most, Math.min(needed, MAX_FOUND_MESSAGES))
  return { numbers: ids, total: Math.min(total, MAX_FOUND_MESSAGES), partial: total === most }
}

const contains = (words: string[]) =>
  sql.join(
    words.map((word) => sql`search_text like ${`%${word}%`}`),
    sql` and `,
  )

/** Text of the words that the index knows only by their parts. */
function toFilter(dialect: DialectName, words: string[]): RawBuilder<SqlBool> | null {
  if (words.length === 0) return null
  const key = sql.ref(dialect === 'sqlite' ? 'message_search.rowid' : 'message_search.number')
  return sql`exists (
    select 1 from message_numbers join contact_messages on contact_messages.id = message_numbers.message_id
    where message_numbers.number = ${key} and ${contains(words)})`
}

function partsOf(word: string): string[] {
  const letters = [...word]
  if (letters.length <= MAX_PART) return [word]
  return letters.slice(MAX_PART - 1).map((_, start) => letters.slice(start, start + MAX_PART).join(''))
}

function toIndexQuery(dialect: DialectName, words: string[]) {
  const tokens = [...new Set(words.flatMap(partsOf))].map((part) => PART + part)
  const long = words.filter((word) => [...word].length > MAX_PART)
  return {
    index: 'message_search' as const,
    conditions: dialect === 'sqlite' ? tokens.map((token) => `"${token}"`) : tokens,
    published: null,
    filter: toFilter(dialect, long),
  }
}

async function scan(db: Db, words: string[], messages: MessageQuery): Promise<number[]> {
  const rows = await db
    .selectFrom(messages.select(['id', 'search_text']).as('message'))
    .innerJoin('message_numbers', 'message_id', 'message.id')
    .select('number')
    .where(sql<boolean>`${contains(words)}`)
    .orderBy('number', 'desc')
    .limit(MAX_FOUND_MESSAGES + 1)
    .execute()
  return rows.map(({ number }) => number)
}

const selectMessages = (db: Db) => db.selectFrom('contact_messages')
type MessageQuery = ReturnType<typeof selectMessages>

const toFound = (numbers: number[], hasOlder = false): FoundMessages => ({
  numbers: numbers.slice(0, MAX_FOUND_MESSAGES),
  total: Math.min(numbers.length, MAX_FOUND_MESSAGES),
  partial: hasOlder || numbers.length > MAX_FOUND_MESSAGES,
})

async function scanUnread(db: Db, words: string[]): Promise<FoundMessages> {
  const unread = selectMessages(db).where('read_at', 'is', null)
  const newest = unread.orderBy('created_at', 'desc').orderBy('id', 'desc').limit(MAX_SCANNED)
  const numbers = await scan(db, words, newest)
  const older = await unread.select('id').limit(1).offset(MAX_SCANNED).executeTakeFirst()
  return toFound(numbers, older !== undefined)
}
