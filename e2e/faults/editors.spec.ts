import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect } from '@playwright/test'
import { z } from 'zod'
import { postSchema } from '../../lib/blog/schema.ts'
import { accountEnv } from '../account.ts'
import { startServer, type ServerProcess } from '../server-process.ts'
import { Staff } from '../staff.ts'
import { calls, formOf } from './calls.ts'
import { covers } from './covers.ts'
import { test } from './postgres.ts'
import { postgresRows, sqliteRows } from './rows.ts'
import { expectWhole } from './wholeness.ts'

const EDITORS = 10
const ROUNDS = 6
const SHARED_POSTS = 3
const storedSchema = z.object({ data: postSchema })
const listSchema = z.object({ total: z.number() })

/** What the calls of one editor came to. */
interface Tally {
  own: string[]
  saved: Map<string, number>
  conflicts: number
}

type Site = ReturnType<typeof calls>
const parsePost = (body: string) => storedSchema.parse(JSON.parse(body)).data

/** Creates, deletes, bulk changes of what is its own, and saves of what all edit at once, each from the version it read. */
async function edit(site: Site, name: string, shared: string[]): Promise<Tally> {
  const tally: Tally = { own: [], saved: new Map(), conflicts: 0 }
  for (let round = 0; round < ROUNDS; round++) {
    const created = []
    for (const part of ['kept', 'passing'])
      created.push(
        await site.create(
          formOf({
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
    const bulk = tally.own.map((id) => site.update(id, formOf({ published: 'true' })))
    for (const { status, body } of await Promise.all(bulk)) expect(status, body).toBe(200)
    for (const id of shared) {
      const { version } = parsePost((await site.readAsStaff(`/api/blogs/${id}`)).body)
      const content = `Saved by ${name} in round ${round}`
      const saved = await site.update(id, formOf({ content }), { 'if-match': `"v${version}"` })
      expect([200, 412], saved.body).toContain(saved.status)
      if (saved.status === 412) tally.conflicts += 1
      else tally.saved.set(id, (tally.saved.get(id) ?? 0) + 1)
    }
  }
  return tally
}

/** Visitors, until `isOver`: whatever is written meanwhile, they are answered. */
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
  const editors = sessions.map((token) => calls(url, token))
  const [first] = editors
  if (!first) throw new Error('There is no editor.')
  const shared: string[] = []
  for (let number = 0; number < SHARED_POSTS; number++)
    shared.push(parsePost((await first.create(formOf({ title: `Shared ${number}`, content: 'x' }))).body).id)

  let isOver = false
  const readers = Promise.all([1, 2, 3].map(() => read(first, () => isOver)))
  const tallies = await Promise.all(editors.map((site, number) => edit(site, `Editor ${number}`, shared)))
  isOver = true
  // A tag that nothing public has yet is a page that is not there.
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
  const server = await startServer({ entry: 'server.ts', portVariable: 'PORT', env, dataDir })
  await expectExact(server)
  await server.stop()
  expect(server.log()).toBe('')
  const isPostgres = database['DATABASE_URL'] !== undefined
  const rows = isPostgres ? postgresRows(database['DATABASE_URL'] ?? '') : sqliteRows(dataDir)
  await expectWhole(rows, isPostgres ? 'postgres' : 'sqlite', 'after the editors')
  await rm(dataDir, { recursive: true })
}

test.describe('ten editors, their bulk changes and readers at once', () => {
  test.describe.configure({ timeout: 180_000 })
  test('get exact results on SQLite', { tag: '@once' }, () => underEditors({}))
  // Its connections are waited for two seconds: with another test beside it that is too little.
  test('get exact results on PostgreSQL', { tag: '@long' }, async ({ postgres }) =>
    underEditors({ DATABASE_URL: await postgres.emptyDatabase() }),
  )
})
