import { describe, expect, it } from '@jest/globals'
import { sql } from 'kysely'
import { databases, emptyConfig, startUpstream } from '../testing/harness.ts'
import * as foundation from './migrations/0001-foundation.ts'
import * as lastEditor from './migrations/0002-last-editor.ts'
import * as viewDays from './migrations/0003-view-days.ts'
import { openDatabase } from './open.ts'

describe.each(databases)('a database without an outbox on %s', (name) => {
  it('keeps its subscribers, and they count as confirmed', async () => {
    const config = await emptyConfig(name)
    const { db, dialect } = openDatabase(config)
    await db.transaction().execute(async (trx) => {
      await foundation.up(trx, dialect)
      await lastEditor.up(trx)
      await viewDays.up(trx)
      await sql`create table schema_migrations (name text primary key)`.execute(trx)
      await sql`insert into schema_migrations values ('0001-foundation'), ('0002-last-editor'), ('0003-view-days')`.execute(
        trx,
      )
      await sql`insert into subscribers (address, email, created_at) values ('r@example.org', 'R@example.org', 17)`.execute(
        trx,
      )
    })
    await db.destroy()
    const up = await startUpstream(name, config)
    const rows = await (await up.tables()).selectFrom('subscribers').selectAll().execute()
    expect(rows).toEqual([
      {
        id: expect.any(String),
        address: 'r@example.org',
        email: 'R@example.org',
        created_at: 17,
        confirmed_at: 17,
        asked_at: null,
        asked: 0,
      },
    ])
    await up.stop()
  })
})
