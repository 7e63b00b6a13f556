import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect } from '@playwright/test'
import * as z from 'zod'
import { postSchema } from '#contract/posts.ts'
import { accountEnv } from '../support/session.ts'
import { startServer, type ServerProcess } from '../support/server-process.ts'
import { Staff } from '../support/staff-client.ts'
import { calls, toFormData, type CallResult } from '../support/faults/api-calls.ts'
import { covers } from '../support/faults/cover-images.ts'
import { test } from '../support/faults/postgres-fixtures.ts'
import { postgresRows, sqliteRows } from '../support/faults/rows.ts'
import { expectConsistent } from '../support/faults/integrity.ts'

const EDITORS = 10
const ROUNDS = 6
const SHARED_POSTS = 3
const storedSchema = z.object({ data: postSchema })
const listSchema = z.object({ total: z.number() })

interface Tally {
  own: string[]
  saved: Map<string, number>
  conflicts: number
}

/** A call that a busy server rejected has changed nothing, so its client sends it again; so is a read that took too long. */
async function untilNotBusy(call: () => Promise<CallResult>, busy = [503]): Promise<CallResult> {
  const result = await call()
  return busy.includes(result.status) ? untilNotBusy(call, busy) : result
}

/** The server logs each rejection and its cause. */
const isAboutLoad = (line: string) => /"problem":"busy"|"code":"(unavailable|gateway_timeout)"/.test(line)

function patientCalls(url: string, token: string) {
  const { read, readAsStaff, create, update, remove } = calls(url, token)
  return {
    read: (path: string) => untilNotBusy(() => read(path), [503, 504]),
    readAsStaff: (path: string) => untilNotBusy(() => readAsStaff(path), [503, 504]),
    create: (form: FormData) => untilNotBusy(() => create(form)),
    update: (id: string, form: FormData, headers?: Record<string, string>) =>
      untilNotBusy(() => update(id, form, headers)),
    remove: (id: string) => untilNotBusy(() => remove(id)),
  }
}

type Site = ReturnType<typeof patientCalls>
const parsePost = (body: string) => storedSchema.parse(JSON.parse(body)).data

/** Creates and deletes its own posts, and saves shared posts from the version that it read. */
async function edit(site: Site, name: string, shared: string[]): Promise<Tally> {
  const tally: Tally = { own: [], saved: new Map(), conflicts: 0 }
  for (let round = 0; round < ROUNDS; round++) {
    const created = []
    for (const part of ['kept', 'passing'])
      created.push(
        await site.create(
          toFormData({
            title: `${name} ${part} ${round}`,
            content: 'x',
            coverImage: covers[0].file,
            tags: '["Rope"]',
          }),
        ),
      )
    expect(created.map(({ status }) => status)).toEqual([201, 201])
    const [kept, passing] = created.map(({ body }) => parsePost(body).id)
    tally.own.push(kept ?? '')
    expect((await site.remove(passing ?? '')).status).toBe(200)
    const bulk = tally.own.map((id) => site.update(id, toFormData({ published: 'true' })))
    for (const { status, body } of await Promise.all(bulk)) expect(status, body).toBe(200)
    for (const id of shared) {
      const { version } = parsePost((await site.readAsStaff(`/api/blogs/${id}`)).body)
      const content = `Saved by ${name} in round ${round}`
      const saved = await site.update(id, toFormData({ content }), { 'if-match': `"v${version}"` })
      expect([200, 412], saved.body).toContain(saved.status)
      if (saved.status === 412) tally.conflicts += 1
      else tally.saved.set(id, (tally.saved.get(id) ?? 0) + 1)
    }
  }
  return tally
}

/** Reads public pages until `isOver`; every read must succeed. */
async function read(site: Site, isOver: () => boolean): Promise<Set<number>> {
  const statuses = new Set<number>()
  while (!isOver())
    for (const address of [
      '/blog',
      '/api/blogs?search=kept',
      '/api/tags',
      '/blog?tag=Rope',
      '/api/blogs?limit=50',
    ])
      statuses.add((await site.read(address)).status)
  return statuses
}

async function expectExact({ url }: ServerProcess) {
  const sessions: string[] = []
  while (sessions.length < EDITORS) sessions.push(await Staff.signIn(url))
  expect(new Set(sessions).size).toBe(EDITORS)
  const editors = sessions.map((token) => patientCalls(url, token))
  const [first] = editors
  if (!first) throw new Error('There is no editor.')
  const shared: string[] = []
  for (let number = 0; number < SHARED_POSTS; number++)
    shared.push(
      parsePost((await first.create(toFormData({ title: `Shared ${number}`, content: 'x' }))).body).id,
    )

  let isOver = false
  const readers = Promise.all([1, 2, 3].map(() => read(first, () => isOver)))
  const tallies = await Promise.all(editors.map((site, number) => edit(site, `Editor ${number}`, shared)))
  isOver = true
  // The page of a tag without public posts is a 404.
  for (const statuses of await readers)
    expect([...statuses].filter((status) => ![200, 404].includes(status))).toEqual([])

  for (const id of shared) {
    const saves = tallies.reduce((sum, { saved }) => sum + (saved.get(id) ?? 0), 0)
    const post = parsePost((await first.readAsStaff(`/api/blogs/${id}`)).body)
    expect(post.version, 'one version for each save that was acknowledged').toBe(1 + saves)
  }
  expect(
    tallies.reduce((sum, { conflicts }) => sum + conflicts, 0),
    'saves that came too late',
  ).toBeGreaterThan(0)
  const list = await first.readAsStaff('/api/blogs?status=published')
  expect(listSchema.parse(JSON.parse(list.body)).total).toBe(EDITORS * ROUNDS)
  for (const id of tallies.flatMap(({ own }) => own)) {
    const post = parsePost((await first.read(`/api/blogs/${id}`)).body)
    expect(post).toMatchObject({ published: true, tags: ['Rope'], cover: { width: 64, height: 48 } })
  }
}

async function underEditors(database: Record<string, string>) {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'halyard-editors-'))
  const env = { ...accountEnv, DEMO_CONTENT: 'false', ...database }
  const server = await startServer({ entry: '.next/site/start.mjs', portVariable: 'PORT', env, dataDir })
  await expectExact(server)
  await server.stop()
  const lines = server.log().split('\n')
  expect(lines.filter((line) => line !== '' && !isAboutLoad(line))).toEqual([])
  const isPostgres = database['DATABASE_URL'] !== undefined
  const rows = isPostgres ? postgresRows(database['DATABASE_URL'] ?? '') : sqliteRows(dataDir)
  await expectConsistent(rows, isPostgres ? 'postgres' : 'sqlite', 'after the editors')
  await rm(dataDir, { recursive: true })
}

test.describe('ten concurrent editors with bulk changes and readers', () => {
  test.describe.configure({ timeout: 600_000 })
  test('get exact results on SQLite', { tag: '@once' }, () => underEditors({}))
  test('get exact results on PostgreSQL', { tag: '@long' }, async ({ postgres }) =>
    underEditors({ DATABASE_URL: await postgres.emptyDatabase() }),
  )
})
