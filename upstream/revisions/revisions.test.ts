import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { revisionListResponseSchema, revisionResponseSchema } from '#contract/revisions.ts'
import { databases, startUpstream, type TestUpstream } from '../testing/harness.ts'

describe.each(databases)('revisions on %s', (database) => {
  let up: TestUpstream
  let token: string
  beforeAll(async () => {
    up = await startUpstream(database)
    token = await up.signIn()
  })
  afterAll(() => up.stop())

  const create = async (fields: object = {}, as = token) => {
    const json = { title: 'A post', content: 'First text', ...fields }
    const response = await up.call('POST', '/api/blogs', { token: as, json })
    expect(response.status).toBe(201)
    return response.json.data
  }
  const update = async (id: string, json: object, as = token) => {
    const response = await up.call('PUT', `/api/blogs/${id}`, { token: as, json })
    expect(response.status).toBe(200)
    return response.json.data
  }
  const path = (id: string, rest = '') => `/api/blogs/${id}/revisions${rest}`
  const list = async (id: string, query = '') =>
    revisionListResponseSchema.parse((await up.call('GET', path(id, query), { token })).json)
  const read = async (id: string, number: number) =>
    revisionResponseSchema.parse((await up.call('GET', path(id, `/${number}`), { token })).json).data
  const restore = (id: string, number: number, headers: Record<string, string> = {}) =>
    up.call('POST', path(id, `/${number}/restore`), { token, headers })
  const numbers = async (id: string) => (await list(id, '?limit=100')).data.map(({ number }) => number)

  it('keep each save with its author, its time and what it changed', async () => {
    const editor = await up.signInAs('editor')
    const { id } = await create({ tags: ['Rope'] })
    await update(id, { content: 'Second text', tags: ['Rope', 'Mast'] }, editor)
    const published = Date.now()
    await update(id, { published: true })
    const { data, total, totalPages, newest, version } = await list(id)
    expect({ total, totalPages, newest, version }).toEqual({
      ...{ total: 3, totalPages: 1, newest: 3, version: 3 },
    })
    expect(data.map(({ number, changed, published }) => [number, changed, published])).toEqual([
      [3, ['published'], true],
      [2, ['content', 'tags'], false],
      [1, [], false],
    ])
    expect(data.map(({ author }) => author?.name)).toEqual(['Editorial team', 'editor', 'Editorial team'])
    const createdAt = Date.parse(data[0]?.createdAt ?? '')
    expect(createdAt).toBeGreaterThanOrEqual(published)
    expect(createdAt).toBeLessThanOrEqual(Date.now())
    expect(await read(id, 1)).toMatchObject({ previous: null, content: 'First text', tags: ['Rope'] })
    expect(await read(id, 2)).toMatchObject({
      ...{ previous: 1, content: 'Second text', tags: ['Rope', 'Mast'], title: 'A post', slug: 'a-post' },
      ...{ published: false, restoredFrom: null, name: null, category: null, cover: null },
    })
  })

  it('are listed with the current schedule of the post', async () => {
    const { id } = await create({ publishAt: '2099-05-06T12:00:00.000Z' })
    expect((await list(id)).publishAt).toBe('2099-05-06T12:00:00.000Z')
    await update(id, { publishAt: '' })
    expect((await list(id)).publishAt).toBeNull()
  })

  it('are not added by a save that changes nothing', async () => {
    const { id } = await create({ tags: ['Rope'] })
    await update(id, { title: 'A post', tags: ['Rope'] })
    expect(await numbers(id)).toEqual([1])
  })

  it('are added by a save of another author or time only', async () => {
    const { id } = await create()
    await up.signInAs('author')
    const unpublishAt = '2040-01-02T03:04:00.000Z'
    await update(id, { author: 'author' })
    await update(id, { publishAt: '2039-01-02T03:04:00.000Z', unpublishAt, content: 'Second text' })
    await update(id, { author: 'author', unpublishAt })
    await update(id, { unpublishAt: '' })
    expect((await list(id)).data.map(({ number, changed }) => [number, changed])).toEqual([
      [4, ['unpublishAt']],
      [3, ['content', 'publishAt', 'unpublishAt']],
      [2, ['author']],
      [1, []],
    ])
  })

  it('have pages, newest first', async () => {
    const { id } = await create()
    for (const number of [2, 3, 4, 5]) await update(id, { content: `Text ${number}` })
    const second = await list(id, '?limit=2&page=2')
    expect(second).toMatchObject({ total: 5, totalPages: 3, newest: 5 })
    expect(second.data.map(({ number }) => number)).toEqual([3, 2])
    expect((await list(id, '?limit=x&page=-1')).data).toHaveLength(5)
  })

  it('are for anyone who may change the post', async () => {
    const [author, other] = [await up.signInAs('author'), await up.signInAs('author')]
    const { id } = await create({}, author)
    await update(id, { content: 'Second text' }, author)
    const calls: [string, string, object?][] = [
      ['GET', path(id)],
      ['GET', path(id, '/1')],
      ['PUT', path(id, '/1'), { name: 'Mine' }],
      ['POST', path(id, '/1/restore')],
    ]
    const call = async ([method, target, json]: (typeof calls)[number], as?: string) =>
      (await up.call(method, target, { ...(as && { token: as }), ...(json && { json }) })).status
    for (const attempt of calls) {
      expect([...attempt, await call(attempt)]).toEqual([...attempt, 401])
      expect([...attempt, await call(attempt, other)]).toEqual([...attempt, 403])
    }
    expect(await list(id)).toMatchObject({ total: 2, data: [{}, { name: null }] })
    for (const attempt of calls) {
      expect([...attempt, await call(attempt, author)]).toEqual([...attempt, 200])
      expect([...attempt, await call(attempt, token)]).toEqual([...attempt, 200])
    }
    for (const unknown of [
      path('nothing'),
      path(id, '/99'),
      path(id, '/0'),
      path(id, '/x'),
      path(id, '/1e3'),
    ])
      expect([unknown, (await up.call('GET', unknown, { token })).status]).toEqual([unknown, 404])
    expect((await restore(id, 99)).status).toBe(404)
    const named = await up.call('PUT', path(id, '/99'), { token, json: { name: 'x' } })
    expect(named.status).toBe(404)
  })

  it('can be named, and the name removed', async () => {
    const { id } = await create()
    const name = async (json: unknown) => up.call('PUT', path(id, '/1'), { token, json })
    expect((await name({ name: ' Before the relaunch ' })).json.data).toMatchObject({
      ...{ number: 1, name: 'Before the relaunch', content: 'First text' },
    })
    expect((await list(id)).data[0]?.name).toBe('Before the relaunch')
    for (const json of [{ name: 'x'.repeat(101) }, { name: 'a\u0000' }, { name: 7 }, {}])
      expect((await name(json)).status).toBe(422)
    expect((await list(id)).data[0]?.name).toBe('Before the relaunch')
    for (const empty of ['', null]) {
      await name({ name: 'Again' })
      expect((await name({ name: empty })).json.data.name).toBeNull()
    }
  })

  it('are restored as a new revision, and nothing is lost', async () => {
    const { id, slug } = await create({ title: 'Knots', excerpt: 'Short', tags: ['Rope'] })
    const changed = { title: 'Splices', slug: 'splices', excerpt: '', content: 'New', tags: ['Wire'] }
    await update(id, { ...changed, published: true })
    const response = await restore(id, 1)
    expect(response.status).toBe(200)
    expect(response.headers.get('etag')).toBe('"v3"')
    const before = { title: 'Knots', slug, excerpt: 'Short', content: 'First text', tags: ['Rope'] }
    // It stays published.
    expect(response.json.data).toMatchObject({ ...before, published: true, version: 3 })
    expect(await read(id, 3)).toMatchObject({ ...before, restoredFrom: 1, published: true })
    expect(await read(id, 2)).toMatchObject(changed)
    // Visitors find it by both addresses.
    for (const ref of [slug, 'splices'])
      expect((await up.call('GET', `/api/blogs/${ref}`)).json.data).toMatchObject(before)
    expect((await up.call('GET', '/api/blogs?search=splices')).json.total).toBe(0)
    expect((await restore(id, 2)).json.data).toMatchObject(changed)
    expect(await numbers(id)).toEqual([4, 3, 2, 1])
  })

  it('are restored with the current names of tags and categories', async () => {
    const category = (await up.call('POST', '/api/categories', { token, json: { name: 'Old name' } })).json
    const { id } = await create({ tags: ['Halyrad', 'Sail'], category: 'old-name' })
    await update(id, { tags: [], category: '' })
    // A tag without posts would have been deleted.
    await create({ tags: ['Halyrad'] })
    const tags = (await up.call('GET', '/api/tags?include=details&name=halyrad', { token })).json.data
    await up.call('PUT', `/api/tags/${tags[0].id}`, { token, json: { name: 'Halyard' } })
    const categoryPath = `/api/categories/${category.data.id}`
    await up.call('PUT', categoryPath, { token, json: { name: 'New name', slug: 'new-name' } })
    expect(await read(id, 1)).toMatchObject({ category: { slug: 'new-name', name: 'New name' } })
    expect((await restore(id, 1)).json.data).toMatchObject({
      ...{ tags: ['Halyard', 'Sail'], category: { slug: 'new-name' } },
    })
    await update(id, { category: '', content: 'Other' })
    await up.call('DELETE', categoryPath, { token })
    const without = await restore(id, 3)
    expect([without.status, without.json.data.category]).toEqual([200, null])
  })

  it('are not restored over a newer version, or twice', async () => {
    const { id } = await create()
    await update(id, { content: 'Second text' })
    const stale = await restore(id, 1, { 'if-match': '"v1"' })
    expect([stale.status, stale.json.version]).toEqual([412, 2])
    expect(await numbers(id)).toEqual([2, 1])
    const other = await create()
    await update(other.id, { content: 'Second text' })
    await restore(other.id, 1, { 'idempotency-key': 'shared' })
    const headers = { 'if-match': '"v2"', 'idempotency-key': 'shared' }
    for (const attempt of [await restore(id, 1, headers), await restore(id, 1, headers)])
      expect([attempt.status, attempt.json.data?.version]).toEqual([200, 3])
    const another = await restore(id, 2, { 'idempotency-key': 'shared' })
    expect([another.status, another.json.error]).toEqual([
      422,
      'This Idempotency-Key was used for another request.',
    ])
    expect(await numbers(id)).toEqual([3, 2, 1])
  })

  it('keep the current slug of the post when another post has the revision’s slug', async () => {
    const { id } = await create({ slug: 'taken-later' })
    await update(id, { slug: 'moved-away', content: 'Second text' })
    const db = await up.tables()
    await db.deleteFrom('post_slugs').where('slug', '=', 'taken-later').execute()
    await create({ title: 'Other', slug: 'taken-later' })
    expect(await read(id, 1)).toMatchObject({ slug: 'taken-later', slugTaken: true })
    const response = await restore(id, 1)
    expect([response.status, response.json.data]).toMatchObject([
      200,
      { slug: 'moved-away', content: 'First text', version: 3 },
    ])
    expect((await up.call('GET', '/api/blogs/taken-later', { token })).json.data.title).toBe('Other')
    expect(await read(id, 3)).toMatchObject({ restoredFrom: 1, slug: 'moved-away', slugTaken: false })
  })

  it('of a post from before revisions existed begin with its next change', async () => {
    const { id, updatedAt } = await create({ title: 'Old post', tags: ['Rope'] })
    const db = await up.tables()
    const post = await db.selectFrom('posts').select('id').where('public_id', '=', id).executeTakeFirst()
    await db
      .deleteFrom('post_revisions')
      .where('post_id', '=', post?.id ?? 0)
      .execute()
    expect(await list(id)).toMatchObject({ data: [], total: 0, totalPages: 0, newest: null })
    await update(id, { content: 'Second text' }, await up.signInAs('editor'))
    expect(await read(id, 1)).toMatchObject({
      ...{ content: 'First text', tags: ['Rope'], createdAt: updatedAt, author: { name: 'Editorial team' } },
    })
    expect(await read(id, 2)).toMatchObject({ content: 'Second text', author: { name: 'editor' } })
  })

  it('are numbered one after another when many save at once', async () => {
    const { id } = await create()
    const others = await create()
    const saves = Array.from({ length: 12 }, (_, index) =>
      Promise.all([
        update(id, { content: `Text ${index}` }),
        update(others.id, { content: `Text ${index}` }),
      ]),
    )
    await Promise.all(saves)
    const texts = new Set<string>()
    for (const post of [id, others.id]) {
      expect(await numbers(post)).toEqual(Array.from({ length: 13 }, (_, index) => 13 - index))
      for (const number of await numbers(post)) texts.add((await read(post, number)).content)
    }
    expect(texts.size).toBe(13)
    const stored = (await up.call('GET', `/api/blogs/${id}`, { token })).json.data
    expect((await read(id, 13)).content).toBe(stored.content)
  })

  it('are deleted with their post', async () => {
    const { id } = await create()
    await update(id, { content: 'Second text' })
    const db = await up.tables()
    const rows = async () => (await db.selectFrom('post_revisions').select('number').execute()).length
    const before = await rows()
    await up.call('DELETE', `/api/blogs/${id}?forever=true`, { token })
    expect((await up.call('GET', path(id), { token })).status).toBe(404)
    expect(await rows()).toBe(before - 2)
  })
})
