import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { describe, expect, it } from '@jest/globals'
import { sql } from 'kysely'
import { databases, startUpstream, type DatabaseName, type TestUpstream } from '../testing/harness.ts'

const busy = { error: 'The database is busy. Please try again in a moment.' }

/** Somebody else's transaction holds what every writer needs, longer than one waits for it. */
async function occupy(up: TestUpstream, database: DatabaseName): Promise<() => Promise<void>> {
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
    await sql`select last_id from totals for update`.execute(trx)
    held.resolve()
    await release.promise
  })
  await held.promise
  return async () => {
    release.resolve()
    await transaction
  }
}

describe.each(databases)('a database on %s that somebody else occupies', (database) => {
  it('is waited for, but not for ever', async () => {
    const up = await startUpstream(database)
    const token = await up.signIn()
    const post = { title: 'Waiting', content: 'x', published: true }
    const leave = await occupy(up, database)
    const started = Date.now()
    const refused = await up.call('POST', '/api/blogs', { token, json: post })
    expect(refused.status).toBe(503)
    expect(refused.json).toEqual(busy)
    expect(refused.headers.get('retry-after')).toBe('5')
    expect(Date.now() - started).toBeGreaterThan(4_000)
    expect((await up.call('GET', '/api/blogs')).status).toBe(200)
    await leave()
    expect((await up.call('POST', '/api/blogs', { token, json: post })).status).toBe(201)
    expect((await up.call('GET', '/api/blogs')).json.total).toBe(1)
    expect(up.faults.splice(0)).toHaveLength(1)
    await up.stop()
  })
})

describe('PostgreSQL that has become read-only', () => {
  it('is read, and writes are refused in words until it is writable again', async () => {
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
      await sql`
        select pg_terminate_backend(pid) from pg_stat_activity
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
      const answer = await up.call(method, path, { token, ...(method !== 'DELETE' && { json: post }) })
      expect([answer.status, answer.json]).toEqual([503, readOnly])
    }
    await allow(true)
    expect((await up.call('GET', '/api/blogs/stored')).status).toBe(200)
    expect((await up.call('DELETE', '/api/blogs/stored', { token })).status).toBe(200)
    up.faults.splice(0)
    await up.stop()
  })
})
