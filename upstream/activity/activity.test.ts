import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { activityListResponseSchema, type ActivityEntry } from '#contract/activity.ts'
import { changeAccount } from '../accounts/manage.ts'
import { deleteOldActivity } from '../jobs/retention.ts'
import { databases, imageFile, startUpstream, toFormData, type TestUpstream } from '../testing/harness.ts'

const message = { name: 'Ann', email: 'ann@example.com', subject: 'A project', message: 'We need a site.' }

describe.each(databases)('the activity log on %s', (database) => {
  let up: TestUpstream
  let token: string
  let visitors = 0
  beforeAll(async () => {
    up = await startUpstream(database)
    token = await up.signIn()
  })
  afterAll(() => up.stop())

  const list = async (query = '', by = token) =>
    activityListResponseSchema.parse((await up.call('GET', `/api/activity?${query}`, { token: by })).json)
  const entriesOf = async (object: string) => (await list(`object=${object}`)).data.activity
  const shapes = (entries: ActivityEntry[]) =>
    entries.map(({ kind, fields, changes }) => ({ kind, fields, changes }))
  const visit = (path: string, json: unknown) =>
    up.call('POST', path, { json, address: `visitor-${(visitors += 1)}` })
  const create = async (json: Record<string, unknown>): Promise<string> =>
    (await up.call('POST', '/api/blogs', { token, json: { content: 'Text', ...json } })).json.data.id

  it('records each change of a post, with the changed fields only', async () => {
    const id = await create({ title: 'Tea', tags: ['Hot'], published: false })
    const update = (json: unknown) => up.call('PUT', `/api/blogs/${id}`, { token, json })
    await update({ title: 'Tea', content: 'Text', excerpt: '', tags: ['Hot'], published: false })
    await update({ title: 'Green tea', content: 'Other text', tags: ['Hot', 'Green'] })
    await update({ published: true })
    await update({ published: false, excerpt: 'Short' })
    const form = toFormData({ coverImage: await imageFile('png', 90, 50) })
    await up.call('PUT', `/api/blogs/${id}`, { token, form })
    await up.call('DELETE', `/api/blogs/${id}`, { token })
    await up.call('POST', `/api/blogs/${id}/restore`, { token })
    await up.call('DELETE', `/api/blogs/${id}?forever=true`, { token })
    const entries = await entriesOf(id)
    expect(shapes(entries)).toEqual([
      { kind: 'post.deleted' },
      { kind: 'post.restored', changes: { status: { from: 'trash', to: 'draft' } } },
      { kind: 'post.trashed', changes: { status: { from: 'draft', to: 'trash' } } },
      { kind: 'post.changed', fields: ['cover'] },
      { kind: 'post.unpublished', fields: ['excerpt'] },
      { kind: 'post.published' },
      {
        kind: 'post.changed',
        fields: ['content'],
        changes: {
          title: { from: 'Tea', to: 'Green tea' },
          tags: { from: 'Hot', to: 'Hot, Green' },
        },
      },
      { kind: 'post.created' },
    ])
    expect(entries[0]).toMatchObject({
      person: { id: expect.any(String), name: 'Editorial team' },
      object: { type: 'post', id, name: 'Green tea', deleted: true },
    })
    expect(entries.at(-1)?.object).toMatchObject({ name: 'Tea', deleted: true })
  })

  it('does not record a failed change', async () => {
    const id = await create({ title: 'Guarded' })
    const stale = { token, json: { title: 'Lost' }, headers: { 'if-match': '"v9"' } }
    expect((await up.call('PUT', `/api/blogs/${id}`, stale)).status).toBe(412)
    await create({ title: 'Taken', slug: 'taken' })
    expect((await up.call('PUT', `/api/blogs/${id}`, { token, json: { slug: 'taken' } })).status).toBe(409)
    expect(shapes(await entriesOf(id))).toEqual([{ kind: 'post.created' }])
  })

  it('loses the sender’s name when a message is deleted', async () => {
    const { id } = (await visit('/api/contact', message)).json.data
    const [received] = await entriesOf(id)
    expect(received).toMatchObject({
      kind: 'message.received',
      person: { id: null, name: 'Ann' },
      object: { name: 'A project', deleted: false },
    })
    await up.call('DELETE', `/api/messages/${id}`, { token })
    const entries = await entriesOf(id)
    expect(entries.map(({ kind, person, object }) => [kind, person?.name, object.name])).toEqual([
      ['message.deleted', 'Editorial team', ''],
      ['message.received', undefined, ''],
    ])
    expect(
      JSON.stringify(await (await up.tables()).selectFrom('activity').selectAll().execute()),
    ).not.toMatch(/Ann|A project/)
  })

  it('records a subscriber once, and never stores the address', async () => {
    const email = 'Reader@example.com'
    await visit('/api/newsletter', { email })
    await visit('/api/newsletter', { email })
    const { data } = await list('kind=subscriber')
    expect(data.activity.map(({ kind, object }) => [kind, object.name])).toEqual([
      ['subscriber.added', email],
    ])
    const db = await up.tables()
    expect(JSON.stringify(await db.selectFrom('activity').selectAll().execute())).not.toMatch(/reader@/i)
  })

  it('has sign-ins and account changes from the command line, for owners only', async () => {
    const editor = await up.signInAs('editor')
    const { data } = (await up.call('GET', '/api/auth/profile', { token: editor })).json
    const db = await up.tables()
    await changeAccount(db, data.email, { disabled: true })
    await changeAccount(db, data.email, { disabled: false })
    const { data: users } = await list('kind=user&person=none')
    expect(users.activity.slice(0, 3).map(({ kind, person }) => [kind, person?.name])).toEqual([
      ['user.enabled', 'Command line'],
      ['user.disabled', 'Command line'],
      ['user.created', 'Command line'],
    ])
    expect((await list(`kind=session.started&person=${data.id}`)).total).toBe(1)
    expect(
      (await up.call('POST', '/api/auth/login', { json: { email: data.email, password: 'wrong one' } }))
        .status,
    ).toBe(401)
    expect((await list(`kind=session.started&person=${data.id}`)).total).toBe(1)

    const other = await up.signInAs('editor')
    const seen = await list('limit=100', other)
    expect(new Set(seen.data.activity.map(({ object }) => object.type))).toEqual(
      new Set(['post', 'message', 'subscriber']),
    )
    expect((await list('kind=user', other)).total).toBe(0)
  })

  it('is filtered by person, kind, object and day, with pages', async () => {
    const all = await list('limit=100')
    const posts = await list('kind=post&limit=2')
    expect(posts.total).toBe(all.data.activity.filter(({ object }) => object.type === 'post').length)
    expect(posts.totalPages).toBe(Math.ceil(posts.total / 2))
    const second = await list('kind=post&limit=2&page=2')
    expect([...posts.data.activity, ...second.data.activity]).toEqual(
      all.data.activity.filter(({ object }) => object.type === 'post').slice(0, 4),
    )
    expect((await list('kind=post.deleted')).total).toBe(1)
    expect((await list('from=2020-01-01&to=2020-12-31')).total).toBe(0)
    expect((await list('from=2020-01-01')).total).toBe(all.total)
    const person = all.data.people.find(({ name }) => name === 'Editorial team')
    const own = await list(`person=${person?.id}&limit=100`)
    expect(new Set(own.data.activity.map((entry) => entry.person?.id))).toEqual(new Set([person?.id]))
    expect((await list('object=halyard-2026-11-22T1305.db')).total).toBe(0)
    const hostile = await list("person='&kind=nothing&object=%00&from=soon&to=2026-99-99&page=x&limit=9999")
    expect(hostile.total).toBe(all.total)
  })

  it('lists people in the order of the alphabet, whatever their letters', async () => {
    for (const name of ['zoe', 'Émile', 'ada']) {
      const headers = { 'if-match': '*' }
      const person = await up.signInAs('author')
      await up.call('PUT', '/api/auth/profile', { token: person, json: { name }, headers })
    }
    const ordered = ['ada', 'Editorial team', 'Émile', 'zoe']
    const names = (await list()).data.people.map(({ name }) => name)
    expect(names.filter((name) => ordered.includes(name))).toEqual(ordered)
  })

  it('is downloaded as CSV without formulas', async () => {
    const id = await create({ title: '=HYPERLINK("http://evil.example","Prize")', tags: ['a, b'] })
    await up.call('PUT', `/api/blogs/${id}`, { token, json: { title: '@SUM(1)' } })
    const response = await up.call('GET', `/api/activity?format=csv&object=${id}`, { token })
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    const lines = response.text.split('\r\n')
    expect(lines).toHaveLength(4)
    expect(lines[0]).toBe('Time,Person,Kind,Object,Object ID,Changed fields,Changes')
    expect(lines[1]).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z,Editorial team,post\.changed,'@SUM\(1\),/)
    expect(lines[2]).toContain(`,"'=HYPERLINK(""http://evil.example"",""Prize"")",${id},`)
    const all = await up.call('GET', '/api/activity?format=csv', { token })
    expect(all.text.trimEnd().split(/\r\n/)).toHaveLength(1 + (await list()).total)
  })

  it('cannot be changed or deleted, or read by visitors and authors', async () => {
    const before = (await list()).total
    const [entry] = (await list()).data.activity
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
      expect((await up.call(method, '/api/activity', { token, json: {} })).status).toBe(405)
      expect((await up.call(method, `/api/activity/${entry?.id}`, { token, json: {} })).status).toBe(404)
    }
    expect((await list()).total).toBe(before)
    expect((await up.call('GET', '/api/activity')).status).toBe(401)
    expect((await up.call('GET', '/api/activity', { token: 'made-up' })).status).toBe(401)
    const author = await up.signInAs('author')
    expect((await up.call('GET', '/api/activity', { token: author })).status).toBe(403)
    expect((await up.call('GET', '/api/activity?format=csv', { token: author })).status).toBe(403)
  })

  it('is kept for two years', async () => {
    const db = await up.tables()
    const total = (await list()).total
    const times = (await db.selectFrom('activity').select('id').orderBy('created_at').limit(2).execute()).map(
      ({ id }, index) => ({
        id,
        time: new Date().setUTCFullYear(new Date().getUTCFullYear() - 2) + (index ? 3_600_000 : -3_600_000),
      }),
    )
    for (const { id, time } of times)
      await db.updateTable('activity').set({ created_at: time }).where('id', '=', id).execute()
    await deleteOldActivity(db)
    expect((await list()).total).toBe(total - 1)
  })
})
