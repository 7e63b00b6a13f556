import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import type { ActivityKind } from '#contract/activity.ts'
import { ownProfileSchema } from '#contract/profile.ts'
import { eventually } from '#testing/eventually.ts'
import { databases, imageFile, startUpstream, toFormData, type TestUpstream } from '../testing/harness.ts'
import { createAccount } from './manage.ts'

const password = 'correct horse battery'
const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'

describe.each(databases)('own profile on %s', (database) => {
  let up: TestUpstream
  let number = 0
  let email: string
  let token: string
  beforeAll(async () => {
    up = await startUpstream(database)
  })
  afterAll(() => up.stop())

  const signIn = async (address = email, headers: Record<string, string> = {}, secret = password) =>
    up.call('POST', '/api/auth/login', { json: { email: address, password: secret }, address, headers })
  const profile = async () =>
    ownProfileSchema.parse((await up.call('GET', '/api/auth/profile', { token })).json.data)
  const put = (json: unknown, headers = {}) => up.call('PUT', '/api/auth/profile', { token, json, headers })
  const changesSince = async (id: number) =>
    (await up.call('GET', `/api/changes?since=${id}`)).json.data.changes.flatMap(
      (change: { tags: string[] }) => change.tags,
    )
  const latest = async () => (await up.call('GET', '/api/changes')).json.data.latest

  const ownActivity = async (kind: ActivityKind) => {
    const rows = (await up.tables())
      .selectFrom('activity')
      .innerJoin('accounts', 'accounts.id', 'account_id')
      .select(['object_name', 'details'])
      .where('accounts.email', '=', email)
      .where('kind', '=', kind)
      .orderBy('activity.id')
    return (await rows.execute()).map(({ object_name, details }) => [object_name, JSON.parse(details)])
  }

  beforeEach(async () => {
    number += 1
    email = `person-${number}@example.com`
    await createAccount(await up.tables(), { email, name: `Person ${number}`, password, role: 'author' })
    token = (await signIn()).json.data.token
  })

  it('can be read and changed by every role', async () => {
    for (const role of ['owner', 'editor', 'author'] as const) {
      const own = await up.signInAs(role)
      const changed = await up.call('PUT', '/api/auth/profile', {
        token: own,
        json: { bio: `I am ${role}.` },
      })
      expect([changed.status, changed.json.data.bio]).toEqual([200, `I am ${role}.`])
    }
    for (const [method, path] of [
      ['GET', '/api/auth/profile'],
      ['PUT', '/api/auth/profile'],
      ['PUT', '/api/auth/password'],
      ['GET', '/api/auth/sessions'],
      ['DELETE', '/api/auth/sessions'],
      ['DELETE', '/api/auth/sessions/x'],
    ] as const) {
      const json = method === 'PUT' ? {} : undefined
      expect((await up.call(method, path, { json })).status).toBe(401)
      expect((await up.call(method, path, { json, token: 'made-up' })).status).toBe(401)
    }
  })

  it('returns the saved values with their version', async () => {
    const links = [{ label: 'Website', url: 'https://example.com/me' }]
    const saved = await put({ title: ' Boat builder ', bio: 'One.\r\nTwo.', links, email })
    expect(saved.status).toBe(200)
    expect(saved.headers.get('etag')).toBe('"v2"')
    expect(saved.json.data).toMatchObject({
      title: 'Boat builder',
      bio: 'One.\nTwo.',
      links,
      version: 2,
      email,
    })
    expect(await profile()).toEqual(saved.json.data)
    await put({ title: 'Boat builder', links, photoX: 10, name: 'Renamed' })
    await put({ title: 'Boat builder', links, photoX: 10, name: 'Renamed' })
    const former = `Person ${number}`
    expect(await ownActivity('user.profileChanged')).toEqual([
      [former, { fields: ['title', 'bio', 'links'] }],
      [former, { fields: ['name', 'photo'] }],
    ])
  })

  it.each([
    ['name', { name: ' ' }],
    ['bio', { bio: 'x'.repeat(601) }],
    ['title', { title: 'x'.repeat(101) }],
    ['links', { links: [{ label: 'x', url: 'http://example.com' }] }],
    ['links', { links: [{ label: 'x', url: 'javascript:alert(1)' }] }],
    ['links', { links: Array.from({ length: 6 }, () => ({ label: 'x', url: 'https://example.com' })) }],
    ['photoX', { photoX: 101 }],
    ['email', { email: 'nobody' }],
    ['name', { name: 'a\u0000b' }],
  ])('rejects an invalid %s', async (field, json) => {
    const { status, json: body } = await put(json)
    expect([status, Object.keys(body.fields)]).toEqual([422, [field]])
    expect((await profile()).version).toBe(1)
  })

  it('stores the last used editor separately', async () => {
    const choose = (editorMode: string, as = token) =>
      up.call('PUT', '/api/auth/preferences', { token: as, json: { editorMode } })
    expect((await profile()).editorMode).toBeNull()
    const chosen = await choose('visual')
    expect([chosen.status, chosen.json]).toEqual([200, { data: { editorMode: 'visual' } }])
    await choose('markdown', await up.signInAs('editor'))
    expect(await profile()).toMatchObject({ editorMode: 'visual', version: 1 })
    await put({ bio: 'Writes.' })
    const again = (await signIn()).json.data.token
    expect((await up.call('GET', '/api/auth/profile', { token: again })).json.data.editorMode).toBe('visual')
    const invalid = await choose('word')
    expect([invalid.status, Object.keys(invalid.json.fields)]).toEqual([422, ['editorMode']])
    expect((await choose('markdown', 'made-up')).status).toBe(401)
    expect((await profile()).editorMode).toBe('visual')
  })

  it('keeps the first of two concurrent writes', async () => {
    const headers = { 'if-match': '"v1"' }
    const both = await Promise.all([put({ bio: 'A' }, headers), put({ bio: 'B' }, headers)])
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 412])
    const rejected = both.find(({ status }) => status === 412)
    expect([rejected?.json.version, rejected?.headers.get('etag')]).toEqual([2, '"v2"'])
    expect((await put({ bio: 'C' }, { 'if-match': '"v2"' })).status).toBe(200)
  })

  it('stores a photo with its focal point, and deletes the one it replaces', async () => {
    const send = async (fields: Record<string, string | File>) =>
      up.call('PUT', '/api/auth/profile', { token, form: toFormData(fields) })
    const first = await send({ photo: await imageFile('jpeg', 900, 1200), photoX: '30', photoY: '20' })
    expect(first.json.data.photo).toMatchObject({ x: 30, y: 20, width: 900 })
    const [{ url }] = first.json.data.photo.sources
    expect((await up.call('GET', url)).status).toBe(200)
    // Other writes delete unused images.
    await up.call('POST', '/api/media', { token, form: toFormData({ file: await imageFile('png', 10, 10) }) })
    expect((await up.call('GET', url)).status).toBe(200)
    expect((await send({ photo: await imageFile('gif', 10, 10) })).json.fields.photo).toMatch(
      /PNG, JPEG or WebP/,
    )
    expect((await send({ photo: 'text' })).status).toBe(422)
    const second = await send({ photo: await imageFile('png', 500, 500), links: '[]' })
    expect(second.status).toBe(200)
    expect((await up.call('GET', url)).status).toBe(404)
    expect((await send({ removePhoto: 'true' })).json.data.photo).toBeNull()
    expect((await up.call('GET', second.json.data.photo.sources[0].url)).status).toBe(404)
  })

  it('is the author of posts: the page gets a new slug with the name, and old URLs redirect', async () => {
    const slug = `person-${number}`
    expect((await up.call('GET', `/api/authors/${slug}`)).status).toBe(404)
    expect((await up.call('GET', `/api/authors/${slug}`, { token })).status).toBe(200)
    const post = { title: `By ${slug}`, content: 'x', published: true }
    const { id } = (await up.call('POST', '/api/blogs', { token, json: post })).json.data
    const since = await latest()
    const links = [{ label: 'Site', url: 'https://example.com' }]
    await put({ name: `Ada ${number}`, bio: 'Builds.', links })
    expect(new Set(await changesSince(since))).toEqual(new Set([`author:ada-${number}`, `author:${slug}`]))
    const author = {
      name: `Ada ${number}`,
      slug: `ada-${number}`,
      role: '',
      bio: 'Builds.',
      links,
      photo: null,
    }
    for (const ref of [slug, `ada-${number}`])
      expect((await up.call('GET', `/api/authors/${ref}`)).json).toEqual({ data: { ...author, count: 1 } })
    expect((await up.call('GET', `/api/blogs/${id}`)).json.data.author).toEqual(author)
    await put({ name: `Person ${number}` })
    expect((await up.call('GET', `/api/authors/ada-${number}`)).json.data.slug).toBe(slug)
    for (const ref of ['unknown', '..%2f', 'x'.repeat(101)])
      expect((await up.call('GET', `/api/authors/${ref}`)).status).toBe(404)
  })

  it('does not give the former slug of an author to another author', async () => {
    await put({ name: `Moved ${number}` })
    const other = `again-${number}@example.com`
    await createAccount(await up.tables(), { email: other, name: `Person ${number}`, password })
    const own = (await signIn(other)).json.data.token
    const { data } = (await up.call('GET', '/api/auth/profile', { token: own })).json
    expect(data.slug).toMatch(new RegExp(`^person-${number}-\\d+$`))
  })

  it('can be assigned to another author by editors only', async () => {
    const mine = (await up.call('POST', '/api/blogs', { token, json: { title: 'Mine', content: 'x' } })).json
      .data
    const give = (from: string, author: string) =>
      up.call('PUT', `/api/blogs/${mine.id}`, { token: from, json: { author } })
    expect((await give(token, 'editorial-team')).status).toBe(403)
    const json = { title: 'Theirs', content: 'x', author: 'editorial-team' }
    expect((await up.call('POST', '/api/blogs', { token, json })).status).toBe(403)
    expect((await give(token, `person-${number}`)).status).toBe(200)
    const given = await give(await up.signInAs('editor'), 'editorial-team')
    expect([given.status, given.json.data.author.slug]).toEqual([200, 'editorial-team'])
  })

  it('changes the email with the password, where no e-mail can be sent', async () => {
    const next = `moved-${number}@example.com`
    expect((await put({ email: next })).json.fields).toEqual({
      password: 'Enter your password to change the email address.',
    })
    expect((await put({ email: next, password: 'wrong' })).status).toBe(422)
    expect((await put({ email: 'Admin@example.com', password })).status).toBe(409)
    const changed = await put({ email: next.toUpperCase(), password })
    expect(changed.json.data).toMatchObject({ email: next, emailChange: 'password', pendingEmail: null })
    expect((await signIn()).status).toBe(401)
    expect((await signIn(next)).status).toBe(200)
    const db = await up.tables()
    const entry = db
      .selectFrom('activity')
      .select(['object_name', 'details'])
      .where('kind', '=', 'user.emailChanged')
    const [row] = await entry.where('object_id', '=', (await profile()).id ?? '').execute()
    expect(JSON.parse(row?.details ?? '')).toEqual({ changes: { email: { from: email, to: next } } })
  })

  it('changes the password and ends all other sessions', async () => {
    const other = (await signIn()).json.data.token
    const change = (json: unknown, address = 'office') =>
      up.call('PUT', '/api/auth/password', { token, json, address })
    const next = 'a longer halyard holds'
    expect((await change({ current: 'wrong', password: next })).json.fields).toEqual({
      current: 'This is not your current password.',
    })
    expect((await change({ current: password, password: 'short' })).json.fields.password).toMatch(/at least/)
    expect((await up.call('GET', '/api/auth/profile', { token: other })).status).toBe(200)
    expect((await change({ current: password, password: next })).json.data).toEqual({ ended: 1 })
    expect((await up.call('GET', '/api/auth/profile', { token: other })).status).toBe(401)
    expect((await up.call('GET', '/api/auth/profile', { token })).status).toBe(200)
    expect((await signIn()).status).toBe(401)
    expect((await signIn(email, {}, next)).status).toBe(200)
    const statuses = []
    for (let attempt = 0; attempt < 6; attempt += 1)
      statuses.push((await change({ current: 'wrong', password: next })).status)
    expect(statuses).toEqual([422, 422, 422, 422, 429, 429])
    const json = { email, password: next }
    expect((await up.call('POST', '/api/auth/login', { json, address: 'office' })).status).toBe(429)
  })

  it('rejects its address as a new password, and ends password links with another one', async () => {
    const owner = await up.signInAs('owner')
    const { id } = await profile()
    const { link } = (await up.call('POST', `/api/users/${id}/reset-link`, { token: owner })).json.data
    const readLink = () =>
      up.call('GET', `/api/auth/reset?token=${new URL(link).searchParams.get('token')}`, { address: email })
    const change = (next: string) =>
      up.call('PUT', '/api/auth/password', { token, json: { current: password, password: next } })
    expect((await change(email)).json.fields.password).toContain('Do not use your name')
    expect((await readLink()).status).toBe(200)
    expect((await change('a longer halyard holds')).status).toBe(200)
    expect((await readLink()).status).toBe(410)
  })

  it('lists own sessions and ends them', async () => {
    const other = (await signIn(email, { 'x-client-agent': firefox })).json.data.token
    const list = async (own = token) => (await up.call('GET', '/api/auth/sessions', { token: own })).json
    const { data, total } = await list()
    expect(total).toBe(2)
    expect(data).toContainEqual({
      id: expect.any(String),
      device: 'Firefox on Linux',
      createdAt: expect.any(String),
      lastSeenAt: expect.any(String),
      current: false,
    })
    expect(data.filter(({ current }: { current: boolean }) => current)).toHaveLength(1)
    const { id } = data.find(({ current }: { current: boolean }) => !current)
    const stranger = await up.signInAs('owner')
    const end = (ref: string, own: string) => up.call('DELETE', `/api/auth/sessions/${ref}`, { token: own })
    expect((await end(id, stranger)).status).toBe(404)
    expect((await end(id, token)).status).toBe(200)
    expect((await end(id, token)).status).toBe(404)
    expect((await up.call('GET', '/api/auth/profile', { token: other })).status).toBe(401)
    await signIn()
    await signIn()
    const ended = await up.call('DELETE', '/api/auth/sessions', { token })
    expect(ended.json.data).toEqual({ ended: 2 })
    expect((await list()).total).toBe(1)
    expect((await list(stranger)).total).toBe(1)
    await up.call('DELETE', '/api/auth/sessions', { token })
    await up.call('POST', '/api/auth/logout', { token })
    expect(await ownActivity('session.ended')).toEqual([
      ['Firefox on Linux', {}],
      ['Unknown device', {}],
    ])
    expect(await ownActivity('session.othersEnded')).toEqual([['', {}]])
  })

  it('lists no session that has expired', async () => {
    await signIn()
    const list = async () => (await up.call('GET', '/api/auth/sessions', { token })).json.data
    const { id } = (await list()).find(({ current }: { current: boolean }) => !current)
    const tokens = (await up.tables()).updateTable('tokens').where('id', '=', id)
    await tokens.set({ expires_at: Date.now() }).execute()
    expect(await list()).toMatchObject([{ current: true }])
  })

  it('stores when a session was last seen, at most every five minutes', async () => {
    const db = await up.tables()
    const { id } = (await up.call('GET', '/api/auth/sessions', { token })).json.data[0]
    const seen = async () =>
      (await db.selectFrom('tokens').select('last_seen_at').where('id', '=', id).executeTakeFirstOrThrow())
        .last_seen_at
    const set = (ago: number) =>
      db
        .updateTable('tokens')
        .set({ last_seen_at: Date.now() - ago })
        .where('id', '=', id)
        .execute()
    await set(4 * 60_000)
    const before = await seen()
    await profile()
    await profile()
    expect(await seen()).toBe(before)
    await set(6 * 60_000)
    const started = Date.now()
    await profile()
    await profile()
    await eventually('the time of the request', async () => (await seen()) >= started)
  })
})
