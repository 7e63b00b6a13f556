import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from '@jest/globals'
import { sql } from 'kysely'
import { eventually } from '#testing/eventually.ts'
import { migrateIn } from '../db/migrate.ts'
import { openDatabase, type OpenDatabase } from '../db/open.ts'
import { prepareDatabase } from '../db/prepare.ts'
import { databases, emptyConfig, startUpstream, type DatabaseName } from '../testing/harness.ts'

const MESSAGES = 40
const earlierMigrations = readdirSync(join(import.meta.dirname, '../db/migrations'))
  .map((file) => file.replace('.ts', ''))
  .filter((name) => name < '0042')

async function addMessages({ db }: OpenDatabase, prefix: string, count: number) {
  const rows = Array.from({ length: count }, (_, number) => ({
    ...{ id: `${prefix}-${String(number).padStart(3, '0')}`, created_at: number + 1, read_at: 1 },
    ...{ name: 'Ada', email: 'ada@example.com', subject: 'A ferry', message: 'Timetables, please.' },
    search_text: 'ada example com a ferry timetables please',
  }))
  await db.insertInto('contact_messages').values(rows).execute()
}

/** A site of the version before the index. */
async function openEarlierSite(name: DatabaseName) {
  const config = await emptyConfig(name)
  const database = openDatabase(config)
  const { db, dialect } = database
  await db.transaction().execute((trx) => migrateIn(trx, dialect, earlierMigrations))
  await addMessages(database, 'old', MESSAGES)
  const start = () => startUpstream(name, { dataDir: config.dataDir, databaseUrl: config.databaseUrl })
  return { config, database, start }
}

async function countIndexed({ db, dialect }: OpenDatabase) {
  const table = sql.table(dialect === 'sqlite' ? 'message_search_docsize' : 'message_search')
  const { rows } = await sql<{ n: number }>`select count(*) as n from ${table}`.execute(db)
  return Number(rows[0]?.n)
}

/** PostgreSQL has no collected words left. */
async function isFilled(database: OpenDatabase, count: number) {
  const { db, dialect } = database
  await eventually('the index', async () => {
    if ((await countIndexed(database)) !== count) return false
    if (dialect === 'sqlite') return true
    const options = sql<{ reloptions: string[] }>`
      select reloptions from pg_class where relname = 'message_search_words'`
    return (await options.execute(db)).rows[0]?.reloptions.includes('fastupdate=off')
  })
}

describe.each(databases)('the index of messages on %s', (name) => {
  it('is filled after an upgrade, while searches find all messages', async () => {
    const { config, database, start } = await openEarlierSite(name)
    await prepareDatabase(config, { demoContent: false })
    expect(await countIndexed(database)).toBe(0)

    const up = await start()
    const token = await up.signIn()
    const find = async (query: string) => (await up.call('GET', `/api/messages?${query}`, { token })).json
    await isFilled(database, MESSAGES)
    const page = 'search=imetables&limit=1&page=2'
    const second = { data: { messages: [{ id: 'old-038' }] }, total: MESSAGES }
    expect(await find(page)).toMatchObject(second)

    // As after a kill: the older half is missing.
    const key = sql.ref(name === 'sqlite' ? 'rowid' : 'number')
    await sql`delete from message_search where ${key} <= 20`.execute(database.db)
    expect(await find(page)).toMatchObject(second)
    const place = await up.call('GET', '/api/messages/old-001?search=imetables', { token })
    expect(place.json).toMatchObject({ previous: 'old-002', next: 'old-000' })
    for (const id of ['old-000', 'old-030']) await up.call('DELETE', `/api/messages/${id}`, { token })
    const json = {
      name: 'Bo',
      email: 'bo@example.com',
      subject: 'Another ferry',
      message: 'Timetables again.',
    }
    expect((await up.call('POST', '/api/contact', { json })).status).toBe(201)
    expect(await find('search=imetables')).toMatchObject({ total: MESSAGES - 1 })
    // As a node with an older version stores it.
    await addMessages(database, 'unnumbered', 1)
    const unnumbered = await up.call('GET', '/api/messages/unnumbered-000?search=imetables', { token })
    expect(unnumbered.json).toMatchObject({ previous: null, next: null })

    const again = await start()
    await isFilled(database, MESSAGES)
    expect(await find('search=imetables&limit=3')).toMatchObject({
      data: { messages: [{ id: 'unnumbered-000' }, { name: 'Bo' }, { id: 'old-039' }] },
      total: MESSAGES,
    })
    await again.stop()
    await up.stop()
    await database.db.destroy()
  })

  it('is filled by several nodes that start together', async () => {
    const { database, start } = await openEarlierSite(name)
    const nodes = await Promise.all([start(), start()])
    await isFilled(database, MESSAGES)
    const token = await nodes[0].signIn()
    for (const node of nodes) {
      const found = await node.call('GET', '/api/messages?search=imetables&limit=1', { token })
      expect(found.json).toMatchObject({ data: { messages: [{ id: 'old-039' }] }, total: MESSAGES })
    }
    for (const node of nodes) await node.stop()
    await database.db.destroy()
  })
})
