import { describe, expect, it } from '@jest/globals'
import { sql } from 'kysely'
import { startUpstream } from '../testing/harness.ts'

describe('an open database', () => {
  it('keeps what SQLite has said is stored, and waits for other writers', async () => {
    const up = await startUpstream('sqlite')
    const db = await up.tables()
    const pragma = async (name: string) =>
      Object.values(
        (await sql<Record<string, unknown>>`pragma ${sql.raw(name)}`.execute(db)).rows[0] ?? {},
      )[0]
    const FULL = 2
    expect(await pragma('journal_mode')).toBe('wal')
    expect(await pragma('synchronous')).toBe(FULL)
    expect(await pragma('foreign_keys')).toBe(1)
    expect(await pragma('busy_timeout')).toBe(5000)
    await up.stop()
  })

  it('gives up a PostgreSQL statement after five seconds', async () => {
    const up = await startUpstream('postgres')
    const { rows } = await sql<{ statement_timeout: string }>`show statement_timeout`.execute(
      await up.tables(),
    )
    expect(rows[0]?.statement_timeout).toBe('5s')
    await up.stop()
  })
})
