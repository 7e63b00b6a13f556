import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { sql } from 'kysely'
import { databases, startUpstream, type TestUpstream } from '../testing/harness.ts'
import { openDatabase } from '../db/open.ts'
import { deleteExpiredPresence } from './store.ts'

describe.each(databases)('presence on %s', (database) => {
  let up: TestUpstream
  let node: TestUpstream
  let owner: string
  let editor: string
  beforeAll(async () => {
    up = await startUpstream(database)
    node = await startUpstream(database, {
      dataDir: up.config.dataDir,
      databaseUrl: up.config.databaseUrl,
    })
    owner = await up.signIn()
    editor = await up.signInAs('editor')
  })
  afterAll(async () => {
    await node.stop()
    await up.stop()
  })

  const create = async (token = owner): Promise<string> =>
    (await up.call('POST', '/api/blogs', { token, json: { title: 'A post', content: 'Text' } })).json.data.id
  const versions = new Map<string, unknown[]>()
  const tabOf = (token: string, tab: string = randomUUID(), at = up) => ({
    tab,
    report: async (id: string, json: object = {}) => {
      const body = { tab, state: 'editing', ...json }
      const response = await at.call('POST', `/api/blogs/${id}/presence`, { token, json: body })
      expect([response.status, response.text]).toEqual([200, expect.any(String)])
      const { version, copyVersion, ...presence } = response.json.data
      versions.set(id, [version, copyVersion])
      return presence
    },
    leave: (id: string) => at.call('DELETE', `/api/blogs/${id}/presence?tab=${tab}`, { token }),
  })
  const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT/)
  const other = (name: string, state: string, isOwn = false) => ({ name, state, since: time, isOwn })
  const ada = 'Editorial team'
  const grace = 'editor'
  /** Simulates time that has passed since the last report. */
  const pass = async (ms: number) => {
    await sql`update presence set seen_at = seen_at - ${ms}`.execute(await up.tables())
  }

  it('lets one account edit, and the others view until they take over', async () => {
    const id = await create()
    const first = tabOf(owner)
    const second = tabOf(editor)
    expect(await first.report(id)).toEqual({ state: 'editing', others: [] })
    expect(await second.report(id)).toEqual({ state: 'viewing', others: [other(ada, 'editing')] })
    expect(await first.report(id)).toEqual({ state: 'editing', others: [other(grace, 'viewing')] })
    expect(await second.report(id)).toMatchObject({ state: 'viewing' })

    expect(await second.report(id, { takesOver: true })).toEqual({
      state: 'editing',
      others: [other(ada, 'viewing')],
    })
    expect(await first.report(id)).toEqual({ state: 'viewing', others: [other(grace, 'editing')] })
    expect(await second.report(id)).toMatchObject({ state: 'editing' })
    expect(await first.report(id, { takesOver: true })).toMatchObject({ state: 'editing' })
    expect(await second.report(id, { state: 'viewing' })).toMatchObject({ state: 'viewing' })
  })

  it('gives a post to the next editor after its editor has left', async () => {
    const id = await create()
    const [first, second] = [tabOf(owner), tabOf(editor)]
    await first.report(id)
    await second.report(id)
    expect((await first.leave(id)).status).toBe(200)
    expect(await second.report(id)).toEqual({ state: 'viewing', others: [] })
    expect(await second.report(id, { state: 'viewing' })).toEqual({ state: 'viewing', others: [] })
    expect(await second.report(id, { takesOver: true })).toEqual({ state: 'editing', others: [] })
    expect(await first.report(id)).toEqual({ state: 'viewing', others: [other(grace, 'editing')] })
  })

  it('keeps a post for a hidden tab, whose timers run once a minute', async () => {
    const id = await create()
    const [first, second] = [tabOf(owner), tabOf(editor)]
    await first.report(id)
    for (let minute = 0; minute < 3; minute += 1) {
      await pass(60_000)
      expect(await second.report(id)).toEqual({ state: 'viewing', others: [other(ada, 'editing')] })
      expect(await first.report(id)).toMatchObject({ state: 'editing' })
    }
  })

  it('tells viewers that an editor no longer reports, and keeps them viewing', async () => {
    const id = await create()
    const [first, second] = [tabOf(owner), tabOf(editor)]
    await first.report(id)
    await pass(140_000)
    expect(await second.report(id)).toMatchObject({ state: 'viewing', others: [{ name: ada }] })
    await pass(11_000)
    expect(await second.report(id)).toEqual({ state: 'viewing', others: [] })
    expect(await first.report(id)).toMatchObject({ state: 'editing', others: [{ name: grace }] })
    await pass(151_000)
    expect(await second.report(id, { takesOver: true })).toEqual({ state: 'editing', others: [] })
    expect(await first.report(id)).toMatchObject({ state: 'viewing', others: [{ name: grace }] })

    await pass(151_000)
    const opened = openDatabase(up.config)
    await deleteExpiredPresence(opened)
    await opened.db.destroy()
    expect(await (await up.tables()).selectFrom('presence').selectAll().execute()).toEqual([])
    expect(await second.report(id)).toEqual({ state: 'editing', others: [] })
  })

  it('keeps the post for an editor that was away while no one else opened it', async () => {
    const id = await create()
    const first = tabOf(owner)
    await first.report(id)
    await pass(200_000)
    expect(await first.report(id)).toEqual({ state: 'editing', others: [] })
    expect(await tabOf(editor).report(id)).toMatchObject({ state: 'viewing' })
  })

  it('lists the tabs of the same account, which can edit together', async () => {
    const id = await create()
    const [first, second, third] = [tabOf(owner), tabOf(owner), tabOf(editor)]
    await first.report(id)
    expect(await second.report(id)).toEqual({ state: 'editing', others: [other(ada, 'editing', true)] })
    expect(await third.report(id)).toMatchObject({ state: 'viewing', others: [{}, {}] })
    await first.leave(id)
    expect(await third.report(id)).toMatchObject({ state: 'viewing' })
    await third.report(id, { takesOver: true })
    expect(await second.report(id)).toMatchObject({ state: 'viewing' })
    await first.report(id, { takesOver: true })
    expect(await second.report(id)).toMatchObject({ state: 'editing' })
  })

  it('is the same on all nodes, even for people who open a post at once', async () => {
    const id = await create()
    const tabs = [tabOf(owner), tabOf(editor, randomUUID(), node)]
    const states = (await Promise.all(tabs.map((tab) => tab.report(id)))).map(({ state }) => state)
    expect(states.toSorted()).toEqual(['editing', 'viewing'])
    const both = await Promise.all(tabs.map((tab) => tab.report(id, { takesOver: true })))
    expect(both.some(({ state }) => state === 'editing')).toBe(true)
    const after = await Promise.all(tabs.map((tab) => tab.report(id)))
    expect(after.map(({ state }) => state).toSorted()).toEqual(['editing', 'viewing'])
  })

  it('ends with the session', async () => {
    const id = await create()
    const token = await up.signInAs('editor')
    await tabOf(token).report(id)
    expect(await tabOf(owner).report(id)).toMatchObject({ state: 'viewing' })
    expect((await up.call('POST', '/api/auth/logout', { token })).status).toBe(200)
    expect(await tabOf(owner).report(id)).toMatchObject({ state: 'editing' })
  })

  it('ends for people who can no longer edit the post', async () => {
    const profileOf = async (token: string) =>
      (await up.call('GET', '/api/auth/profile', { token })).json.data
    const [former, next, demoted] = await Promise.all([
      up.signInAs('author'),
      up.signInAs('author'),
      up.signInAs('editor'),
    ])
    const id = await create(former)
    await tabOf(former).report(id)
    const json = { author: (await profileOf(next)).author }
    expect((await up.call('PUT', `/api/blogs/${id}`, { token: owner, json })).status).toBe(200)
    expect(await tabOf(next).report(id)).toEqual({ state: 'editing', others: [] })

    await tabOf(demoted).report(id, { takesOver: true })
    expect(await tabOf(next).report(id)).toMatchObject({ state: 'viewing', others: [{}, {}] })
    const user = `/api/users/${(await profileOf(demoted)).id}`
    const change = { token: owner, json: { role: 'author' } }
    expect((await up.call('PUT', user, change)).status).toBe(200)
    expect(await tabOf(next).report(id)).toMatchObject({ state: 'editing' })
  })

  it('does not block a save, and does not change the post', async () => {
    const id = await create()
    const db = await up.tables()
    const count = async () => [
      (await db.selectFrom('changes').selectAll().execute()).length,
      (await db.selectFrom('activity').selectAll().execute()).length,
      await db.selectFrom('posts').select(['version', 'updated_at']).execute(),
    ]
    const before = await count()
    await tabOf(owner).report(id)
    await tabOf(editor).report(id, { takesOver: true })
    expect(await count()).toEqual(before)
    const saved = await up.call('PUT', `/api/blogs/${id}`, { token: owner, json: { title: 'Saved' } })
    expect(saved.status).toBe(200)
  })

  it('tells the versions of the post and of its working copy', async () => {
    const id = await create()
    const first = tabOf(owner)
    await first.report(id)
    expect(versions.get(id)).toEqual([1, undefined])
    await up.call('PUT', `/api/blogs/${id}`, { token: editor, json: { published: true } })
    const json = { content: 'Changed' }
    const copy = await up.call('PUT', `/api/blogs/${id}/working-copy`, { token: editor, json })
    await first.report(id)
    expect(versions.get(id)).toEqual([2, copy.json.data.workingCopy.version])
  })

  it('rejects automatic saves of an editor that was taken over, and no others', async () => {
    const json = { title: 'Live', content: 'Text', published: true }
    const { id } = (await up.call('POST', '/api/blogs', { token: owner, json })).json.data
    const save = async (token: string, content: string, automatic: boolean) => {
      const response = await up.call('PUT', `/api/blogs/${id}/working-copy`, {
        token,
        json: { content, automatic },
      })
      return [response.status, response.json.error]
    }
    const [first, second] = [tabOf(owner), tabOf(editor)]
    await first.report(id)
    expect(await save(owner, 'Before', true)).toEqual([200, undefined])
    await second.report(id, { takesOver: true })
    expect(await save(owner, 'Typed meanwhile', true)).toEqual([409, `${grace} is editing this post now.`])
    expect(await save(editor, 'By the second', true)).toEqual([200, undefined])
    expect(await save(owner, 'On purpose', false)).toEqual([200, undefined])
    await second.leave(id)
    expect(await save(owner, 'After', true)).toEqual([200, undefined])
  })

  it('is empty for a deleted post, and rejects invalid input', async () => {
    const id = await create()
    const first = tabOf(owner)
    await first.report(id)
    const db = await up.tables()
    await db.deleteFrom('posts').where('public_id', '=', id).execute()
    expect(await db.selectFrom('presence').selectAll().where('tab', '=', first.tab).execute()).toEqual([])
    expect(await first.report(id)).toEqual({ state: 'editing', others: [] })
    expect((await first.leave(id)).status).toBe(200)

    const foreign = await create()
    const author = await up.signInAs('author')
    const json = { tab: randomUUID(), state: 'editing' }
    const path = `/api/blogs/${foreign}/presence`
    expect((await up.call('POST', path, { token: author, json })).status).toBe(403)
    expect((await up.call('POST', path, { json })).status).toBe(401)
    expect((await up.call('POST', path, { token: owner, json: { ...json, tab: 'x' } })).status).toBe(422)
    const withoutTab = await up.call('DELETE', path, { token: owner })
    expect([withoutTab.status, typeof withoutTab.json.error]).toEqual([422, 'string'])
    const own = await create(author)
    expect(await tabOf(author).report(own)).toEqual({ state: 'editing', others: [] })
  })
})
