import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { chmod, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'
import { describe, expect, it } from '@jest/globals'
import { sql } from 'kysely'
import pino from 'pino'
import { eventually } from '#testing/eventually.ts'
import { openUpstream } from '../app.ts'
import { admin, databases, emptyConfig } from '../testing/harness.ts'
import { runCommand } from '../testing/run-command.ts'
import { openDatabase } from './open.ts'
import { prepareDatabase } from './prepare.ts'

function collectLogs() {
  const lines: string[] = []
  const write = (chunk: unknown, _encoding: string, done: () => void) => {
    lines.push(String(chunk))
    done()
  }
  return { lines, logger: pino({ level: 'info' }, new Writable({ write })) }
}

describe.each(databases)('starting on %s', (database) => {
  it('supports concurrent starts of two processes on an empty database', async () => {
    const app = join(import.meta.dirname, '..', 'app.ts')
    const script = `
      import { createInterface } from 'node:readline'
      import pino from 'pino'
      import { openUpstream } from ${JSON.stringify(app)}
      const logger = pino({ level: 'silent' })
      for await (const line of createInterface(process.stdin)) {
        const upstream = await openUpstream({ ...JSON.parse(line), logger })
        await upstream.close()
        console.log(upstream.firstAccount === null ? 'found' : 'created')
      }`
    const processes = [1, 2].map(() => {
      const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
        stdio: ['pipe', 'pipe', 'inherit'],
      })
      return { child, lines: createInterface(child.stdout)[Symbol.asyncIterator]() }
    })
    // After the first round, both have loaded their code and start at the same time.
    for (let round = 0; round < 3; round += 1) {
      const config = await emptyConfig(database)
      for (const { child } of processes)
        child.stdin.write(`${JSON.stringify({ ...config, logger: undefined })}\n`)
      const results = await Promise.all(processes.map(({ lines }) => lines.next()))
      expect(results.map(({ value }) => value).toSorted()).toEqual(['created', 'found'])
      const { db } = openDatabase(config)
      expect(await db.selectFrom('accounts').select('email').execute()).toEqual([{ email: admin.email }])
      await db.destroy()
      await rm(config.dataDir, { recursive: true })
    }
    for (const { child } of processes) {
      child.stdin.end()
      await once(child, 'close')
    }
  })

  it('fails with a clear error when the database has a newer schema', async () => {
    const config = await emptyConfig(database)
    await prepareDatabase(config, { demoContent: false })
    const { db } = openDatabase(config)
    await sql`insert into schema_migrations (name) values ('9999-later')`.execute(db)
    await db.destroy()
    await expect(openUpstream(config)).rejects.toThrow(
      'The database was migrated by a newer version of the site (9999-later). Start that version, or go back to this one with `npm run rollback` (release: `halyard rollback`).',
    )
    await rm(config.dataDir, { recursive: true })
  })

  it('returns the password of the first account only when it generated it', async () => {
    const config = await emptyConfig(database)
    const upstream = await openUpstream(config)
    expect(upstream.firstAccount).toEqual({ email: admin.email, password: null })
    await upstream.close()
    await rm(config.dataDir, { recursive: true })
  })
})

it('waits for another process that prepares a new SQLite file', async () => {
  const config = await emptyConfig('sqlite')
  const script = `
    import Database from 'better-sqlite3'
    const database = new Database(${JSON.stringify(join(config.dataDir, 'halyard.db'))})
    database.exec('begin immediate')
    process.stdout.write('locked')
    setTimeout(() => database.exec('commit'), 500)`
  const child = spawn(process.execPath, ['--input-type=module', '-e', script])
  await once(child.stdout, 'data')
  const { db } = openDatabase(config)
  expect(await sql`pragma journal_mode`.execute(db)).toMatchObject({ rows: [{ journal_mode: 'wal' }] })
  await db.destroy()
  await rm(config.dataDir, { recursive: true })
})

it('requires a new PostgreSQL database in UTF-8', async () => {
  const config = await emptyConfig('postgres')
  const { db } = openDatabase(config)
  const name = `latin_${randomUUID().replaceAll('-', '')}`
  await sql`create database ${sql.id(name)} template template0 encoding 'LATIN1'`.execute(db)
  await db.destroy()
  const databaseUrl = config.databaseUrl?.replace(/\/t_\w+\?/, `/${name}?`)
  await expect(openUpstream({ ...config, databaseUrl })).rejects.toThrow(
    'The database at DATABASE_URL has the encoding LATIN1: create it with UTF8.',
  )
  await rm(config.dataDir, { recursive: true })
})

it('requires both addresses of PostgreSQL to be of one database', async () => {
  const [config, other] = await Promise.all([emptyConfig('postgres'), emptyConfig('postgres')])
  const message = 'DATABASE_DIRECT_URL and DATABASE_URL are addresses of different databases.'
  const wrong = { ...config, databaseDirectUrl: other.databaseUrl }
  await expect(prepareDatabase(wrong, { demoContent: false })).rejects.toThrow(message)
  for (const { databaseUrl } of [config, other]) {
    const { db } = openDatabase({ ...config, databaseUrl })
    expect(await db.introspection.getTables()).toEqual([])
    await db.destroy()
  }
  await prepareDatabase({ ...config, databaseDirectUrl: config.databaseUrl }, { demoContent: false })
  await prepareDatabase(other, { demoContent: false })
  const file = join(config.dataDir, 'backup.db')
  const env = { DATABASE_DIRECT_URL: other.databaseUrl ?? '' }
  for (const [command, args] of [
    ['backup', [file]],
    ['restore', [file]],
    ['rollback', ['--yes']],
    ['admin', ['list']],
  ] as const)
    expect(await runCommand(command, config, [...args], { env })).toMatchObject({
      code: 1,
      err: `${message}\n`,
    })
  await rm(config.dataDir, { recursive: true })
})

it('waits for another process without a time limit and logs it', async () => {
  const config = await emptyConfig('postgres')
  await prepareDatabase(config, { demoContent: false })
  const { db } = openDatabase(config)
  const { lines, logger } = collectLogs()
  const waiting = await db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(7401951)`.execute(trx)
    const started = prepareDatabase({ ...config, logger }, { demoContent: false })
    await eventually('a wait for the lock', async () => {
      const { rows } = await sql`
        select pid from pg_locks join pg_database on pg_database.oid = pg_locks.database
        where datname = current_database() and locktype = 'advisory' and not granted`.execute(trx)
      return rows.length > 0
    })
    return { started }
  })
  await waiting.started
  expect(lines.join('')).toContain('Waiting for another process that prepares the database')
  await db.destroy()
})

describe.each(databases)('DATA_DIR with %s', (database) => {
  const open = async (mode: number) => {
    const { lines, logger } = collectLogs()
    const config = { ...(await emptyConfig(database)), logger }
    const { dataDir } = config
    await chmod(dataDir, mode)
    const upstream = await openUpstream(config)
    const files = (await readdir(dataDir)).map((name) => stat(join(dataDir, name)))
    const modes = (await Promise.all(files)).map((file) => file.mode & 0o777)
    const folder = (await stat(dataDir)).mode & 0o777
    await upstream.close()
    await rm(dataDir, { recursive: true })
    return { modes, folder, warnings: lines.filter((line) => line.includes('DATA_DIR')).length }
  }

  it('keeps its mode and has private files', async () => {
    const previous = process.umask(0)
    const modes = database === 'sqlite' ? [0o600, 0o600, 0o600] : []
    try {
      expect(await open(0o770)).toEqual({ modes, folder: 0o770, warnings: 0 })
      expect(await open(0o755)).toEqual({ modes, folder: 0o755, warnings: 1 })
    } finally {
      process.umask(previous)
    }
  })
})
