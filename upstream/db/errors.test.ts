import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { describe, expect, it } from '@jest/globals'
import { sql } from 'kysely'
import { eventually } from '#testing/eventually.ts'
import { admin, databases, startUpstream, type DatabaseName, type TestUpstream } from '../testing/harness.ts'

const busy = { error: 'The database is busy. Please try again in a moment.' }

/** Locks out writers, like a restore, until the returned function is called. */
async function lock(up: TestUpstream, database: DatabaseName): Promise<() => Promise<void>> {
  if (database === 'sqlite') {
    const file = join(up.config.dataDir, 'halyard.db')
    const script = `
      import Database from 'better-sqlite3'
      const file = new Database(${JSON.stringify(file)})
      file.exec('begin immediate')
      process.stdout.write('holding')
      process.stdin.resume()`
    const child = spawn(process.execPath, ['--input-type=module', '-e', script])
    await once(child.stdout, 'data')
    return async () => {
      child.kill()
      await once(child, 'exit')
    }
  }
  const db = await up.tables()
  const release = Promise.withResolvers<void>()
  const held = Promise.withResolvers<void>()
  const transaction = db.transaction().execute(async (trx) => {
    await sql`lock table totals, accounts, tokens, rate_limits in exclusive mode`.execute(trx)
    held.resolve()
    await release.promise
  })
  await held.promise
  return async () => {
    release.resolve()
    await transaction
  }
}

describe.each(databases)('a locked database on %s', (database) => {
  it('delays writes and sign-ins up to a limit without blocking the process', async () => {
    const waitMs = 4_000
    const up = await startUpstream(database, { waitMs })
    const token = await up.signIn()
    const post = { title: 'Waiting', content: 'x', published: true }
    const unlock = await lock(up, database)
    const started = Date.now()
    let waiting = 2
    const waits = async (path: string, options: Parameters<TestUpstream['call']>[2]) => {
      const rejected = await up.call('POST', path, options)
      waiting -= 1
      expect([rejected.status, rejected.json]).toEqual([503, busy])
      expect(rejected.headers.get('retry-after')).toBe('5')
      expect(Date.now() - started).toBeGreaterThan(waitMs - 500)
    }
    /** Counts the reads that are served while both writes wait. */
    const countReads = async () => {
      for (let reads = 0; ; reads += 1) {
        expect((await up.call('GET', '/api/blogs', { token })).status).toBe(200)
        if (waiting < 2) return reads
        await wait(50)
      }
    }
    const [reads] = await Promise.all([
      countReads(),
      waits('/api/blogs', { token, json: post }),
      waits('/api/auth/login', { json: admin }),
    ])
    // A blocked process would serve at most one read.
    expect(reads).toBeGreaterThan(3)
    expect((await up.call('GET', '/api/blogs')).status).toBe(200)
    await unlock()
    expect((await up.call('POST', '/api/blogs', { token, json: post })).status).toBe(201)
    expect((await up.call('GET', '/api/blogs')).json.total).toBe(1)
    expect(up.logs.splice(0)).toHaveLength(2)
    await up.stop()
  })
})

describe('locked tables on PostgreSQL', () => {
  it('delay more writes than there are connections, and no reads', async () => {
    const up = await startUpstream('postgres', { databasePoolMax: 4 })
    const token = await up.signIn()
    // Requests of this account update its last-seen time, which waits for the lock.
    await (await up.tables()).updateTable('tokens').set({ last_seen_at: 0 }).execute()
    const unlock = await lock(up, 'postgres')
    const writes = Array.from({ length: 12 }, (_, n) =>
      up.call('POST', '/api/blogs', { token, json: { title: `Post ${n}`, content: 'x', published: true } }),
    )
    const badLinks = Array.from({ length: 4 }, () => up.call('GET', '/api/invitations/link?token=unknown'))
    await eventually('waiting writes', () => (up.poolCounts()?.['waiting'] ?? 0) > 8)
    for (const path of ['/api/blogs', '/api/blogs?search=none', '/api/auth/profile', '/api/ready'])
      expect([path, (await up.call('GET', path, { token })).status]).toEqual([path, 200])
    await unlock()
    expect(new Set((await Promise.all(writes)).map(({ status }) => status))).toEqual(new Set([201]))
    expect(new Set((await Promise.all(badLinks)).map(({ status }) => status))).toEqual(new Set([410]))
    await up.stop()
  })
})

describe('PostgreSQL that has become read-only', () => {
  it('serves reads and rejects writes until it is writable again', async () => {
    const up = await startUpstream('postgres')
    const token = await up.signIn()
    const post = { title: 'Stored', content: 'x', published: true }
    expect((await up.call('POST', '/api/blogs', { token, json: post })).status).toBe(201)
    const db = await up.tables()
    const allow = async (writes: boolean) => {
      await sql`
        do $$ begin
          execute format('alter database %I set default_transaction_read_only = ${sql.raw(writes ? 'off' : 'on')}', current_database());
        end $$`.execute(db)
      // A connection that ends later would still have the former mode.
      await sql`
        select pg_terminate_backend(pid, 60000) from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid()`.execute(db)
    }
    await allow(false)
    expect((await up.call('GET', '/api/blogs/stored', { token })).status).toBe(200)
    const readOnly = { error: 'Nothing can be stored at the moment: the database is read-only.' }
    for (const [method, path] of [
      ['POST', '/api/blogs'],
      ['PUT', '/api/blogs/stored'],
      ['DELETE', '/api/blogs/stored'],
    ] as const) {
      const response = await up.call(method, path, { token, ...(method !== 'DELETE' && { json: post }) })
      expect([response.status, response.json]).toEqual([503, readOnly])
    }
    const message = { name: 'Ann', email: 'ann@example.com', subject: 'A project', message: 'A new site.' }
    expect((await up.call('POST', '/api/contact', { json: message })).json).toEqual({
      error: 'Sorry, there was an error sending your message. Please try again.',
    })
    expect((await up.call('POST', '/api/newsletter', { json: message })).json).toEqual({
      error: 'Sorry, we could not update your subscription. Please try again.',
    })
    await allow(true)
    expect((await up.call('GET', '/api/blogs/stored')).status).toBe(200)
    expect((await up.call('DELETE', '/api/blogs/stored', { token })).status).toBe(200)
    up.logs.splice(0)
    await up.stop()
  })
})
