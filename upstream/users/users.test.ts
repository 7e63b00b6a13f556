import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { describeNotification, notificationListResponseSchema } from '#contract/notifications.ts'
import { userListResponseSchema } from '#contract/users.ts'
import { eventually } from '#testing/eventually.ts'
import { createAccount } from '../accounts/manage.ts'
import type { Db } from '../db/open.ts'
import {
  admin,
  databases,
  imageFile,
  startUpstream,
  toFormData,
  type TestUpstream,
} from '../testing/harness.ts'

const password = 'a password for tests'

describe.each(databases)('users on %s', (database) => {
  let up: TestUpstream
  let db: Db
  let token: string
  beforeAll(async () => {
    up = await startUpstream(database)
    db = await up.tables()
    token = await up.signIn()
  })
  afterAll(() => up.stop())
  /** Each test starts with the first owner only. */
  beforeEach(async () => {
    await db.deleteFrom('accounts').where('email', '<>', admin.email).execute()
    await db.deleteFrom('activity').execute()
  })

  const list = async (query = '', as = token) =>
    userListResponseSchema.parse((await up.call('GET', `/api/users${query}`, { token: as })).json)
  const add = async (name: string, role: 'owner' | 'editor' | 'author') => {
    const email = `${name.toLowerCase().replaceAll(' ', '-')}@example.com`
    await createAccount(db, { email, name, role, password })
    const login = await up.call('POST', '/api/auth/login', { json: { email, password }, address: name })
    const { token: own, user } = login.json.data
    return { id: String(user.id), email, token: String(own), author: String(user.author) }
  }
  const change = (id: string, json: unknown, as = token) =>
    up.call('PUT', `/api/users/${id}`, { json, token: as })
  const remove = (id: string, query = '', as = token) =>
    up.call('DELETE', `/api/users/${id}${query}`, { token: as })
  const activity = async () =>
    (
      await db
        .selectFrom('activity')
        .selectAll()
        .where('object_type', '<>', 'session')
        .orderBy('id')
        .execute()
    ).map((entry) => [entry.kind, entry.object_name, JSON.parse(entry.details).changes])
  const ownId = async () => (await list('?search=admin')).data.users[0]?.id ?? ''

  it('are listed by name, searched without accents and filtered', async () => {
    await add('Élodie Martin', 'author')
    const zoe = await add('Zoe', 'editor')
    await change(zoe.id, { disabled: true })
    const all = await list()
    expect(all).toMatchObject({ total: 3, totalPages: 1 })
    expect(all.data.users.find(({ name }) => name === 'Élodie Martin')).toEqual({
      id: expect.any(String),
      name: 'Élodie Martin',
      email: 'élodie-martin@example.com',
      role: 'author',
      author: 'elodie-martin',
      posts: 0,
      createdAt: expect.any(String),
      lastSeenAt: expect.any(String),
      disabled: false,
      version: 1,
    })
    const names = async (query: string) => (await list(query)).data.users.map(({ name }) => name)
    await add('adam', 'author')
    expect(await names('')).toEqual(['adam', 'Editorial team', 'Élodie Martin', 'Zoe'])
    const authors = (await up.call('GET', '/api/authors', { token })).json.data
    expect(authors.map(({ name }: { name: string }) => name)).toEqual(await names(''))
    expect(await names('?search=elodie')).toEqual(['Élodie Martin'])
    expect(await names('?search=zoe%40example')).toEqual(['Zoe'])
    expect(await names('?status=disabled')).toEqual(['Zoe'])
    expect(await names('?search=%25_%5C')).toEqual([])
    expect(await names('?search=')).toEqual(await names(''))
    expect(await list('?limit=1&page=2')).toMatchObject({ total: 4, totalPages: 4 })
    expect(await names('?limit=nonsense&page=-1&status=x')).toHaveLength(4)
    expect((await up.call('GET', `/api/users/${zoe.id}`, { token })).json.data).toMatchObject({ name: 'Zoe' })
    expect((await up.call('GET', '/api/users/none', { token })).status).toBe(404)
  })

  it('have a last-seen time, which is stored at most every five minutes', async () => {
    const ada = await add('Ada', 'editor')
    const seen = async () => (await list('?search=ada')).data.users[0]?.lastSeenAt ?? null
    await up.call('GET', '/api/auth/profile', { token: ada.token })
    await eventually('the time of the request', async () => (await seen()) !== null)
    const first = await seen()
    await up.call('GET', '/api/auth/profile', { token: ada.token })
    expect(await seen()).toBe(first)
    const tenMinutesAgo = Date.now() - 600_000
    await db.updateTable('accounts').set({ last_seen_at: tenMinutesAgo }).where('id', '=', ada.id).execute()
    await up.call('GET', '/api/auth/profile', { token: ada.token })
    await eventually('a later time', async () => Date.parse((await seen()) ?? '') > tenMinutesAgo)
  })

  it('are seen when they sign in, also without a request after it', async () => {
    const ada = await add('Ada', 'editor')
    await db.updateTable('accounts').set({ last_seen_at: null }).where('id', '=', ada.id).execute()
    await up.call('POST', '/api/auth/login', { json: { email: ada.email, password } })
    expect((await list('?search=ada')).data.users[0]?.lastSeenAt).not.toBeNull()
  })

  it('get a new role with their next request', async () => {
    const ada = await add('Ada', 'editor')
    expect((await up.call('GET', '/api/messages', { token: ada.token })).status).toBe(200)
    expect((await change(ada.id, { role: 'author' })).json.data).toMatchObject({ role: 'author' })
    expect((await up.call('GET', '/api/messages', { token: ada.token })).status).toBe(403)
    await change(ada.id, { role: 'author' })
    expect(await activity()).toEqual([
      ['user.created', 'Ada', { role: { from: null, to: 'editor' } }],
      ['user.roleChanged', 'Ada', { role: { from: 'editor', to: 'author' } }],
    ])
    expect((await change(ada.id, { role: 'boss' })).json.fields).toHaveProperty('role')
    expect((await change('none', { role: 'author' })).status).toBe(404)
  })

  it('are not changed or deleted from an outdated version', async () => {
    const ada = await add('Ada', 'editor')
    const put = (json: unknown, ifMatch: string) =>
      up.call('PUT', `/api/users/${ada.id}`, { json, token, headers: { 'if-match': ifMatch } })
    const both = await Promise.all([put({ role: 'author' }, '"v1"'), put({ disabled: true }, '"v1"')])
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 412])
    const [rejected] = both.filter(({ status }) => status === 412)
    expect([rejected?.json, rejected?.headers.get('etag')]).toEqual([
      { error: 'Ada was changed by someone else. Reload to see the latest version.', version: 2 },
      '"v2"',
    ])
    const stored = await up.call('GET', `/api/users/${ada.id}`, { token })
    expect([stored.json.data.version, stored.headers.get('etag')]).toEqual([2, '"v2"'])
    expect((await put({ role: 'owner' }, '"v2"')).json.data).toMatchObject({ role: 'owner', version: 3 })
    expect((await put({ role: 'owner' }, '"v3"')).json.data.version).toBe(3)
    expect((await change(ada.id, { role: 'author' })).json.data.version).toBe(4)
    expect((await put({ role: 'owner' }, 'nonsense')).status).toBe(412)
    const removeFrom = (ifMatch: string) =>
      up.call('DELETE', `/api/users/${ada.id}`, { token, headers: { 'if-match': ifMatch } })
    expect((await removeFrom('"v3"')).json).toEqual(rejected && { ...rejected.json, version: 4 })
    expect((await removeFrom('"v4"')).status).toBe(200)
  })

  it('are signed out when they are disabled, and can sign in again when enabled', async () => {
    const ada = await add('Ada', 'author')
    expect((await change(ada.id, { disabled: true })).json.data.disabled).toBe(true)
    expect((await up.call('GET', '/api/auth/profile', { token: ada.token })).status).toBe(401)
    const signIn = async () =>
      (await up.call('POST', '/api/auth/login', { json: { email: ada.email, password }, address: 'a' }))
        .status
    expect(await signIn()).toBe(401)
    expect((await up.call('POST', `/api/users/${ada.id}/reset-link`, { token })).status).toBe(409)
    await change(ada.id, { disabled: false })
    expect(await signIn()).toBe(200)
    expect((await activity()).map(([kind]) => kind).slice(1)).toEqual(['user.disabled', 'user.enabled'])
  })

  it('stay signed in, with their reset link, when nothing changes', async () => {
    const ada = await add('Ada', 'author')
    const { link } = (await up.call('POST', `/api/users/${ada.id}/reset-link`, { token })).json.data
    expect((await change(ada.id, { role: 'author', disabled: false })).json.data.version).toBe(1)
    expect((await up.call('GET', '/api/auth/profile', { token: ada.token })).status).toBe(200)
    const json = { token: new URL(link).searchParams.get('token'), password: 'tall masts and wet rope' }
    expect((await up.call('POST', '/api/auth/reset', { json })).status).toBe(200)
  })

  it('pass their posts to the chosen user when they are deleted', async () => {
    const [ada, bea] = [await add('Ada', 'author'), await add('Bea', 'author')]
    const json = { title: 'By Ada', content: 'x', published: true }
    const post = (await up.call('POST', '/api/blogs', { json, token: ada.token })).json.data
    const changesBefore = up.changes.latest
    for (const query of ['', '?postsTo=none', `?postsTo=${ada.id}`]) {
      const { status, json: body } = await remove(ada.id, query)
      expect([status, body.fields]).toEqual([422, { postsTo: 'Choose who gets the posts.' }])
    }
    expect((await remove(ada.id, `?postsTo=${bea.id}`)).status).toBe(200)
    expect((await activity()).at(-1)).toEqual(['user.deleted', 'Ada', { posts: { from: 'Ada', to: 'Bea' } }])
    expect((await remove(ada.id)).status).toBe(404)
    expect((await up.call('GET', '/api/auth/profile', { token: ada.token })).status).toBe(401)
    const after = (await up.call('GET', `/api/blogs/${post.id}`)).json.data
    expect(after).toMatchObject({ author: { name: 'Bea' }, version: post.version + 1 })
    expect((await list('?search=bea')).data.users[0]?.posts).toBe(1)
    expect((await up.call('GET', '/api/blogs?author=bea')).json.total).toBe(1)
    const authors = (await up.call('GET', '/api/authors', { token })).json.data
    expect(authors.map(({ name }: { name: string }) => name)).toEqual(['Bea', 'Editorial team'])
    expect(up.changes.latest).toBeGreaterThan(changesBefore)
    await up.call('DELETE', `/api/blogs/${post.id}`, { token })
  })

  it('leave one notification about all their posts, but none for the user who deleted them', async () => {
    const [ada, bea] = [await add('Ada', 'author'), await add('Bea', 'author')]
    const write = (as: string, title: string) =>
      up.call('POST', '/api/blogs', { json: { title, content: 'x' }, token: as })
    for (const title of ['One', 'Two']) await write(ada.token, title)
    const notified = async (as: string) => {
      const response = await up.call('GET', '/api/notifications', { token: as })
      return notificationListResponseSchema.parse(response.json).data.notifications.map(describeNotification)
    }
    expect((await remove(ada.id, `?postsTo=${bea.id}`)).status).toBe(200)
    expect(await notified(bea.token)).toEqual([
      { text: 'Editorial team made you the author of 2 posts', href: '/admin/blogs?author=bea' },
    ])
    const [cal, dee] = [await add('Cal', 'owner'), await add('Dee', 'author')]
    expect((await remove(bea.id, `?postsTo=${cal.id}`, cal.token)).status).toBe(200)
    expect(await notified(cal.token)).toEqual([])
    await write(dee.token, 'Three')
    const eve = await add('Eve', 'author')
    await remove(dee.id, `?postsTo=${eve.id}`)
    expect((await notified(eve.token)).map(({ text }) => text)).toEqual([
      'Editorial team made you the author of 1 post',
    ])
  })

  it('leave only their name, so that a new account gets the address of their page', async () => {
    const ada = await add('Ada Forgotten', 'author')
    const photo = await imageFile('png', 20, 20)
    const profile = { name: 'Ada Remembered', title: 'Pilot', bio: 'Born in Bergen', links: '[]' }
    const saved = await up.call('PUT', '/api/auth/profile', {
      token: ada.token,
      form: toFormData({ ...profile, photo }),
    })
    expect(saved.json.data.photo.sources).toEqual([expect.anything()])
    const post = (await up.call('POST', '/api/blogs', { json: { title: 'By Ada', content: 'x' }, token }))
      .json.data
    await up.call('PUT', `/api/blogs/${post.id}`, { json: { author: 'ada-remembered' }, token })
    await up.call('PUT', `/api/blogs/${post.id}`, { json: { content: 'y' }, token: ada.token })
    expect((await remove(ada.id, `?postsTo=${await ownId()}`)).status).toBe(200)

    const rows = await db.selectFrom('authors').selectAll().where('name', '=', 'Ada Remembered').execute()
    expect(rows).toEqual([expect.objectContaining({ role: '', bio: '', links: '[]', photo_id: null })])
    const revisions = await up.call('GET', `/api/blogs/${post.id}/revisions`, { token })
    expect(revisions.text).toContain('Ada Remembered')
    for (const name of ['Ada Forgotten', 'Ada Remembered']) {
      const again = await add(name, 'author')
      expect(again.author).toBe(name.toLowerCase().replace(' ', '-'))
    }
    await up.call('DELETE', `/api/blogs/${post.id}?forever=true`, { token })
  })

  it('pass posts that are only in the trash to the user who deletes them', async () => {
    const ada = await add('Ada', 'author')
    const json = { title: 'Thrown away', content: 'x', published: false }
    const post = (await up.call('POST', '/api/blogs', { json, token: ada.token })).json.data
    await up.call('DELETE', `/api/blogs/${post.id}`, { token: ada.token })
    expect((await remove(ada.id)).status).toBe(200)
    const { json: after } = await up.call('GET', `/api/blogs/${post.id}`, { token })
    expect(after.data).toMatchObject({ status: 'trash', author: { name: 'Editorial team' } })
    await up.call('DELETE', `/api/blogs/${post.id}?forever=true`, { token })
  })

  it('leave their trash to another owner when they delete themselves', async () => {
    const bea = await add('Bea', 'owner')
    const json = { title: 'Thrown away', content: 'x' }
    const post = (await up.call('POST', '/api/blogs', { json, token: bea.token })).json.data
    await up.call('DELETE', `/api/blogs/${post.id}`, { token: bea.token })
    expect((await remove(bea.id, '', bea.token)).status).toBe(200)
    const { json: after } = await up.call('GET', `/api/blogs/${post.id}`, { token })
    expect(after.data).toMatchObject({ status: 'trash', author: { name: 'Editorial team' } })
    await up.call('DELETE', `/api/blogs/${post.id}?forever=true`, { token })
  })

  it.each(['demoted', 'disabled', 'deleted'] as const)(
    'leave no links that they made when they are owners who are %s',
    async (way) => {
      const [bea, cal] = [await add('Bea', 'owner'), await add('Cal', 'owner')]
      const make = async (path: string, as: string, json: object = {}) => {
        const { data } = (await up.call('POST', path, { token: as, json })).json
        return new URL(data.link).searchParams.get('token') ?? ''
      }
      const invite = (email: string, as: string) => make('/api/invitations', as, { email, role: 'owner' })
      const [ended, open] = [
        await invite('a@example.com', bea.token),
        await invite('b@example.com', cal.token),
      ]
      const reset = await make(`/api/users/${cal.id}/reset-link`, bea.token)
      await db.deleteFrom('activity').execute()
      const done = {
        demoted: () => change(bea.id, { role: 'author' }),
        disabled: () => change(bea.id, { disabled: true }),
        deleted: () => remove(bea.id),
      }
      expect((await done[way]()).status).toBe(200)
      const statusOf = async (path: string) => (await up.call('GET', path)).status
      expect([
        await statusOf(`/api/invitations/link?token=${ended}`),
        await statusOf(`/api/invitations/link?token=${open}`),
        await statusOf(`/api/auth/reset?token=${reset}`),
      ]).toEqual([410, 200, 410])
      expect(await activity()).toContainEqual(['user.invitationRevoked', 'a@example.com', undefined])
      await db.deleteFrom('invitations').execute()
    },
  )

  it('leave the links of others when they were not owners', async () => {
    const [ada, bea] = [await add('Ada', 'editor'), await add('Bea', 'author')]
    const { link } = (await up.call('POST', `/api/users/${bea.id}/reset-link`, { token })).json.data
    await change(ada.id, { role: 'author' })
    await remove(ada.id)
    const path = `/api/auth/reset?token=${new URL(link).searchParams.get('token')}`
    expect((await up.call('GET', path)).status).toBe(200)
  })

  it('always include one owner who can sign in', async () => {
    const last = await ownId()
    await add('Ada', 'editor')
    const message = `${admin.email} is the last owner who can sign in. Make someone else an owner first.`
    for (const attempt of [
      change(last, { role: 'editor' }),
      change(last, { disabled: true }),
      change(last, { role: 'author', disabled: true }),
      remove(last),
    ])
      expect([(await attempt).status, (await attempt).json]).toEqual([409, { error: message }])
    expect((await change(last, { role: 'owner', disabled: false })).status).toBe(200)
    token = await up.signIn()
    const bea = await add('Bea', 'owner')
    await change(bea.id, { disabled: true })
    expect((await change(last, { role: 'editor' })).status).toBe(409)
  })

  it.each(['role', 'disabled', 'deleted'] as const)(
    'always include one owner when two are %s at once',
    async (way) => {
      const first = await ownId()
      const bea = await add('Bea', 'owner')
      const end = (id: string, as: string) => {
        if (way === 'deleted') return remove(id, '', as)
        return change(id, way === 'role' ? { role: 'editor' } : { disabled: true }, as)
      }
      const results = await Promise.all([end(first, bea.token), end(bea.id, token)])
      const [done, rejected] = results.map(({ status }) => status).sort()
      // 401 and 403 occur when the other request ended this user's access first.
      expect([done, [401, 403, 409].includes(rejected ?? 0)]).toEqual([200, true])
      const owners = db
        .selectFrom('accounts')
        .select('id')
        .where('role', '=', 'owner')
        .where('disabled_at', 'is', null)
      expect(await owners.execute()).toHaveLength(1)
      // Restores the first owner.
      await db.deleteFrom('accounts').execute()
      await createAccount(db, { ...admin, name: 'Editorial team' })
      token = await up.signIn()
    },
  )
})
