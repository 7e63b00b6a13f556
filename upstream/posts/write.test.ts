import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { postAnswerSchema } from '#lib/blog/schema.ts'
import { databases, formOf, startUpstream, type TestUpstream } from '../testing/harness.ts'

describe.each(databases)('writing posts on %s', (database) => {
  let up: TestUpstream
  let token: string
  beforeAll(async () => {
    up = await startUpstream(database)
    token = await up.signIn()
  })
  afterAll(() => up.stop())

  const create = (json: unknown, headers = {}) => up.call('POST', '/api/blogs', { json, token, headers })
  const update = (id: string, json: unknown, headers = {}) =>
    up.call('PUT', `/api/blogs/${id}`, { json, token, headers })
  const counts = async () => {
    const tags = (await up.call('GET', '/api/tags', { token })).json.data
    const own = { all: (await up.call('GET', '/api/blogs', { token })).json.total }
    return { ...own, published: (await up.call('GET', '/api/blogs')).json.total, tags }
  }

  it('creates a post from the form of the editor', async () => {
    const form = formOf({
      title: ' A form ',
      content: '# Hi',
      excerpt: 'Short',
      published: 'true',
      tags: '["One","one","Two"]',
    })
    const answer = await up.call('POST', '/api/blogs', { form, token })
    expect(answer.status).toBe(201)
    expect(answer.headers.get('etag')).toBe('"v1"')
    const { data } = postAnswerSchema.parse(answer.json)
    expect(data).toMatchObject({
      title: 'A form',
      slug: 'a-form',
      content: '# Hi',
      excerpt: 'Short',
      version: 1,
      views: 0,
    })
    expect(data.tags).toEqual(['One', 'Two'])
    expect(data.author).toEqual({ name: 'Editorial team', slug: 'editorial-team', role: 'Editor', bio: '' })
    expect(data.publishedAt).toBe(data.createdAt)
    expect((await up.call('GET', '/api/blogs/a-form')).json).toEqual(answer.json)
  })

  it('keeps line breaks as they were typed, whatever a form makes of them', async () => {
    const form = formOf({ title: 'Lines', content: 'One\n\nTwo', excerpt: 'A\nB' })
    const { data } = (await up.call('POST', '/api/blogs', { form, token })).json
    expect(data).toMatchObject({ content: 'One\n\nTwo', excerpt: 'A\nB' })
    const change = formOf({ content: 'Two\r\nOne' })
    const changed = await up.call('PUT', `/api/blogs/${data.id}`, { form: change, token })
    expect(changed.json.data.content).toBe('Two\nOne')
  })

  it('creates a draft from JSON, with what is not sent left empty', async () => {
    const { json, status } = await create({
      title: 'Bare',
      content: 'Text',
      createdAt: '2001-01-01T00:00:00Z',
      views: 9,
    })
    expect(status).toBe(201)
    expect(json.data).toMatchObject({
      published: false,
      publishedAt: null,
      tags: [],
      excerpt: '',
      cover: null,
      views: 0,
    })
    expect(Date.parse(json.data.createdAt)).toBeGreaterThan(Date.now() - 60_000)
  })

  it.each([
    ['blank title', { title: '  ', content: 'x' }, 'title'],
    ['blank content', { title: 'x', content: ' \n ' }, 'content'],
    ['missing content', { title: 'x' }, 'content'],
    ['NUL', { title: 'a\u0000b', content: 'x' }, 'title'],
    ['lone surrogate', { title: 'x', content: 'a\ud800' }, 'content'],
    [
      'too many tags',
      { title: 'x', content: 'x', tags: Array.from({ length: 21 }, (_, i) => `t${i}`) },
      'tags',
    ],
    ['empty tag', { title: 'x', content: 'x', tags: [' '] }, 'tags'],
    ['deep nesting', { title: 'x', content: '<div>'.repeat(101) }, 'content'],
    ['long content', { title: 'x', content: 'é'.repeat(250_001) }, 'content'],
    ['slug of another shape', { title: 'x', content: 'x', slug: '../up' }, 'slug'],
    ['published as a word', { title: 'x', content: 'x', published: 'yes' }, 'published'],
  ])('refuses %s', async (_name, post, field) => {
    const answer = await create(post)
    expect(answer.status).toBe(422)
    expect(answer.json.fields).toHaveProperty(field)
    expect(answer.json.error).toBe(answer.json.fields[field])
  })

  it('refuses tags that are no list, in a form', async () => {
    const form = formOf({ title: 'x', content: 'x', tags: '["a"' })
    expect((await up.call('POST', '/api/blogs', { form, token })).json.fields).toHaveProperty('tags')
  })

  it('gives each post a slug of its own, under concurrency too', async () => {
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => create({ title: 'Sáme Tïtle!', content: 'x' })),
    )
    const slugs = answers.map((answer) => answer.json.data.slug).toSorted()
    expect(slugs).toEqual(['same-title', ...[2, 3, 4, 5, 6, 7, 8].map((n) => `same-title-${n}`)])
  })

  it.each([
    ['日本語', 'ribenyu'],
    ['!!!', 'post'],
    ['Search', 'post-search'],
    ['0198c2a4-0000-7000-8000-000000000000', 'post-0198c2a4-0000-7000-8000-000000000000'],
    [`${'long '.repeat(30)}`, 'long-'.repeat(16).slice(0, 79)],
  ])('makes a slug of %s', async (title, slug) => {
    expect((await create({ title, content: 'x' })).json.data.slug).toBe(slug)
  })

  it('changes only what is sent, and keeps the slug', async () => {
    const { data } = (await create({ title: 'Before', content: 'Old', excerpt: 'E', tags: ['Keep'] })).json
    const answer = await update(data.id, { title: 'After' })
    expect(answer.status).toBe(200)
    expect(answer.json.data).toEqual({ ...data, title: 'After', version: 2, updatedAt: expect.any(String) })
    const bulk = await up.call('PUT', `/api/blogs/${data.id}`, { form: formOf({ published: 'true' }), token })
    expect(bulk.json.data).toMatchObject({
      title: 'After',
      content: 'Old',
      tags: ['Keep'],
      published: true,
      version: 3,
    })
  })

  it('keeps the first publishing time', async () => {
    const { id } = (await create({ title: 'Twice', content: 'x' })).json.data
    const first = (await update(id, { published: true })).json.data.publishedAt
    await update(id, { published: false })
    expect((await update(id, { published: true })).json.data.publishedAt).toBe(first)
  })

  it('follows an old slug to the post that had it', async () => {
    const { id } = (await create({ title: 'Moving', content: 'x', published: true })).json.data
    expect((await update(id, { slug: 'moved' })).json.data.slug).toBe('moved')
    expect((await up.call('GET', '/api/blogs/moving')).json.data).toMatchObject({ id, slug: 'moved' })
    expect((await create({ title: 'Moving', content: 'x' })).json.data.slug).toBe('moving-2')
    expect((await update(id, { slug: 'moving' })).json.data.slug).toBe('moving')
  })

  it('refuses a slug that another post has, or a route', async () => {
    await create({ title: 'Owner', content: 'x' })
    const { id } = (await create({ title: 'Other', content: 'x' })).json.data
    for (const slug of ['owner', 'feed']) {
      const answer = await update(id, { slug, title: 'Lost' })
      expect(answer.status).toBe(409)
      expect(answer.json.fields).toHaveProperty('slug')
    }
    expect((await create({ title: 'New', content: 'x', slug: 'owner' })).status).toBe(409)
    expect((await up.call('GET', `/api/blogs/${id}`, { token })).json.data.title).toBe('Other')
  })

  it('refuses to overwrite a version that the editor has not seen', async () => {
    const { id } = (await create({ title: 'Versions', content: 'x' })).json.data
    expect((await update(id, { title: 'Second' }, { 'if-match': '"v1"' })).status).toBe(200)
    const late = await update(id, { title: 'Late' }, { 'if-match': '"v1"' })
    expect(late.status).toBe(412)
    expect(late.json).toEqual({
      error: expect.any(String),
      version: 2,
      updatedAt: expect.any(String),
      updatedBy: 'Editorial team',
    })
    expect(Date.parse(late.json.updatedAt)).toBeGreaterThan(Date.now() - 60_000)
    expect(late.headers.get('etag')).toBe('"v2"')
    const answers = await Promise.all(
      [1, 2, 3].map((n) => update(id, { title: `Race ${n}` }, { 'if-match': '"v2"' })),
    )
    expect(answers.map((answer) => answer.status).toSorted()).toEqual([200, 412, 412])
  })

  it('creates once for one idempotency key', async () => {
    const headers = { 'idempotency-key': 'key-1' }
    const answers = await Promise.all([1, 2, 3].map(() => create({ title: 'Once', content: 'x' }, headers)))
    expect(answers.map((answer) => answer.status)).toEqual([201, 201, 201])
    expect(new Set(answers.map((answer) => answer.json.data.id)).size).toBe(1)
    expect((await create({ title: 'Once', content: 'x' }, { 'idempotency-key': 'a b' })).status).toBe(400)
  })

  it('keeps every count exact through create, publish, retag and delete', async () => {
    const before = await counts()
    const { id } = (await create({ title: 'Counted', content: 'x', tags: ['Count A', 'Count B'] })).json.data
    await update(id, { published: true, tags: ['count b', 'Count C'] })
    const during = await counts()
    expect([during.all - before.all, during.published - before.published]).toEqual([1, 1])
    expect(during.tags).toEqual(
      expect.arrayContaining([
        { name: 'Count B', count: 1 },
        { name: 'Count C', count: 1 },
      ]),
    )
    expect(during.tags.map((tag: { name: string }) => tag.name)).not.toContain('Count A')
    expect((await up.call('DELETE', `/api/blogs/${id}`, { token })).status).toBe(200)
    expect(await counts()).toEqual(before)
    expect((await up.call('GET', `/api/blogs/${id}`, { token })).status).toBe(404)
    expect((await up.call('DELETE', `/api/blogs/${id}`, { token })).status).toBe(404)
  })

  it('stores nothing of a post that fails half way', async () => {
    const before = await counts()
    await create({ title: 'Taken', content: 'x', slug: 'taken' })
    expect((await create({ title: 'Half', content: 'x', slug: 'taken', tags: ['Half done'] })).status).toBe(
      409,
    )
    expect((await counts()).all).toBe(before.all + 1)
    expect((await counts()).tags).toEqual(before.tags)
  })

  it('lets no one write without a token', async () => {
    const { id } = (await create({ title: 'Guarded', content: 'x' })).json.data
    expect((await up.call('POST', '/api/blogs', { json: { title: 'x', content: 'x' } })).status).toBe(401)
    expect((await up.call('PUT', `/api/blogs/${id}`, { json: { title: 'x' } })).status).toBe(401)
    expect((await up.call('DELETE', `/api/blogs/${id}`)).status).toBe(401)
    expect((await up.call('PUT', '/api/blogs/nothing-here', { json: {}, token })).status).toBe(404)
  })
})
