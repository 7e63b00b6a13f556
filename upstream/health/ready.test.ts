import { rename } from 'node:fs/promises'
import { describe, expect, it } from '@jest/globals'
import { sql } from 'kysely'
import { eventually } from '#testing/eventually.ts'
import { databases, startUpstream, type TestUpstream } from '../testing/harness.ts'

const loggedMessages = (up: TestUpstream) => up.logs.splice(0).map((line) => JSON.parse(line).msg)

describe.each(databases)('readiness on %s', (database) => {
  it('is lost while the schema does not match this version', async () => {
    const up = await startUpstream(database)
    const db = await up.tables()
    await sql`delete from schema_migrations where name = '0003-view-days'`.execute(db)
    const response = await up.call('GET', '/api/ready')
    expect([response.status, response.json.status]).toEqual([503, 'unavailable'])
    expect(loggedMessages(up)).toEqual(['The database schema does not match this version.'])
    expect((await up.call('GET', '/api/health')).status).toBe(200)
    await sql`insert into schema_migrations values ('0003-view-days')`.execute(db)
    expect((await up.call('GET', '/api/ready')).status).toBe(200)
    await up.stop()
  })
})

it('is lost while the disk of the database is missing', async () => {
  const up = await startUpstream('sqlite')
  const away = `${up.config.dataDir}-away`
  await rename(up.config.dataDir, away)
  expect((await up.call('GET', '/api/ready')).status).toBe(503)
  expect(loggedMessages(up)).toEqual(['The disk cannot be used.'])
  await rename(away, up.config.dataDir)
  expect((await up.call('GET', '/api/ready')).status).toBe(200)
  await up.stop()
})

it('and changes of other nodes do not wait for a connection of the pool', async () => {
  const up = await startUpstream('postgres', { databasePoolMax: 3 })
  const token = await up.signIn()
  const seen: string[] = []
  up.changes.subscribe(({ type }) => seen.push(type))
  const db = await up.tables()
  const change = { id: 1, tags: '["posts"]', removes: 0, created_at: Date.now() }
  const waited = await db.transaction().execute(async (trx) => {
    await sql`select 1 from totals for update`.execute(trx)
    await sql`lock table categories in access exclusive mode`.execute(trx)
    const waiting = [
      ...['One', 'Two'].map((title) =>
        up.call('POST', '/api/blogs', { token, json: { title, content: 'x' } }),
      ),
      up.call('GET', '/api/categories'),
    ]
    await eventually('all connections in use', () => up.poolCounts()?.['in_use'] === 3)
    await db.insertInto('changes').values(change).execute()
    await eventually('the change', () => seen.length > 0)
    expect((await up.call('GET', '/api/ready')).status).toBe(200)
    expect(up.poolCounts()).toMatchObject({ in_use: 3 })
    return waiting
  })
  expect((await Promise.all(waited)).map(({ status }) => status)).toEqual([201, 201, 200])
  await up.stop()
})
