import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { categoryListResponseSchema, staffCategoryListResponseSchema } from '#contract/categories.ts'
import { databases, startUpstream, type TestUpstream } from '../testing/harness.ts'

describe.each(databases)('categories on %s', (database) => {
  let up: TestUpstream
  let token: string
  beforeAll(async () => {
    up = await startUpstream(database)
    token = await up.signIn()
  })
  afterAll(() => up.stop())

  const call = (method: string, path: string, json?: object, headers = {}) =>
    up.call(method, `/api/categories${path}`, { token, json, headers })
  const create = async (name: string, more: object = {}) =>
    (await call('POST', '', { name, ...more })).json.data
  const listed = async () =>
    staffCategoryListResponseSchema.parse((await call('GET', '')).json).data.map(({ name }) => name)
  const visible = async () =>
    categoryListResponseSchema.parse((await up.call('GET', '/api/categories')).json).data
  const post = async (title: string, fields: object) =>
    (await up.call('POST', '/api/blogs', { token, json: { title, content: `About ${title}`, ...fields } }))
      .json.data
  const update = (id: string, json: object) => up.call('PUT', `/api/blogs/${id}`, { token, json })
  const titles = async (query: string, as?: string) => {
    const { data, total } = (await up.call('GET', `/api/blogs?${query}`, as ? { token: as } : {})).json
    expect(data.blogs).toHaveLength(total)
    return data.blogs.map(({ title }: { title: string }) => title)
  }

  it('get a valid slug from a long name in any script', async () => {
    const name = '웹 애플리케이션 개발 및 검색 엔진 최적화 및 유지보수'
    const { id } = await create(name)
    expect(await listed()).toContain(name)
    expect((await call('DELETE', `/${id}`)).status).toBe(200)
  })

  it('are created with a slug from the name, once per idempotency key', async () => {
    const once = { 'idempotency-key': 'create-engineering' }
    const input = { name: 'Engineering', description: 'How we build.' }
    const created = await call('POST', '', input, once)
    expect(created.status).toBe(201)
    expect(created.headers.get('etag')).toBe('"v1"')
    expect(created.json.data).toEqual({
      id: expect.stringMatching(/^\d+$/),
      slug: 'engineering',
      name: 'Engineering',
      description: 'How we build.',
      count: 0,
      published: 0,
      version: 1,
    })
    expect((await call('POST', '', input, once)).json.data.id).toBe(created.json.data.id)
    expect((await call('POST', '', { name: 'Engineering' }, once)).status).toBe(422)
    expect(await create('Growth & reach', { slug: 'growth' })).toMatchObject({
      slug: 'growth',
      description: '',
    })
    expect(await create('Engineering!', { slug: '' })).toMatchObject({ slug: 'engineering-2' })
    expect(await listed()).toEqual(['Engineering', 'Growth & reach', 'Engineering!'])
    expect(await visible()).toEqual([])
  })

  it.each([
    [422, {}, 'name'],
    [422, { name: ' ' }, 'name'],
    [422, { name: 'x'.repeat(51) }, 'name'],
    [422, { name: 'X', slug: 'A b' }, 'slug'],
    [422, { name: 'X', description: 'x'.repeat(301) }, 'description'],
    [409, { name: 'ENGINEERING' }, 'name'],
    [409, { name: 'X', slug: 'growth' }, 'slug'],
  ])('are rejected with %i for %j', async (status, input, field) => {
    const { status: actual, json } = await call('POST', '', input)
    expect([actual, Object.keys(json.fields)]).toEqual([status, [field]])
  })

  it('filter posts, and are counted for visitors and staff', async () => {
    const [first, second] = [
      await post('First', { category: 'engineering', published: true, tags: ['Sea', 'Rope'] }),
      await post('Second', { category: 'engineering', published: false, tags: ['Sea'] }),
    ]
    const other = await post('Other', { category: 'growth', published: true, tags: ['Sea'] })
    await post('None', { published: true })
    expect(first.category).toEqual({ slug: 'engineering', name: 'Engineering' })
    expect((await up.call('GET', '/api/blogs?search=none')).json.data.blogs[0].category).toBeNull()
    expect(await titles('category=engineering')).toEqual(['First'])
    expect(await titles('category=ENGINEERING', token)).toEqual(['Second', 'First'])
    expect(await titles('category=engineering&status=draft', token)).toEqual(['Second'])
    expect(await titles('category=engineering&tag=sea')).toEqual(['First'])
    expect(await titles('category=growth&tag=rope')).toEqual([])
    expect(await titles('category=growth&search=about')).toEqual(['Other'])
    expect(await titles('category=engineering&sort=title', token)).toEqual(['First', 'Second'])
    expect(await titles('category=engineering-2')).toEqual([])
    const unseen = '/api/blogs?category=engineering-2'
    expect((await up.call('GET', unseen, { token })).json.category).toMatchObject({ name: 'Engineering!' })
    expect((await up.call('GET', unseen)).json).not.toHaveProperty('category')
    expect(await titles('category=no-such')).toEqual([])
    expect(await visible()).toEqual([
      { slug: 'engineering', name: 'Engineering', description: 'How we build.', count: 1 },
      { slug: 'growth', name: 'Growth & reach', description: '', count: 1 },
    ])
    const counts = async () =>
      (await call('GET', '')).json.data.map((row: { count: number; published: number }) => [
        row.count,
        row.published,
      ])
    expect(await counts()).toEqual([
      [2, 1],
      [1, 1],
      [0, 0],
    ])
    await update(second.id, { published: true })
    await update(other.id, { category: 'engineering' })
    await update(first.id, { category: '' })
    expect((await update(first.id, { title: 'First again' })).json.data.category).toBeNull()
    expect(await counts()).toEqual([
      [2, 2],
      [0, 0],
      [0, 0],
    ])
    await up.call('DELETE', `/api/blogs/${second.id}`, { token })
    expect(await counts()).toEqual([
      [1, 1],
      [0, 0],
      [0, 0],
    ])
    const unknown = await update(first.id, { category: 'no-such' })
    expect([unknown.status, unknown.json.fields]).toEqual([422, { category: 'There is no such category.' }])
  })

  it('are changed with their posts and addresses, unless someone else changed them before', async () => {
    const { id } = (await call('GET', '')).json.data[0]
    const changed = await call(
      'PUT',
      `/${id}`,
      { name: 'Building', slug: 'building' },
      { 'if-match': '"v1"' },
    )
    expect(changed.json.data).toMatchObject({
      name: 'Building',
      slug: 'building',
      description: 'How we build.',
      version: 2,
    })
    const [blog] = (await up.call('GET', '/api/blogs?category=building')).json.data.blogs
    expect(blog.category).toEqual({ slug: 'building', name: 'Building' })
    expect((await up.call('GET', '/api/blogs?category=engineering')).json.category).toEqual({
      slug: 'building',
      name: 'Building',
      description: 'How we build.',
    })
    expect((await up.changes.since(up.changes.latest - 1)).changes[0]?.tags).toEqual([
      'posts',
      'category:engineering',
      'category:building',
    ])
    expect((await call('POST', '', { name: 'Taken', slug: 'engineering' })).status).toBe(409)
    expect((await update(blog.id, { category: 'engineering' })).json.data.category.slug).toBe('building')
    const stale = await call('PUT', `/${id}`, { name: 'Stale' }, { 'if-match': '"v1"' })
    expect([stale.status, stale.json.version]).toEqual([412, 2])
    expect((await call('DELETE', `/${id}`, undefined, { 'if-match': '"v1"' })).status).toBe(412)
    expect((await call('PUT', `/${id}`, { slug: '' })).json.data.slug).toBe('building')
    for (const unknown of ['0', 'x', '9999999999']) {
      expect((await call('PUT', `/${unknown}`, { name: 'X' })).status).toBe(404)
      expect((await call('DELETE', `/${unknown}`)).status).toBe(404)
    }
  })

  it('keep the given order', async () => {
    const ids = (await call('GET', '')).json.data.map(({ id }: { id: string }) => id)
    const ordered = await call('PUT', '/order', { ids: ids.toReversed() })
    expect(ordered.json.data.map(({ id }: { id: string }) => id)).toEqual(ids.toReversed())
    expect(await listed()).toEqual(['Engineering!', 'Growth & reach', 'Building'])
    expect(await create('Last')).toMatchObject({ name: 'Last' })
    expect((await listed()).at(-1)).toBe('Last')
    for (const wrong of [ids, [...ids, ids[0]], []])
      expect((await call('PUT', '/order', { ids: wrong })).status).toBe(409)
    expect((await call('PUT', '/order', { ids: ['x'] })).status).toBe(422)
  })

  it('record which one moved in the order', async () => {
    const all: { id: string; name: string }[] = (await call('GET', '')).json.data
    const [first, ...others] = all
    await call('PUT', '/order', { ids: [...others, first].map((category) => category?.id) })
    const [entry] = (await up.call('GET', '/api/activity?kind=category.reordered', { token })).json.data
      .activity
    expect(entry).toMatchObject({
      object: { id: first?.id, name: first?.name },
      changes: { position: { from: 1, to: all.length } },
    })
    await call('PUT', '/order', { ids: all.map(({ id }) => id) })
  })

  it('are not reordered from an outdated order', async () => {
    const seen: string[] = (await call('GET', '')).json.data.map(({ id }: { id: string }) => id)
    const [first = '', ...others] = seen
    const orders = [seen.toReversed(), [...others, first]]
    const both = await Promise.all(orders.map((ids) => call('PUT', '/order', { ids, previousIds: seen })))
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect(both.find(({ status }) => status === 409)?.json).toEqual({
      error: 'Someone else changed the order in the meantime. Check it and try again.',
    })
    const stored = (await call('GET', '')).json.data.map(({ id }: { id: string }) => id)
    expect(stored).toEqual(orders[both.findIndex(({ status }) => status === 200)])
    expect((await call('PUT', '/order', { ids: seen, previousIds: stored })).status).toBe(200)
  })

  it('are removed from their posts when they are deleted', async () => {
    const [category] = (await call('GET', '')).json.data.filter(
      ({ name }: { name: string }) => name === 'Building',
    )
    const [blog] = (await up.call('GET', '/api/blogs?category=building')).json.data.blogs
    const deleted = await call('DELETE', `/${category.id}`)
    expect([deleted.status, deleted.json.data]).toEqual([200, { id: category.id, posts: 1 }])
    const { data } = (await up.call('GET', `/api/blogs/${blog.id}`)).json
    expect([data.title, data.category]).toEqual(['Other', null])
    expect(await titles('category=building')).toEqual([])
    expect((await call('DELETE', `/${category.id}`)).status).toBe(404)
    // The slug is free again.
    expect(await create('Building')).toMatchObject({ slug: 'building', count: 0 })
  })

  it('keep correct counts when posts are saved while their category is deleted', async () => {
    await create('Contested')
    const saves = Array.from({ length: 5 }, (_, n) => post(`Contested ${n}`, { category: 'contested' }))
    const { id } = (await call('GET', '')).json.data.at(-1)
    await Promise.all([...saves, call('DELETE', `/${id}`)])
    const db = await up.tables()
    const counted = await db
      .selectFrom('categories')
      .select((eb) => [
        'total_count as stored',
        eb
          .selectFrom('posts')
          .select((posts) => posts.fn.countAll<number>().as('n'))
          .whereRef('posts.category_id', '=', 'categories.id')
          .as('actual'),
      ])
      .execute()
    for (const { stored, actual } of counted) expect(stored).toBe(actual)
  })

  it('are changed by owners and editors only, and each change is in the activity log', async () => {
    const { id } = await create('Guarded')
    const ids = (await call('GET', '')).json.data.map((row: { id: string }) => row.id)
    const calls = [
      ['POST', '', { name: 'By an editor' }],
      ['PUT', '/order', { ids }],
      ['PUT', `/${id}`, { description: 'Changed.' }],
      ['DELETE', `/${id}`, undefined],
    ] as const
    const [author, editor] = [await up.signInAs('author'), await up.signInAs('editor')]
    const as = (by: string | undefined, [method, path, json]: (typeof calls)[number]) =>
      up.call(method, `/api/categories${path}`, { json, ...(by && { token: by }) })
    for (const attempt of calls) {
      expect((await as(undefined, attempt)).status).toBe(401)
      expect((await as(author, attempt)).status).toBe(403)
    }
    expect((await up.call('GET', '/api/categories', { token: author })).json.data).toHaveLength(ids.length)
    for (const attempt of calls.slice(1)) expect((await as(editor, attempt)).status).toBe(200)
    expect((await as(editor, calls[0])).status).toBe(201)
    const db = await up.tables()
    const kinds = await db
      .selectFrom('activity')
      .select(['kind', 'details'])
      .where('object_id', '=', id)
      .orderBy('id')
      .execute()
    expect(kinds.map(({ kind, details }) => [kind, JSON.parse(details)])).toEqual([
      ['category.created', {}],
      ['category.changed', { changes: { description: { from: '', to: 'Changed.' } } }],
      ['category.deleted', {}],
    ])
  })
})
