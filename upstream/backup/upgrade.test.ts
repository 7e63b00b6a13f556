import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { sql, type LogEvent } from 'kysely'
import { eventually } from '#testing/eventually.ts'
import { openUpstream, type UpstreamConfig } from '../app.ts'
import { appliedMigrations, isMigrated } from '../db/migrate.ts'
import { openDatabase, type Db, type OpenDatabase } from '../db/open.ts'
import { prepareDatabase } from '../db/prepare.ts'
import { fillAsFirstVersion } from '../testing/first-version.ts'
import { admin, databases, emptyConfig } from '../testing/harness.ts'
import { runCommand } from '../testing/run-command.ts'
import { restoreBackup } from './restore.ts'
import { backUpBeforeUpgrade } from './upgrade.ts'

const backupsOf = async ({ dataDir }: UpstreamConfig) => {
  const names = await readdir(dataDir)
  return names.includes('upgrades') ? readdir(join(dataDir, 'upgrades')) : []
}

const titles = async (db: Db) =>
  (await db.selectFrom('posts').select('title').orderBy('title').execute()).map(({ title }) => title)

describe.each(databases)('upgrading %s', (name) => {
  let config: UpstreamConfig
  let old: OpenDatabase
  beforeEach(async () => {
    config = await emptyConfig(name)
    old = openDatabase(config)
    await fillAsFirstVersion(old)
  })
  afterEach(async () => {
    await old.db.destroy()
    await rm(config.dataDir, { recursive: true })
  })

  it('writes one backup, which restores the former content', async () => {
    for (let start = 0; start < 2; start += 1) await (await openUpstream(config)).close()
    const files = await backupsOf(config)
    expect(files).toEqual([expect.stringMatching(/^before-0002-last-editor-\d{8}T\d{9}Z\.db$/)])
    const run = await old.db.selectFrom('job_runs').select('result').where('name', '=', 'backup').execute()
    expect(JSON.parse(run[0]?.result ?? '')).toMatchObject({ file: expect.stringContaining('before-0002') })
    const other = await emptyConfig(name === 'sqlite' ? 'postgres' : 'sqlite')
    await restoreBackup(other, join(config.dataDir, 'upgrades', files[0] ?? ''), { force: false })
    const { db } = openDatabase(other)
    expect(await titles(db)).toEqual(['An old post'])
    await db.destroy()
    await rm(other.dataDir, { recursive: true })
  })

  it('writes no backup when disabled, or for an empty database', async () => {
    await prepareDatabase(config, { demoContent: false, upgradeBackup: false })
    expect(await appliedMigrations(old.db)).toContain('0002-last-editor')
    const empty = await emptyConfig(name)
    await prepareDatabase(empty, { demoContent: false })
    expect([...(await backupsOf(config)), ...(await backupsOf(empty))]).toEqual([])
    await rm(empty.dataDir, { recursive: true })
  })

  it('changes nothing when a migration fails, and keeps one backup of repeated starts', async () => {
    await sql`create table outbox (id integer primary key)`.execute(old.db)
    for (let start = 0; start < 2; start += 1)
      await expect(prepareDatabase(config, { demoContent: false })).rejects.toThrow(/outbox/)
    expect(await appliedMigrations(old.db)).toEqual(['0001-foundation'])
    expect(await backupsOf(config)).toHaveLength(1)
    await sql`drop table outbox`.execute(old.db)
    await prepareDatabase(config, { demoContent: false })
    expect(await titles(old.db)).toEqual(['An old post'])
    expect(await backupsOf(config)).toHaveLength(1)
  })

  const losses = {
    sqlite: ['create trigger lose after insert on schema_migrations begin delete from contact_messages; end'],
    postgres: [
      'create rule lose as on insert to schema_migrations do also delete from contact_messages',
      `create function lose() returns trigger as 'begin truncate contact_messages cascade; return null; end' language plpgsql;
      create trigger lose after insert on schema_migrations for each statement execute function lose()`,
    ],
  }
  it.each(losses[name])('changes nothing when rows would disappear: %s', async (loss) => {
    await sql.raw(loss).execute(old.db)
    await expect(prepareDatabase(config, { demoContent: false })).rejects.toThrow(
      'The upgrade would remove 1 of 1 rows of contact_messages: nothing was changed.',
    )
    expect(await appliedMigrations(old.db)).toEqual(['0001-foundation'])
  })

  it('is left to the start of the site: account commands change nothing', async () => {
    const { code, out, err } = await runCommand('admin', config, ['list'])
    expect([code, out, err]).toEqual([
      1,
      '',
      'The database is older than this version of the site. Start the site first, or use the version that is running.\n',
    ])
    expect(await appliedMigrations(old.db)).toEqual(['0001-foundation'])
    expect(await backupsOf(config)).toEqual([])
  })

  it('does not start when the backup cannot be written', async () => {
    await writeFile(join(config.dataDir, 'upgrades'), 'not a folder')
    await expect(prepareDatabase(config, { demoContent: false })).rejects.toThrow(
      /^The database was not upgraded, because the backup before it failed\. UPGRADE_BACKUP=false upgrades without one\. /,
    )
    expect(await appliedMigrations(old.db)).toEqual(['0001-foundation'])
  })

  /** Upgrades in a process that kills itself while it writes its `backup`, or after the query with this text. */
  async function upgradeUntil(killedAt: string) {
    const script = `
      import { readdirSync } from 'node:fs'
      import pino from 'pino'
      import { prepareDatabase } from ${JSON.stringify(join(import.meta.dirname, '../db/prepare.ts'))}
      const killedAt = ${JSON.stringify(killedAt)}
      const kill = () => process.kill(process.pid, 'SIGKILL')
      const onQuery = ({ query }) => {
        if ([query.sql, ...query.parameters].join(' ').includes(killedAt)) kill()
      }
      const config = { ...${JSON.stringify({ ...config, logger: undefined })}, logger: pino({ level: 'silent' }) }
      const killDuringBackup = () => {
        const files = readdirSync(config.dataDir, { recursive: true })
        if (files.some((file) => file.endsWith(process.pid + '.part'))) kill()
        setImmediate(killDuringBackup)
      }
      if (killedAt === 'backup') killDuringBackup()
      await prepareDatabase({ ...config, onQuery }, { demoContent: false })`
    const child = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: 'inherit' })
    const [, signal] = await once(child, 'close')
    return signal
  }

  it('leaves the old schema when it is killed', async () => {
    const unfinished = async () => (await backupsOf(config)).filter((file) => !file.endsWith('.db')).length
    for (let kill = 0; kill < 2; kill += 1)
      expect([await upgradeUntil('backup'), await unfinished()]).toEqual(['SIGKILL', 1])
    for (const killedAt of ['0002-last-editor', '0025-working-copies', 'insert into "job_runs"']) {
      expect([killedAt, await upgradeUntil(killedAt)]).toEqual([killedAt, 'SIGKILL'])
      expect([killedAt, await appliedMigrations(old.db)]).toEqual([killedAt, ['0001-foundation']])
      expect(await titles(old.db)).toEqual(['An old post'])
    }
    await prepareDatabase(config, { demoContent: false })
    expect(await isMigrated(old.db)).toBe(true)
    expect(await titles(old.db)).toEqual(['An old post'])
    expect(await unfinished()).toBe(0)
  })
})

it('ignores rows that another node deletes during an upgrade of postgres', async () => {
  const config = await emptyConfig('postgres')
  const other = openDatabase(config)
  await fillAsFirstVersion(other)
  const [counted, ended] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const deletion = other.db.transaction().execute(async (trx) => {
    await trx.deleteFrom('contact_messages').execute()
    ended.resolve()
    await counted.promise
  })
  await ended.promise
  const onQuery = ({ query }: LogEvent) => {
    // A later migration waits for the deletion, because it alters the table.
    if (query.parameters.includes('0002-last-editor')) counted.resolve()
  }
  await prepareDatabase({ ...config, onQuery }, { demoContent: false })
  await deletion
  expect(await isMigrated(other.db)).toBe(true)
  expect(await other.db.selectFrom('contact_messages').select('id').execute()).toEqual([])
  await other.db.destroy()
  await rm(config.dataDir, { recursive: true })
})

/** PostGIS has such a table. */
async function addToExtension(config: UpstreamConfig) {
  const { db } = openDatabase(config)
  await sql`create table of_extension (id integer)`.execute(db)
  await sql`alter extension plpgsql add table of_extension`.execute(db)
  await db.destroy()
}

/** Changes the database like a newer version could. */
async function upgradeFurther(config: UpstreamConfig) {
  const { db } = openDatabase(config)
  await sql`insert into schema_migrations (name) values ('9999-latest'), ('9999-later')`.execute(db)
  await sql`create table later (post_id integer not null references posts (id))`.execute(db)
  await sql`insert into later (post_id) select id from posts`.execute(db)
  await sql`alter table posts add column later integer not null default 1`.execute(db)
  await db.destroy()
}

/** Opens the site, does `work`, and closes it. */
async function withSite<Result>(
  config: UpstreamConfig,
  work: (call: (path: string, json?: unknown) => Promise<Response>) => Promise<Result>,
) {
  const upstream = await openUpstream(config)
  const headers = new Headers({ 'content-type': 'application/json' })
  const call = (path: string, json?: unknown) =>
    upstream.fetch(
      new Request(
        `http://upstream/api${path}`,
        json === undefined ? { headers } : { method: 'POST', body: JSON.stringify(json), headers },
      ),
    )
  try {
    const { data } = await (await call('/auth/login', admin)).json()
    headers.set('authorization', `Bearer ${data.token}`)
    return await work(call)
  } finally {
    await upstream.close()
  }
}

describe.each(databases)('rolling back %s', (name) => {
  it('restores the former schema and content', async () => {
    const config = await emptyConfig(name)
    const post = (title: string) => ({
      ...{ title, excerpt: 'About ropes', content: 'Ropes hold.', tags: ['rope'], published: true },
    })
    if (name === 'postgres') await addToExtension(config)
    await withSite(config, async (call) => {
      expect((await call('/invitations', { email: 'bo@example.com', role: 'author' })).status).toBe(201)
      await backUpBeforeUpgrade(config, '9999-sooner')
      expect((await call('/blogs', post('Kept'))).status).toBe(201)
    })
    expect((await runCommand('rollback', config, [])).err).toBe(
      'The database was not upgraded by a newer version of the site than this one: there is nothing to roll back. Run this with the version to go back to.\n',
    )
    await withSite(config, async (call) => {
      await backUpBeforeUpgrade(config, '9999-later')
      expect((await call('/blogs', post('Lost'))).status).toBe(201)
    })
    await upgradeFurther(config)
    const backup = await runCommand('backup', config, [join(config.dataDir, 'backup.db')])
    expect(backup.err).toContain('go back to this one with `npm run rollback`')

    const refused = await runCommand('rollback', config, [])
    expect([refused.code, refused.err]).toEqual([
      1,
      expect.stringMatching(
        /A rollback loses what was written since \(posts: 1, entries of the activity log: 1\): --yes confirms that\.\n$/,
      ),
    ])
    const done = await runCommand('rollback', config, ['--yes'])
    expect([done.code, done.err]).toEqual([0, ''])
    expect(done.out).toMatch(
      /^Rolled back to .+ \(posts: 1, .*\)\. Invitations to send again: 1\. Lost: posts: 1, entries of the activity log: 1\.\n$/,
    )

    await withSite(config, async (call) => {
      const list = await (await call('/blogs')).json()
      expect(list).toMatchObject({ total: 1, data: { blogs: [{ title: 'Kept' }] } })
      expect(await (await call('/blogs?search=ropes')).json()).toMatchObject({ total: 1 })
      expect((await call('/blogs', post('Written after'))).status).toBe(201)
    })
    await rm(config.dataDir, { recursive: true })
  })

  it('asks before it undoes what only the activity log records, which is not a sign-in', async () => {
    const config = await emptyConfig(name)
    await withSite(config, async (call) => {
      await backUpBeforeUpgrade(config, '9999-later')
      expect((await call('/redirects', { from: '/old', to: '/about' })).status).toBe(201)
    })
    await withSite(config, async () => {})
    await upgradeFurther(config)
    const { code, err } = await runCommand('rollback', config, [])
    expect([code, err]).toEqual([
      1,
      expect.stringContaining('what was written since (entries of the activity log: 1): --yes confirms'),
    ])
    await rm(config.dataDir, { recursive: true })
  })

  it('asks before it loses figures, hits of redirects and changes of notes', async () => {
    const config = await emptyConfig(name)
    const post = { title: 'With notes', content: 'x', published: true }
    const event = { type: 'view', path: '/', entry: true }
    await withSite(config, async (call) => {
      const view = async (visitor: string) =>
        expect((await call('/analytics/events', { visitor, route: '/', event })).status).toBe(204)
      const { data } = await (await call('/blogs', post)).json()
      for (const text of ['First', 'Second', 'Third'])
        expect((await call(`/blogs/${data.id}/notes`, { text })).status).toBe(201)
      expect((await call('/redirects', { from: '/old', to: '/about' })).status).toBe(201)
      expect((await call('/redirects', { from: '/older', to: '/about' })).status).toBe(201)
      await view('ann')
      const { db } = openDatabase(config)
      const views = db.selectFrom('page_figures').select('views').where('page_id', '=', 0)
      const untilCounted = (count: number) =>
        eventually('the views', async () => (await views.executeTakeFirst())?.views === count)
      await untilCounted(1)
      await backUpBeforeUpgrade(config, '9999-later')
      for (const visitor of ['ben', 'cai']) await view(visitor)
      await untilCounted(3)
      const { id } = await db.selectFrom('redirects').select('id').limit(1).executeTakeFirstOrThrow()
      const hits = { hits: [{ id: String(id), count: 3 }], missing: [] }
      expect((await call('/redirects/hits', hits)).status).toBe(204)
      const change = (text: string, changes: object) =>
        db.updateTable('notes').set(changes).where('text', '=', text).execute()
      await change('First', { edited_at: Date.now() + 1 })
      await change('Second', { resolved_at: Date.now() + 1 })
      await db.destroy()
    })
    await upgradeFurther(config)
    const { err } = await runCommand('rollback', config, [])
    expect(err).toContain(
      'what was written since (notes: 2, redirects with hits: 1, page views: 2, landing figures: 2): --yes confirms',
    )
    await rm(config.dataDir, { recursive: true })
  })

  it('requires the backup of the last upgrade', async () => {
    const config = await emptyConfig(name)
    await prepareDatabase(config, { demoContent: false })
    await backUpBeforeUpgrade(config, '9998-sooner')
    await upgradeFurther(config)
    const { code, err } = await runCommand('rollback', config, ['--yes'])
    expect([code, err]).toEqual([
      1,
      `The backup before 9999-later is not in ${join(config.dataDir, 'upgrades')}. If another node upgraded the database, it is in the DATA_DIR of that node; an upgrade with UPGRADE_BACKUP=false wrote none.\n`,
    ])
    const damaged = join(config.dataDir, 'upgrades', 'before-9999-later-29990101T000000000Z.db')
    await writeFile(damaged, 'not a database')
    const rejected = await runCommand('rollback', config, ['--yes'])
    expect([rejected.code, rejected.err]).toEqual([1, expect.stringContaining(`${damaged} cannot be read: `)])
    await rm(config.dataDir, { recursive: true })
  })
})
