import { rename } from 'node:fs/promises'
import { describe, expect, it } from '@jest/globals'
import { sql } from 'kysely'
import { databases, startUpstream, type TestUpstream } from './testing/harness.ts'

const lineOf = (up: TestUpstream) => up.faults.splice(0).map((line) => JSON.parse(line).msg)

describe.each(databases)('readiness on %s', (database) => {
  it('goes when the schema is not the one of this code, and comes back with it', async () => {
    const up = await startUpstream(database)
    const db = await up.tables()
    await sql`delete from schema_migrations where name = '0003-view-days'`.execute(db)
    const answer = await up.call('GET', '/api/ready')
    expect([answer.status, answer.json.status]).toEqual([503, 'unavailable'])
    expect(lineOf(up)).toEqual(['The database has not the schema of this version.'])
    expect((await up.call('GET', '/api/health')).status).toBe(200)
    await sql`insert into schema_migrations values ('0003-view-days')`.execute(db)
    expect((await up.call('GET', '/api/ready')).status).toBe(200)
    await up.stop()
  })
})

it('goes with the disk of the database', async () => {
  const up = await startUpstream('sqlite')
  const away = `${up.config.dataDir}-away`
  await rename(up.config.dataDir, away)
  expect((await up.call('GET', '/api/ready')).status).toBe(503)
  expect(lineOf(up)).toEqual(['The disk cannot be used.'])
  await rename(away, up.config.dataDir)
  expect((await up.call('GET', '/api/ready')).status).toBe(200)
  await up.stop()
})
