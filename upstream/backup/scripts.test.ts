import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdir, rm, writeFile } from 'node:fs/promises'
import { constants } from 'node:os'
import { join } from 'node:path'
import { expect, it } from '@jest/globals'
import { sql } from 'kysely'
import { openDatabase } from '../db/open.ts'
import { fillAsFirstVersion } from '../testing/first-version.ts'
import { databases, emptyConfig, imageFile, startUpstream, toFormData } from '../testing/harness.ts'
import { lockWait } from '../testing/lock-wait.ts'
import { runCommand, runScript } from '../testing/run-command.ts'

it('backs up and restores with the npm scripts', async () => {
  const up = await startUpstream('sqlite')
  const form = toFormData({
    title: 'Tea',
    content: 'Brewed slowly',
    coverImage: await imageFile('png', 900, 500),
  })
  const token = await up.signIn()
  expect((await up.call('POST', '/api/blogs', { token, form })).status).toBe(201)
  for (const email of ['bo@example.com', 'cai@example.com'])
    await up.call('POST', '/api/invitations', { token, json: { email, role: 'author' } })
  await (
    await up.tables()
  )
    .updateTable('invitations')
    .set({ expires_at: 1 })
    .where('email', '=', 'cai@example.com')
    .execute()
  const file = join(up.config.dataDir, 'backup.db')
  const saved = await runScript('backup', up.config, [file])
  expect([saved.code, saved.err]).toEqual([0, ''])
  const counts = 'posts: 1, images: 1, messages: 0, subscribers: 0, accounts: 1'
  expect(saved.out).toMatch(new RegExp(`^Written and read back: ${file} \\(${counts}\\)\\n$`))
  const config = await emptyConfig('postgres')
  const restored = await runScript('restore', config, [file])
  expect([restored.code, restored.err]).toEqual([0, ''])
  const as = `Restored as of \\d{4}-\\d\\d-\\d\\dT.*Z \\(${counts}\\)\\. Invitations to send again: 1`
  expect(restored.out).toMatch(new RegExp(`^${as}\\n$`))
  expect(await runScript('restore', config, [file])).toEqual({
    code: 1,
    out: '',
    err: 'The database is not empty: --force replaces everything in it.\n',
  })
  await up.stop()
})

it('restores in place of a damaged SQLite file once that is moved away, as the message says', async () => {
  const up = await startUpstream('sqlite')
  const file = join(up.config.dataDir, 'backup.db')
  expect((await runCommand('backup', up.config, [file])).code).toBe(0)
  const config = await emptyConfig('sqlite')
  await writeFile(join(config.dataDir, 'halyard.db'), 'not a database')
  const rejected = await runCommand('restore', config, [file, '--force'])
  const hint =
    'Stop the site, move halyard.db, halyard.db-wal and halyard.db-shm away, then restore a backup.\n'
  expect([rejected.code, rejected.err]).toEqual([1, expect.stringContaining(hint)])
  await rm(join(config.dataDir, 'halyard.db'))
  expect((await runCommand('restore', config, [file])).code).toBe(0)
  await rm(config.dataDir, { recursive: true })
  await up.stop()
})

it.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)('leaves no unfinished backup after %s', async (signal) => {
  const up = await startUpstream('postgres')
  const { dataDir, databaseUrl = '' } = up.config
  const db = await up.tables()
  const command = join(import.meta.dirname, '..', '..', 'scripts', 'commands', 'backup.ts')
  const exit = await db.transaction().execute(async (trx) => {
    await sql`lock table posts in access exclusive mode`.execute(trx)
    const { NODE_COMPILE_CACHE } = process.env
    const env = {
      NODE_ENV: 'test',
      NODE_COMPILE_CACHE,
      DATA_DIR: dataDir,
      DATABASE_URL: databaseUrl,
    } as const
    const child = spawn(process.execPath, [command, join(dataDir, 'backup.db')], { env, stdio: 'ignore' })
    const exited = once(child, 'exit')
    await lockWait(db, 'postgres')
    expect(await readdir(dataDir)).toContain(`backup.db.${child.pid}.part`)
    child.kill(signal)
    return exited
  })
  expect([exit, await readdir(dataDir)]).toEqual([[128 + constants.signals[signal], null], []])
  await up.stop()
})

it.each(databases)('rejects a database on %s that an interrupted restore left empty', async (database) => {
  const config = await emptyConfig(database)
  const { db } = openDatabase(config)
  await sql`select 1`.execute(db)
  await db.destroy()
  const listed = await runCommand('admin', config, ['list'])
  expect([listed.code, listed.err]).toEqual([
    1,
    'The database is empty. Run this where the site runs, after its first start.\n',
  ])
  const saved = await runCommand('backup', config, [join(config.dataDir, 'backup.db')])
  expect([saved.code, saved.err]).toEqual([1, 'There is nothing to back up: the database is empty.\n'])
  await rm(config.dataDir, { recursive: true })
})

it('backs up a database of the first version before its upgrade', async () => {
  const config = await emptyConfig('sqlite')
  const first = openDatabase(config)
  await fillAsFirstVersion(first)
  await first.db.destroy()
  const saved = await runCommand('backup', config, [join(config.dataDir, 'backup.db')])
  expect([saved.code, saved.err]).toEqual([0, ''])
  await rm(config.dataDir, { recursive: true })
})

it('reports a place where no backup can be written in one line', async () => {
  const up = await startUpstream('sqlite')
  const file = join(up.config.dataDir, 'halyard.db', 'backup.db')
  const saved = await runCommand('backup', up.config, [file])
  expect([saved.code, saved.err.replace(/\.\d+\.part/, '.PID.part')]).toEqual([
    1,
    `${file} cannot be written: ENOTDIR: not a directory, open '${file}.PID.part'\n`,
  ])
  await up.stop()
})

it('reports an error in one line', async () => {
  const config = await emptyConfig('sqlite')
  const unreachable = { ...config, databaseUrl: 'postgres://localhost:9/none' }
  const results = await Promise.all([
    runCommand('backup', config, [join(config.dataDir, 'b.db')]),
    runCommand('backup', unreachable, [join(config.dataDir, 'c.db')]),
    runCommand('restore', config, [join(config.dataDir, 'none.db')]),
    runCommand('restore', config, [config.dataDir]),
    runCommand('restore', config, []),
    runCommand('backup', config, ['']),
    runCommand('admin', config, ['create', 'ada@example.com']),
    runCommand('rollback', config, []),
  ])
  expect(results.map(({ code }) => code)).toEqual([1, 1, 1, 1, 2, 2, 1, 1])
  expect(results.map(({ err }) => err.split('\n')[0])).toEqual([
    expect.stringContaining(`There is no readable database in ${config.dataDir}.`),
    expect.stringContaining('The database at DATABASE_URL cannot be used'),
    expect.stringMatching(/none\.db cannot be read: ENOENT/),
    `${config.dataDir} cannot be read: it is a folder.`,
    'An argument is missing.',
    'An argument is missing.',
    ...Array.from({ length: 2 }, () =>
      expect.stringContaining(`There is no readable database in ${config.dataDir}.`),
    ),
  ])
  expect(await readdir(config.dataDir)).toEqual([])
  await rm(config.dataDir, { recursive: true })
})
