import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { describe, expect, it } from '@jest/globals'
import { sql } from 'kysely'
import pino from 'pino'
import type { ChangeEvent } from '#contract/changes.ts'
import { openUpstream, type Upstream } from '../app.ts'
import { eventually } from '#testing/eventually.ts'
import { databases, startUpstream, type TestUpstream } from '../testing/harness.ts'
import { listenForChanges } from './listen.ts'

const logger = pino({ level: 'silent' })

const changesSince = async (up: TestUpstream, since: number) =>
  (await up.call('GET', `/api/changes?since=${since}`)).json.data

function collect(upstream: Pick<Upstream, 'changes'>): ChangeEvent[] {
  const events: ChangeEvent[] = []
  upstream.changes.subscribe((event) => events.push(event))
  return events
}

const idsOf = (events: ChangeEvent[]) =>
  events.map((event) => (event.type === 'change' ? event.change.id : 'reset'))

describe.each(databases)('changes on %s', (database) => {
  it('list the changed pages of each write', async () => {
    const up = await startUpstream(database)
    const token = await up.signIn()
    let latest = 0
    const changesOf = async (method: string, path: string, json?: unknown) => {
      const response = await up.call(method, path, { token, ...(json !== undefined && { json }) })
      expect(response.status).toBeLessThan(300)
      const data = await changesSince(up, latest)
      expect(data.complete).toBe(true)
      latest = data.latest
      return data.changes.map(({ tags, removes }: { tags: string[]; removes: boolean }) => ({
        tags: tags.toSorted(),
        removes,
      }))
    }
    const draft = { title: 'First', content: 'x', tags: ['Sea', 'Rope'] }
    expect(await changesOf('POST', '/api/blogs', draft)).toEqual([])
    const { id } = (await up.call('GET', '/api/blogs/first', { token })).json.data
    expect(await changesOf('PUT', `/api/blogs/${id}`, { content: 'still a draft' })).toEqual([])
    const { json } = await up.call('POST', '/api/categories', { token, json: { name: 'Hidden' } })
    const category = `/api/categories/${json.data.id}`
    const onlyPosts = [{ tags: ['posts'], removes: false }]
    expect(await changesOf('PUT', category, { slug: 'still-hidden' })).toEqual(onlyPosts)
    expect(await changesOf('DELETE', category)).toEqual(onlyPosts)
    const common = ['posts', `post:${id}`, 'post:first', 'related:rope', 'related:sea']
    const change = (removes: boolean, ...more: string[]) => [
      { tags: [...common, ...more].toSorted(), removes },
    ]
    await changesOf('PUT', `/api/blogs/${id}`, { tags: ['Sea', 'Rope', 'Secret'] })
    const published = { published: true, tags: ['Sea', 'Rope'] }
    expect(await changesOf('PUT', `/api/blogs/${id}`, published)).toEqual(change(false))
    expect(await changesOf('PUT', `/api/blogs/${id}`, { tags: ['Rope', 'Salt'] })).toEqual(
      change(false, 'related:salt'),
    )
    const moved = ['related:salt', 'post:second'].toSorted()
    const now = [...common.filter((tag) => tag !== 'related:sea'), ...moved].toSorted()
    expect(await changesOf('PUT', `/api/blogs/${id}`, { slug: 'second' })).toEqual([
      { tags: now, removes: true },
    ])
    expect(await changesOf('POST', '/api/blogs/second/views', { visitor: 'someone' })).toEqual([])
    expect(await changesOf('PUT', `/api/blogs/${id}`, { published: false })).toEqual([
      { tags: now, removes: true },
    ])
    expect(await changesOf('PUT', `/api/blogs/${id}`, { published: true })).toEqual([
      { tags: now, removes: false },
    ])
    const [removed, back] = [[{ tags: now, removes: true }], [{ tags: now, removes: false }]]
    expect(await changesOf('POST', `/api/blogs/${id}/archive`)).toEqual(removed)
    expect(await changesOf('DELETE', `/api/blogs/${id}`)).toEqual([])
    expect(await changesOf('POST', `/api/blogs/${id}/restore`)).toEqual([])
    expect(await changesOf('POST', `/api/blogs/${id}/restore`)).toEqual(back)
    expect(await changesOf('DELETE', `/api/blogs/${id}`)).toEqual(removed)
    expect(await changesOf('POST', `/api/blogs/${id}/restore`)).toEqual(back)
    expect(await changesOf('DELETE', `/api/blogs/${id}?forever=true`)).toEqual(removed)
    await up.stop()
  })

  it('reach subscribers before the response of the write', async () => {
    const up = await startUpstream(database)
    const token = await up.signIn()
    const events = collect(up)
    for (let n = 1; n <= 3; n += 1) {
      await up.call('POST', '/api/blogs', {
        token,
        json: { title: `Post ${n}`, content: 'x', published: true },
      })
      expect(idsOf(events)).toEqual(Array.from({ length: n }, (_, index) => index + 1))
    }
    await up.stop()
  })

  it('arrive in order and once with concurrent writes', async () => {
    const up = await startUpstream(database)
    const other = await openUpstream({ ...up.config, logger })
    const token = await up.signIn()
    const [here, there] = [collect(up), collect(other)]
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    const write = async (upstream: Pick<Upstream, 'fetch'>, title: string) => {
      const body = JSON.stringify({ title, content: 'x', published: true })
      const response = await upstream.fetch(
        new Request('http://upstream/api/blogs', { method: 'POST', headers, body }),
      )
      expect(response.status).toBe(201)
    }
    const numbers = Array.from({ length: 20 }, (_, index) => index + 1)
    await Promise.all(numbers.map((n) => write(n % 2 ? up : other, `Post ${n}`)))
    await Promise.all([up.changes.refresh(), other.changes.refresh()])
    expect(idsOf(here)).toEqual(numbers)
    expect(idsOf(there)).toEqual(numbers)
    expect((await changesSince(up, 5)).changes.map(({ id }: { id: number }) => id)).toEqual(numbers.slice(5))
    await other.close()
    await up.stop()
  })

  it('of another process arrive without a refresh', async () => {
    const up = await startUpstream(database)
    const events = collect(up)
    const app = join(import.meta.dirname, '..', 'app.ts')
    const script = `
      import pino from 'pino'
      import { openUpstream } from ${JSON.stringify(app)}
      const upstream = await openUpstream({ ...${JSON.stringify({ ...up.config, logger: undefined })}, logger: pino({ level: 'silent' }) })
      const send = (path, json, headers) => upstream.fetch(new Request('http://upstream' + path, {
        method: 'POST', body: JSON.stringify(json), headers: { 'content-type': 'application/json', ...headers },
      }))
      const { data } = await (await send('/api/auth/login', ${JSON.stringify(up.config.admin)})).json()
      const post = { title: 'From elsewhere', content: 'x', published: true }
      await send('/api/blogs', post, { authorization: 'Bearer ' + data.token })
      await upstream.close()`
    const child = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: 'inherit' })
    expect(await once(child, 'exit')).toEqual([0, null])
    await eventually('the change of the other process', () => events.length > 0)
    expect(idsOf(events)).toEqual([1])
    await up.stop()
  })

  it('reset subscribers after they were purged', async () => {
    const up = await startUpstream(database)
    const db = await up.tables()
    const insert = (ids: number[]) =>
      db
        .insertInto('changes')
        .values(ids.map((id) => ({ id, tags: '["posts"]', removes: 0, created_at: Date.now() })))
        .execute()
    const events = collect(up)
    await insert([50, 51])
    await up.changes.refresh()
    expect(events).toEqual([{ type: 'reset' }])
    expect(up.changes.latest).toBe(51)
    expect(await changesSince(up, 3)).toEqual({ changes: [], latest: 51, complete: false })
    expect(await changesSince(up, 52)).toEqual({ changes: [], latest: 51, complete: false })
    expect(await changesSince(up, 51)).toEqual({ changes: [], latest: 51, complete: true })
    await insert(Array.from({ length: 1500 }, (_, index) => 52 + index))
    const first = await changesSince(up, 51)
    expect([first.changes.length, first.changes.at(-1).id, first.latest, first.complete]).toEqual([
      1000,
      1051,
      1551,
      true,
    ])
    await up.changes.refresh()
    expect(idsOf(events).slice(1)).toEqual(Array.from({ length: 1500 }, (_, index) => 52 + index))
    await up.stop()
  })

  it('are purged when there are too many or they are a day old', async () => {
    const up = await startUpstream(database)
    const db = await up.tables()
    const row = { tags: '[]', removes: 0 }
    const now = Date.now()
    const rows = [
      { id: 1, created_at: now },
      { id: 9_000, created_at: now - 25 * 3_600_000 },
      { id: 9_999, created_at: now },
      { id: 10_099, created_at: now },
    ]
    await db
      .insertInto('changes')
      .values(rows.map((each) => ({ ...row, ...each })))
      .execute()
    const token = await up.signIn()
    await up.call('POST', '/api/blogs', { token, json: { title: 'One more', content: 'x', published: true } })
    const ids = (await db.selectFrom('changes').select('id').orderBy('id').execute()).map(({ id }) => id)
    expect(ids).toEqual([9_999, 10_099, 10_100])
    await up.stop()
  })

  it('require a valid id', async () => {
    const up = await startUpstream(database)
    expect((await up.call('GET', '/api/changes')).json).toEqual({
      data: { changes: [], latest: 0, complete: true },
    })
    for (const since of ['-1', 'x', '1.5']) {
      const response = await up.call('GET', `/api/changes?since=${since}`)
      expect([response.status, response.json.fields]).toEqual([422, { since: expect.any(String) }])
    }
    await up.stop()
  })
})

describe('notifications of PostgreSQL', () => {
  const bothListen = (db: Awaited<ReturnType<TestUpstream['tables']>>) =>
    eventually('both connections', async () => {
      const { rows } = await sql<{ pid: number }>`
        select pid from pg_stat_activity
        where application_name = 'halyard-changes' and datname = current_database()`.execute(db)
      return rows.length === 2
    })
  const terminate = (db: Awaited<ReturnType<TestUpstream['tables']>>) =>
    sql<{ killed: boolean }>`
      select pg_terminate_backend(pid) as killed from pg_stat_activity
      where application_name = 'halyard-changes' and datname = current_database()`.execute(db)

  it('are sent for commits only, and again after a lost connection', async () => {
    const up = await startUpstream('postgres')
    const db = await up.tables()
    let calls = 0
    const listener = listenForChanges(up.config.databaseUrl ?? '', () => (calls += 1), logger)
    await eventually('the first connection', () => calls === 1)
    await bothListen(db)
    await sql`select pg_notify('changes', '')`.execute(db)
    await eventually('a notification', () => calls === 2)
    expect((await terminate(db)).rows).toEqual([{ killed: true }, { killed: true }])
    await eventually('the connection again', () => calls === 3)
    await sql`select pg_notify('changes', '')`.execute(db)
    await eventually('a further notification', () => calls === 4)
    await listener.close()
    await eventually('the warning', () => up.logs.length > 0)
    up.logs.splice(0)
    await up.stop()
  })

  it('may be lost, and changes still arrive', async () => {
    const up = await startUpstream('postgres')
    const other = await openUpstream({ ...up.config, logger })
    const token = await up.signIn()
    const events = collect(other)
    const db = await up.tables()
    await bothListen(db)
    expect((await terminate(db)).rows).toEqual([{ killed: true }, { killed: true }])
    await up.call('POST', '/api/blogs', { token, json: { title: 'Heard', content: 'x', published: true } })
    await eventually('the change', () => events.length > 0)
    expect(idsOf(events)).toEqual([1])
    await other.close()
    await eventually('the warning', () => up.logs.length > 0)
    up.logs.splice(0)
    await up.stop()
  })
})
