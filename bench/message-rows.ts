import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { OpenDatabase } from '#upstream/db/open.ts'
import { createWordsIndex } from '#upstream/db/search-index.ts'
import { toSearchText } from '#upstream/messages/list.ts'
import { indexMessages } from '#upstream/messages/search-index.ts'
import { DAY_MS, inBatches, timeOf } from './filling.ts'
import { pickWords, randomFrom } from './posts.ts'

type Filled = Pick<OpenDatabase, 'db' | 'dialect'>

const INDEX = 'message_search_words'

/** Building a GIN index takes a tenth of the time of filling it row by row. */
export async function fillMessages(database: Filled, count: number, now: number) {
  const { db, dialect } = database
  if (dialect === 'postgres') await sql`drop index ${sql.ref(INDEX)}`.execute(db)
  await insertMessages(database, count, now)
  if (dialect === 'sqlite') return
  await db
    .transaction()
    .execute((trx) => createWordsIndex(trx, INDEX, 'message_search', sql`message_tokens(words)`))
  await sql`alter index ${sql.ref(INDEX)} alter column 1 set statistics 0`.execute(db)
}

async function insertMessages({ db, dialect }: Filled, count: number, now: number) {
  const random = randomFrom(3)
  await inBatches(db, count, async (trx, numbers) => {
    const rows = numbers.map((number) => {
      const text = { subject: pickWords(random, 4), message: pickWords(random, 60) }
      const message = { name: `Visitor ${number}`, email: `visitor-${number}@example.com`, ...text }
      const created_at = timeOf(number, count, 365 * DAY_MS, now)
      const read_at = number % 10 === 0 ? null : created_at
      return {
        id: uuid({ msecs: created_at }),
        ...message,
        created_at,
        read_at,
        search_text: toSearchText(message),
      }
    })
    await trx.insertInto('contact_messages').values(rows).execute()
    await indexMessages(trx, dialect, rows)
  })
}
