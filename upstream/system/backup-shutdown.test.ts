import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from '@jest/globals'
import SqliteFile from 'better-sqlite3'
import { sql } from 'kysely'
import pino from 'pino'
import { eventually } from '#testing/eventually.ts'
import { freePort } from '#testing/free-port.ts'
import { openDatabase } from '../db/open.ts'
import { admin, emptyConfig } from '../testing/harness.ts'
import { lockWait } from '../testing/lock-wait.ts'
import { copyPrepared } from '../testing/prepared.ts'
import { startBackupWorkers } from './backup-file.ts'

const entry = join(import.meta.dirname, '..', '..', 'server', 'upstream.ts')

async function startServer(variables: Record<string, string>) {
  const port = await freePort()
  const { PATH, NODE_COMPILE_CACHE } = process.env
  const quiet = { DEMO_CONTENT: 'false', LOG_LEVEL: 'fatal', NODE_ENV: 'test' } as const
  const env = { ...quiet, PATH, NODE_COMPILE_CACHE, UPSTREAM_PORT: String(port), ...variables }
  const child = spawn(process.execPath, [entry], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  const exited = once(child, 'exit')
  await once(child.stdout, 'data')
  const post = (path: string, headers: Record<string, string>, body: string | null = null) =>
    fetch(`http://localhost:${port}/api${path}`, { method: 'POST', headers, body })
  return { child, exited, post }
}

it('ends a running backup at a shutdown and leaves no file of it', async () => {
  const config = await emptyConfig('postgres')
  const { databaseUrl = '', dataDir } = config
  const variables = { DATA_DIR: dataDir, DATABASE_URL: databaseUrl, ADMIN_PASSWORD: admin.password }
  const { child, exited, post } = await startServer(variables)
  const signIn = await post('/auth/login', { 'content-type': 'application/json' }, JSON.stringify(admin))
  const { token } = (await signIn.json()).data
  const { db } = openDatabase(config)
  const outcome = await db.transaction().execute(async (trx) => {
    await sql`lock table posts in access exclusive mode`.execute(trx)
    const interrupted = post('/system/backup', { authorization: `Bearer ${token}` })
    await lockWait(db, 'postgres')
    expect(await readdir(dataDir)).toContainEqual(expect.stringMatching(/^\.backup-download-.*\.part$/))
    child.kill('SIGTERM')
    return Promise.allSettled([interrupted, exited])
  })
  await db.destroy()
  expect(outcome).toMatchObject([{ value: { status: 503 } }, { value: [0, null] }])
  expect(await readdir(dataDir)).toEqual([])
  await rm(dataDir, { recursive: true })
})

it('interrupts a backup at once, while its worker waits in a call of SQLite', async () => {
  const { dataDir } = await copyPrepared(false)
  const database = new SqliteFile(join(dataDir, 'halyard.db'))
  database.pragma('journal_mode = delete')
  database.exec('begin exclusive')
  const unfinished = () => readdirSync(dataDir).filter((name) => name.endsWith('.part'))
  const workers = startBackupWorkers()
  const config = { dataDir, logger: pino({ level: 'silent' }) }
  const left = workers.run(config, join(dataDir, 'backup.db')).catch((error: unknown) => ({
    error,
    files: unfinished(),
  }))
  await eventually('the worker', () => unfinished().length > 0)
  workers.stop()
  expect(await left).toEqual({
    error: expect.objectContaining({ code: 'unavailable' }),
    files: [expect.stringMatching(/^backup\.db\./)],
  })
  database.exec('rollback')
  database.close()
  await eventually('the file to be removed', () => unfinished().length === 0)
  await rm(dataDir, { recursive: true })
})
