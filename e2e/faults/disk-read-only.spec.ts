import { spawnSync } from 'node:child_process'
import { chmod, cp, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from '@playwright/test'
import * as z from 'zod'
import { accountEnv } from '../support/session.ts'
import { unique } from '../support/fixtures.ts'
import { seededFolder, startServer, type ServerProcess } from '../support/server-process.ts'
import { Staff } from '../support/staff-client.ts'
import { calls, toFormData, visitorErrors } from '../support/faults/api-calls.ts'
import { covers } from '../support/faults/cover-images.ts'

const readOnly = { error: 'Nothing can be stored at the moment: the database is read-only.' }
const postSchema = z.object({ data: z.object({ id: z.string(), slug: z.string(), coverImage: z.string() }) })

const isRoot = process.getuid?.() === 0
/** Root ignores file permissions unless it runs without these capabilities. */
const bounded = isRoot ? ['setpriv', '--bounding-set=-dac_override,-dac_read_search', '--'] : []

const article = (title: string) =>
  toFormData({ title, content: 'x', published: 'true', coverImage: covers[0].file })

async function samples(): Promise<string> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'halyard-read-only-'))
  await cp(seededFolder(), dataDir, { recursive: true })
  return dataDir
}

const start = (dataDir: string, through: string[] = []) =>
  startServer({ entry: '.next/site/start.mjs', portVariable: 'PORT', env: accountEnv, dataDir, through })

async function written(server: ServerProcess) {
  const token = await Staff.signIn(server.url)
  const created = await calls(server.url, token).create(article(unique('Written before')))
  return { token, post: postSchema.parse(JSON.parse(created.body)).data }
}

type Written = Awaited<ReturnType<typeof written>>

/** Writes fail with 503 and a message, reads work. */
async function expectReadOnly({ url, log }: ServerProcess, { token, post }: Written) {
  const site = calls(url, token)
  const rejected = {
    create: await site.create(article(unique('Rejected'))),
    update: await site.update(post.id, article(unique('Changed'))),
    remove: await site.remove(post.id),
    contact: await site.contact('Read-only'),
    subscribe: await site.subscribe(),
    signIn: await site.signIn(),
  }
  for (const [call, { status, body }] of Object.entries(rejected)) {
    expect(status, `${call}: ${body}\n${log()}`).toBe(503)
    expect(JSON.parse(body), call).toEqual(visitorErrors.get(call) ?? readOnly)
  }
  for (const address of [`/blog/${post.slug}`, '/blog', '/blog?search=before', post.coverImage, '/api/ready'])
    expect((await site.read(address)).status, address).toBe(200)
  for (const address of ['/api/blogs?status=all', '/api/stats'])
    expect((await site.readAsStaff(address)).status, address).toBe(200)
}

async function expectWritable({ url }: ServerProcess, { token, post }: Written) {
  const site = calls(url, token)
  expect((await site.create(article(unique('Stored again')))).status).toBe(201)
  expect((await site.update(post.id, article(unique('Changed again')))).status).toBe(200)
  expect((await site.remove(post.id)).status).toBe(200)
  expect((await site.contact('Stored again')).status).toBe(201)
}

test.describe('a read-only database', { tag: '@once' }, () => {
  test('without write permission: writes work again once it is granted, without a restart', async () => {
    const dataDir = await samples()
    const first = await start(dataDir)
    const before = await written(first)
    await first.stop()

    const file = path.join(dataDir, 'halyard.db')
    await chmod(file, 0o444)
    const server = await start(dataDir, bounded)
    await expectReadOnly(server, before)
    for (const name of await readdir(dataDir)) await chmod(path.join(dataDir, name), 0o600)
    await expectWritable(server, before)
    await server.stop()
    await rm(dataDir, { recursive: true })
  })

  test('made immutable while the server runs: writes fail until it is writable again', async () => {
    const dataDir = await samples()
    const probe = path.join(dataDir, 'probe')
    await writeFile(probe, '')
    const mark = (flag: '+i' | '-i', ...files: string[]) => spawnSync('chattr', [flag, ...files]).status === 0
    const isPossible = mark('+i', probe) && mark('-i', probe)
    test.info().annotations.push({
      type: 'how',
      description: isPossible
        ? 'immutable files'
        : 'no right to mark files: the permission above stands for it',
    })
    if (isPossible) {
      const server = await start(dataDir)
      const before = await written(server)
      const files = ['halyard.db', 'halyard.db-wal'].map((name) => path.join(dataDir, name))
      mark('+i', ...files)
      try {
        await expectReadOnly(server, before)
      } finally {
        mark('-i', ...files)
      }
      await expectWritable(server, before)
      await server.stop()
    }
    await rm(dataDir, { recursive: true })
  })
})
