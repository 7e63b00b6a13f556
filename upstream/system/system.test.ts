import { readdir, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { checkFile, openFile } from '../backup/file.ts'
import { openDatabase } from '../db/open.ts'
import { listJobs } from '../jobs/list.ts'
import { databases, startUpstream, type TestUpstream } from '../testing/harness.ts'

describe.each(databases)('the system on %s', (database) => {
  let up: TestUpstream
  let owner: string

  beforeAll(async () => {
    up = await startUpstream(database)
    owner = await up.signIn()
  })
  afterAll(() => up.stop())

  const read = async () => (await up.call('GET', '/api/system', { token: owner })).json.data
  const download = () =>
    up.fetch(
      new Request('http://upstream/api/system/backup', {
        method: 'POST',
        headers: { authorization: `Bearer ${owner}` },
      }),
    )

  it('is for owners only', async () => {
    for (const [method, path] of [
      ['GET', '/api/system'],
      ['POST', '/api/system/backup'],
    ] as const) {
      expect((await up.call(method, path)).status).toBe(401)
      for (const role of ['editor', 'author'] as const)
        expect((await up.call(method, path, { token: await up.signInAs(role) })).status).toBe(403)
    }
  })

  it('has a database, a disk, jobs, and no backup yet', async () => {
    const system = await read()
    expect(system).toMatchObject({
      database: {
        kind: database === 'sqlite' ? 'SQLite' : 'PostgreSQL',
        version: expect.stringMatching(/^\d+\.\d+/),
        bytes: expect.any(Number),
      },
      backup: null,
      outbox: null,
    })
    expect(system.jobs[0]).toEqual({ name: 'changes', at: expect.any(String) })
    // A minute after the start come those that run in the background.
    for (const job of system.jobs) expect(job).not.toHaveProperty('error')
    expect(system.database.bytes).toBeGreaterThan(10_000)
    expect(system.disk.freeBytes).toBeLessThan(system.disk.totalBytes)
  })

  it('removes what killed processes left', async () => {
    for (const name of [
      '.backup-download-of-a-killed-process.db',
      'restore.1.part',
      'restore.1.part-journal',
    ]) {
      const leftover = join(up.config.dataDir, name)
      await writeFile(leftover, 'x')
      await utimes(leftover, 0, 0)
    }
    await writeFile(join(up.config.dataDir, 'restore.2.part'), 'in use')
    const opened = openDatabase(up.config)
    for (const { name, run } of listJobs(opened, up.config)) if (name === 'disk-check') await run(() => false)
    await opened.db.destroy()
    const names = await readdir(up.config.dataDir)
    expect(names.filter((name) => /^(\.backup|restore)/.test(name))).toEqual(['restore.2.part'])
  })

  it('makes a verified backup, leaves no file, and records it once it is downloaded', async () => {
    await (await download()).body?.cancel()
    expect((await read()).backup).toBeNull()
    const response = await download()
    expect(response.status).toBe(200)
    expect(response.headers.get('content-disposition')).toMatch(
      /^attachment; filename="halyard-\d{4}-\d\d-\d\dT\d{4}\.db"$/,
    )
    const bytes = Buffer.from(await response.arrayBuffer())
    expect(Number(response.headers.get('content-length'))).toBe(bytes.length)
    expect((await readdir(up.config.dataDir)).filter((name) => name.startsWith('.backup'))).toEqual([])
    const file = join(up.config.dataDir, 'downloaded.db')
    await writeFile(file, bytes)
    const db = openFile(file, { readonly: true })
    const { contents } = await checkFile(db).finally(() => db.destroy())
    const rows = contents.reduce((sum, table) => sum + table.rows, 0)
    expect(contents.find(({ table }) => table === 'accounts')?.rows).toBeGreaterThan(0)
    const { backup } = await read()
    expect(backup).toEqual({ at: expect.any(String), rows, bytes: bytes.length, file: null })
    const log = await up.call('GET', '/api/activity?kind=backup', { token: owner })
    const entry = { kind: 'backup.downloaded', object: { name: expect.stringMatching(/^halyard-.*\.db$/) } }
    expect(log.json.data.activity).toMatchObject([entry, entry])
  })

  it('reports failed jobs', async () => {
    const db = await up.tables()
    const runs = [
      { name: 'a-good-one', ran_at: 1, result: 'ok' },
      { name: 'b-running', ran_at: 2, result: 'running' },
      { name: 'c-failed', ran_at: 3, result: 'The disk is full.' },
    ]
    await db.insertInto('job_runs').values(runs).execute()
    const { jobs } = await read()
    expect(jobs.filter(({ name }: { name: string }) => /^[abc]-/.test(name))).toEqual([
      { name: 'a-good-one', at: '1970-01-01T00:00:00.001Z' },
      { name: 'b-running', at: '1970-01-01T00:00:00.002Z' },
      { name: 'c-failed', at: '1970-01-01T00:00:00.003Z', error: 'The disk is full.' },
    ])
  })

  it('makes one backup at a time', async () => {
    const statuses = await Promise.all(
      [1, 2, 3].map(async () => {
        const response = await download()
        await response.arrayBuffer()
        return response.status
      }),
    )
    expect(statuses.toSorted()).toEqual([200, 409, 409])
  })
})
