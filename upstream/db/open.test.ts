import { setTimeout as wait } from 'node:timers/promises'
import { describe, expect, it } from '@jest/globals'
import { sql } from 'kysely'
import pino from 'pino'
import { eventually } from '#testing/eventually.ts'
import { databases, emptyConfig, startUpstream } from '../testing/harness.ts'
import { lockWait } from '../testing/lock-wait.ts'
import { openDatabase } from './open.ts'
import { lockWrites, withWriteLock } from './write-lock.ts'

describe('an open database', () => {
  it('stores every SQLite commit durably', async () => {
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
    await up.stop()
  })

  it('limits PostgreSQL statements without session settings, which poolers share', async () => {
    const up = await startUpstream('postgres', { waitMs: undefined })
    const db = await up.tables()
    const show = sql<{ setting: string }>`
      select setting from pg_settings where source not in ('default', 'override', 'configuration file', 'command line',
        'environment variable') and name not in ('application_name', 'client_encoding') and name not like 'lc%'`
    expect((await show.execute(db)).rows).toEqual([])
    const timeout = sql<{ statement_timeout: string }>`show statement_timeout`
    const inTransaction = await db.transaction().execute((trx) => timeout.execute(trx))
    expect(inTransaction.rows).toEqual([{ statement_timeout: '10s' }])
    expect((await timeout.execute(db)).rows).toEqual([{ statement_timeout: '0' }])
    await up.stop()
  })

  it('does not apply limits of a PostgreSQL server to upgrades and restores', async () => {
    const config = await emptyConfig('postgres')
    const { db: setUp } = openDatabase(config)
    const existing = sql<{ name: string }>`
      select name from pg_settings where name in ('statement_timeout', 'lock_timeout',
        'idle_in_transaction_session_timeout', 'transaction_timeout')`
    const names = (await existing.execute(setUp)).rows.map(({ name }) => name)
    expect(names.length).toBeGreaterThanOrEqual(3)
    for (const name of names)
      await sql`
        do $$ begin
          execute format('alter database %I set ${sql.raw(name)} = ''1min''', current_database());
        end $$`.execute(setUp)
    await setUp.destroy()
    const { db } = openDatabase(config, { unlimited: true })
    const show = sql<{ setting: string }>`
      select setting from pg_settings where name in (${sql.join(names)})`
    expect((await show.execute(db)).rows).toEqual(names.map(() => ({ setting: '60000' })))
    const { rows } = await db.transaction().execute((trx) => show.execute(trx))
    expect(rows).toEqual(names.map(() => ({ setting: '0' })))
    await db.destroy()
  })

  it('cancels a slow PostgreSQL query and discards its connection', async () => {
    const config = await emptyConfig('postgres')
    const { db, problemOf } = openDatabase({ ...config, databasePoolMax: 1, waitMs: 5_000 })
    const pid = sql<{ pid: number }>`select pg_backend_pid() as pid`
    const [before] = (await pid.execute(db)).rows
    const error = await sql`select pg_sleep(60)`.execute(db).catch((reason: unknown) => reason)
    expect(problemOf(error)).toBe('busy')
    const [after] = (await pid.execute(db)).rows
    expect(after?.pid).not.toBe(before?.pid)
    await db.destroy()
  })

  it('waits for a connection when PostgreSQL has none left', async () => {
    const config = await emptyConfig('postgres')
    const { db } = openDatabase(config)
    await sql`
      do $$ begin execute format('alter database %I connection limit 2', current_database()); end $$`.execute(
      db,
    )
    await sql`
      do $$ begin
        execute 'create role app login';
      exception when duplicate_object then null; end $$`.execute(db)
    const databaseUrl = config.databaseUrl?.replace('postgres@', 'app@')
    const app = openDatabase({ ...config, databaseUrl, databasePoolMax: 5 })
    const queries = Array.from({ length: 10 }, () => sql`select pg_sleep(0.05)`.execute(app.db))
    expect(await Promise.all(queries)).toHaveLength(10)
    await app.db.destroy()
    await db.destroy()
  })

  it('logs a lost idle connection to PostgreSQL once', async () => {
    const config = await emptyConfig('postgres')
    const lines: string[] = []
    const logger = pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) })
    const { db } = openDatabase({ ...config, logger })
    await Promise.all(Array.from({ length: 3 }, () => sql`select pg_sleep(0.1)`.execute(db)))
    const other = openDatabase(config)
    await sql`
      select pg_terminate_backend(pid, 60000) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`.execute(other.db)
    await eventually('the loss of all connections', () => lines.length >= 3)
    await wait(100)
    expect(lines).toHaveLength(3)
    await other.db.destroy()
    await db.destroy()
  })

  it('queues PostgreSQL writers in the order of their requests', async () => {
    const up = await startUpstream('postgres')
    const db = await up.tables()
    const done: number[] = []
    const writes: Promise<number>[] = []
    await db.transaction().execute(async (trx) => {
      await lockWrites(trx)
      for (const n of [1, 2, 3]) {
        writes.push(withWriteLock(db, async () => done.push(n)))
        await eventually('a writer in the queue', async () => {
          const { rows } = await sql`
            select pid from pg_locks join pg_database on pg_database.oid = pg_locks.database
            where datname = current_database() and locktype = 'advisory' and not granted`.execute(trx)
          return rows.length === n
        })
      }
    })
    await Promise.all(writes)
    expect(done).toEqual([1, 2, 3])
    await up.stop()
  })
})

describe.each(databases)('concurrent writes on %s', (database) => {
  it('wait for a lock and are all stored', async () => {
    const up = await startUpstream(database, { databasePoolMax: 3 })
    const other = await startUpstream(database, { ...up.config, logger: pino({ level: 'silent' }) })
    const token = await up.signIn()
    const db = await up.tables()
    const statuses: number[] = []
    const write = async (n: number) => {
      const json = { title: `Post ${n}`, content: 'x', published: true }
      statuses.push((await (n % 2 ? up : other).call('POST', '/api/blogs', { token, json })).status)
    }
    const writes: Promise<void>[] = []
    await db.transaction().execute(async (trx) => {
      await sql`update totals set last_id = last_id`.execute(trx)
      writes.push(...Array.from({ length: 30 }, (_, n) => write(n)))
      await lockWait(db, database)
      if (database === 'sqlite') await wait(200)
      expect(statuses).toEqual([])
    })
    await Promise.all(writes)
    expect(statuses).toEqual(writes.map(() => 201))
    expect((await up.call('GET', '/api/blogs')).json.total).toBe(30)
    await other.stop()
    await up.stop()
  })
})
