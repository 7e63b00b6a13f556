import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { postResponseSchema } from '#contract/posts.ts'
import { DAY_MS } from '#contract/time.ts'
import { createAccount } from '../accounts/manage.ts'
import { databases, imageFile, toFormData, startUpstream, type TestUpstream } from '../testing/harness.ts'

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
    const form = toFormData({
      title: ' A form ',
      content: '# Hi',
      excerpt: 'Short',
      published: 'true',
      tags: '["One","one","Two"]',
    })
    const response = await up.call('POST', '/api/blogs', { form, token })
    expect(response.status).toBe(201)
    expect(response.headers.get('etag')).toBe('"v1"')
    const { data } = postResponseSchema.parse(response.json)
    expect(data).toMatchObject({
      title: 'A form',
      slug: 'a-form',
      content: '# Hi',
      excerpt: 'Short',
      version: 1,
      views: 0,
    })
    expect(data.tags).toEqual(['One', 'Two'])
    expect(data.author).toMatchObject({
      name: 'Editorial team',
      slug: 'editorial-team',
      role: 'Editor',
      bio: '',
    })
    expect(data.publishedAt).toBe(data.createdAt)
    expect((await up.call('GET', '/api/blogs/a-form', { token })).json).toEqual(response.json)
  })

  it('lets an editor choose the author', async () => {
    await createAccount(await up.tables(), {
      email: 'ada@example.com',
      name: 'Ada Lo',
      password: 'a long password',
    })
    const authors = async () => (await up.call('GET', '/api/authors', { token })).json.data
    const { data } = (await create({ title: 'By Ada', content: 'x', author: 'ada-lo', published: true })).json
    expect(data.author).toMatchObject({ name: 'Ada Lo', slug: 'ada-lo' })
    expect(await authors()).toContainEqual(expect.objectContaining({ slug: 'ada-lo', count: 1 }))
    const changed = await update(data.id, { author: 'editorial-team' })
    expect(changed.json.data.author.slug).toBe('editorial-team')
    expect(await authors()).toContainEqual(expect.objectContaining({ slug: 'ada-lo', count: 0 }))
    const unknown = await update(data.id, { author: 'nobody' })
    expect(unknown.status).toBe(422)
    expect(unknown.json.fields).toEqual({ author: 'There is no such author.' })
  })

  it('stores line breaks of forms as line feeds', async () => {
    const form = toFormData({ title: 'Lines', content: 'One\n\nTwo', excerpt: 'A\nB' })
    const { data } = (await up.call('POST', '/api/blogs', { form, token })).json
    expect(data).toMatchObject({ content: 'One\n\nTwo', excerpt: 'A\nB' })
    const change = toFormData({ content: 'Two\r\nOne' })
    const changed = await up.call('PUT', `/api/blogs/${data.id}`, { form: change, token })
    expect(changed.json.data.content).toBe('Two\nOne')
  })

  it('creates a draft from JSON with defaults for missing fields', async () => {
    const started = Date.now()
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
    expect(Date.parse(json.data.createdAt)).toBeGreaterThanOrEqual(started)
  })

  it.each([
    ['blank title', { title: '  ', content: 'x' }, 'title'],
    ['blank content', { title: 'x', content: ' \n ' }, 'content'],
    ['invisible title', { title: '\u200b \u2060', content: 'x' }, 'title'],
    ['invisible content', { title: 'x', content: '\u200b\n\u00ad\ufe0f' }, 'content'],
    ['invisible tag', { title: 'x', content: 'x', tags: ['\u200b'] }, 'tags'],
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
    ['invalid slug', { title: 'x', content: 'x', slug: '../up' }, 'slug'],
    ['published as a word', { title: 'x', content: 'x', published: 'yes' }, 'published'],
  ])('rejects %s', async (_name, post, field) => {
    const response = await create(post)
    expect(response.status).toBe(422)
    expect(response.json.fields).toHaveProperty(field)
    expect(response.json.error).toBe(response.json.fields[field])
  })

  it('keeps joiners in emoji and words', async () => {
    const post = { title: 'Crew 👩\u200d🚀', content: 'می\u200cخواهم', tags: ['❤\ufe0f'], excerpt: '\u200b' }
    expect((await create(post)).json.data).toMatchObject({ ...post, excerpt: '' })
  })

  it('rejects fields of a form with another type in plain words', async () => {
    const form = toFormData({ title: 'x', published: 'maybe', tags: '["a"', seo: '{"noindex":1}' })
    const long = { title: 'x', content: 'x', coverAlt: 'x'.repeat(301), category: 'x'.repeat(81) }
    expect((await create(long)).json.fields).toEqual({
      coverAlt: 'Alternative text must be at most 300 characters',
      category: 'Category must be at most 80 characters',
    })
    expect((await up.call('POST', '/api/blogs', { form, token })).json.fields).toEqual({
      content: 'Content is required',
      published: 'Published must be true or false',
      tags: 'Tags must be a list',
      seo: 'Noindex must be true or false',
    })
  })

  it('creates unique slugs for concurrent posts', async () => {
    const responses = await Promise.all(
      Array.from({ length: 8 }, () => create({ title: 'Sáme Tïtle!', content: 'x' })),
    )
    const slugs = responses.map((response) => response.json.data.slug).toSorted()
    expect(slugs).toEqual(['same-title', ...[2, 3, 4, 5, 6, 7, 8].map((n) => `same-title-${n}`)])
  })

  it.each([
    ['日本語', 'ribenyu'],
    ['!!!', 'post'],
    ['Search', 'post-search'],
    ['0198c2a4-0000-7000-8000-000000000000', 'post-0198c2a4-0000-7000-8000-000000000000'],
    [`${'long '.repeat(30)}`, 'long-'.repeat(16).slice(0, 79)],
  ])('creates a slug from %s', async (title, slug) => {
    expect((await create({ title, content: 'x' })).json.data.slug).toBe(slug)
  })

  it('changes only the fields of the request, and keeps the slug', async () => {
    const { data } = (await create({ title: 'Before', content: 'Old', excerpt: 'E', tags: ['Keep'] })).json
    const response = await update(data.id, { title: 'After' })
    expect(response.status).toBe(200)
    expect(response.json.data).toEqual({ ...data, title: 'After', version: 2, updatedAt: expect.any(String) })
    const bulk = await up.call('PUT', `/api/blogs/${data.id}`, {
      form: toFormData({ published: 'true' }),
      token,
    })
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

  it('dates a post by its first publication, until that is undone', async () => {
    const draft = (await create({ title: 'Old draft', content: 'x', tags: ['Dated'] })).json.data
    const newer = (await create({ title: 'Newer', content: 'x', tags: ['Dated'], published: true })).json.data
    const titles = async (query: string) => {
      const { json } = await up.call('GET', `/api/blogs?${query}`)
      return json.data.blogs.map(({ title }: { title: string }) => title)
    }
    const first = (await update(draft.id, { published: true })).json.data
    expect(first.createdAt).toBe(first.publishedAt)
    expect(first.createdAt > newer.createdAt).toBe(true)
    expect((await titles('limit=2')).slice(0, 2)).toEqual(['Old draft', 'Newer'])
    expect(await titles('tag=dated')).toEqual(['Old draft', 'Newer'])
    const undone = (await update(draft.id, { published: false, publishedAt: null })).json.data
    expect(undone).toMatchObject({ createdAt: draft.createdAt, publishedAt: null })
    const { createdAt } = (await update(draft.id, { published: true })).json.data
    await update(draft.id, { published: false })
    expect((await update(draft.id, { published: true, title: 'Again' })).json.data.createdAt).toBe(createdAt)
  })

  it('finds a post by its former slug', async () => {
    const { id } = (await create({ title: 'Moving', content: 'x', published: true })).json.data
    expect((await update(id, { slug: 'moved' })).json.data.slug).toBe('moved')
    const feedId = `urn:uuid:${id}`
    expect((await up.call('GET', '/api/blogs/moving')).json.data).toMatchObject({ id, slug: 'moved', feedId })
    expect((await create({ title: 'Moving', content: 'x' })).json.data.slug).toBe('moving-2')
    const taken = await create({ title: 'Taken over', content: 'x', slug: 'moving' })
    expect([taken.status, taken.json.fields]).toEqual([409, { slug: 'This URL is already taken.' }])
    expect((await update(id, { slug: 'moving' })).json.data.slug).toBe('moving')
  })

  it('gives the former slug of a post that was never public to another post', async () => {
    const draft = (await create({ title: 'Pricing', content: 'x' })).json.data
    await update(draft.id, { slug: 'pricing-of-last-year' })
    const { status, json } = await create({ title: 'New prices', content: 'x', slug: 'pricing' })
    expect([status, json.data?.slug]).toEqual([201, 'pricing'])
    const bySlug = async (slug: string) =>
      (await up.call('GET', `/api/blogs/${slug}`, { token })).json.data?.id
    expect(await bySlug('pricing')).toBe(json.data.id)
    expect(await bySlug('pricing-of-last-year')).toBe(draft.id)
    expect((await update(draft.id, { slug: 'pricing' })).status).toBe(409)
    await update(json.data.id, { slug: 'prices' })
    expect((await update(draft.id, { slug: 'pricing' })).json.data?.slug).toBe('pricing')
    expect(await bySlug('pricing')).toBe(draft.id)
  })

  it('rejects the slug of another post and reserved slugs', async () => {
    await create({ title: 'Owner', content: 'x' })
    const { id } = (await create({ title: 'Other', content: 'x' })).json.data
    for (const slug of ['owner', 'feed']) {
      const response = await update(id, { slug, title: 'Lost' })
      expect(response.status).toBe(409)
      expect(response.json.fields).toHaveProperty('slug')
    }
    expect((await create({ title: 'New', content: 'x', slug: 'owner' })).status).toBe(409)
    expect((await up.call('GET', `/api/blogs/${id}`, { token })).json.data.title).toBe('Other')
  })

  it('keeps the dates and the version when nothing changes', async () => {
    const post = { title: 'The same', content: 'x', tags: ['One', 'Two'], published: true }
    const { data } = (await create(post)).json
    for (const same of [{}, { published: true }, post, { ...post, seo: {} }]) {
      const response = await update(data.id, same)
      expect([response.status, response.json.data]).toEqual([200, data])
    }
    expect((await update(data.id, { tags: ['Two', 'One'] })).json.data.version).toBe(2)
  })

  it('rejects a write that started from an older version', async () => {
    const { id } = (await create({ title: 'Versions', content: 'x' })).json.data
    const started = Date.now()
    expect((await update(id, { title: 'Second' }, { 'if-match': '"v1"' })).status).toBe(200)
    const late = await update(id, { title: 'Late' }, { 'if-match': '"v1"' })
    expect(late.status).toBe(412)
    expect(late.json).toEqual({
      error: expect.any(String),
      version: 2,
      updatedAt: expect.any(String),
      updatedBy: 'Editorial team',
    })
    expect(Date.parse(late.json.updatedAt)).toBeGreaterThanOrEqual(started)
    expect(late.headers.get('etag')).toBe('"v2"')
    const responses = await Promise.all(
      [1, 2, 3].map((n) => update(id, { title: `Race ${n}` }, { 'if-match': '"v2"' })),
    )
    expect(responses.map((response) => response.status).toSorted()).toEqual([200, 412, 412])
    // Proxies make the ETags of compressed responses weak.
    for (const tags of ['W/"v3"', '"v9", "v4"', '*'])
      expect([tags, (await update(id, { title: tags }, { 'if-match': tags })).status]).toEqual([tags, 200])
  })

  it('creates one post per idempotency key', async () => {
    const headers = { 'idempotency-key': 'key-1' }
    const responses = await Promise.all([1, 2, 3].map(() => create({ title: 'Once', content: 'x' }, headers)))
    expect(responses.map((response) => response.status)).toEqual([201, 201, 201])
    expect(new Set(responses.map((response) => response.json.data.id)).size).toBe(1)
    expect((await create({ title: 'Once', content: 'x' }, { 'idempotency-key': 'a b' })).status).toBe(400)
    const other = { json: { title: 'Once', content: 'x' }, token: await up.signInAs('author'), headers }
    const ofOther = (await up.call('POST', '/api/blogs', other)).json.data
    expect(ofOther).toMatchObject({
      id: expect.not.stringMatching(responses[0]?.json.data.id),
      author: { name: 'author' },
    })
  })

  describe('with an idempotency key that was used', () => {
    const picture = (width: number) => imageFile('png', width, 20)
    const sendForm = async (fields: Record<string, string | File>, headers: Record<string, string>) =>
      up.call('POST', '/api/blogs', { form: toFormData(fields), token, headers })
    const total = async () => (await up.call('GET', '/api/blogs?status=all', { token })).json.total

    it('returns the first result for an equal request in another encoding', async () => {
      const headers = { 'idempotency-key': 'equal' }
      const coverImage = await picture(30)
      const first = await sendForm({ title: 'Equal', content: 'x', tags: '["One"]', coverImage }, headers)
      const again = await sendForm({ coverImage, tags: '[ "One" ]', content: 'x', title: ' Equal ' }, headers)
      expect([again.status, again.json.data.id]).toEqual([201, first.json.data.id])
      const json = { title: 'Plain', content: 'x', seo: { title: 'A', description: 'B' } }
      const plain = await create(json, { 'idempotency-key': 'plain' })
      const seo = { description: 'B', title: 'A' }
      const body = JSON.stringify({ seo, content: 'x', title: 'Plain' }, null, 2)
      const type = { 'content-type': 'application/json', 'idempotency-key': 'plain' }
      const indented = await up.call('POST', '/api/blogs', { body, token, headers: type })
      expect([indented.status, indented.json.data.id]).toEqual([201, plain.json.data.id])
    })

    it('rejects other text, another picture and a picture with another name', async () => {
      const headers = { 'idempotency-key': 'other' }
      const fields = { title: 'Mine', content: 'x' }
      const coverImage = await picture(30)
      const first = await sendForm({ ...fields, coverImage }, headers)
      const before = await total()
      for (const other of [
        { ...fields, title: 'Other', coverImage },
        { ...fields, coverImage: await picture(31) },
        { ...fields, coverImage: new File([coverImage], 'renamed.png', { type: 'image/png' }) },
        fields,
      ]) {
        const { status, json } = await sendForm(other, headers)
        expect([status, json.error]).toEqual([422, 'This Idempotency-Key was used for another request.'])
      }
      expect(await total()).toBe(before)
      expect((await sendForm({ ...fields, coverImage }, headers)).json).toEqual(first.json)
    })

    it('accepts every request when a node of an older version stored the key', async () => {
      const headers = { 'idempotency-key': 'older' }
      const first = await create({ title: 'Older', content: 'x' }, headers)
      const keys = (await up.tables()).updateTable('idempotency_keys').where('key', '=', 'older')
      await keys.set({ request_hash: '' }).execute()
      const again = await create({ title: 'Newer', content: 'x' }, headers)
      expect([again.status, again.json.data.id]).toEqual([201, first.json.data.id])
    })

    it('creates another post after a day', async () => {
      const headers = { 'idempotency-key': 'yesterday' }
      const first = await create({ title: 'Yesterday', content: 'x' }, headers)
      const keys = (await up.tables()).updateTable('idempotency_keys').where('key', '=', 'yesterday')
      await keys.set({ created_at: Date.now() - DAY_MS - 1 }).execute()
      const other = await create({ title: 'Today', content: 'x' }, headers)
      expect([other.status, other.json.data.title]).toEqual([201, 'Today'])
      expect(other.json.data.id).not.toBe(first.json.data.id)
    })
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
    expect((await up.call('DELETE', `/api/blogs/${id}?forever=true`, { token })).status).toBe(200)
    expect(await counts()).toEqual(before)
    expect((await up.call('GET', `/api/blogs/${id}`, { token })).status).toBe(404)
    expect((await up.call('DELETE', `/api/blogs/${id}`, { token })).status).toBe(404)
  })

  it('stores nothing when a write fails', async () => {
    const before = await counts()
    await create({ title: 'Taken', content: 'x', slug: 'taken' })
    expect((await create({ title: 'Half', content: 'x', slug: 'taken', tags: ['Half done'] })).status).toBe(
      409,
    )
    expect((await counts()).all).toBe(before.all + 1)
    expect((await counts()).tags).toEqual(before.tags)
  })

  it('requires a token for writes', async () => {
    const { id } = (await create({ title: 'Guarded', content: 'x' })).json.data
    expect((await up.call('POST', '/api/blogs', { json: { title: 'x', content: 'x' } })).status).toBe(401)
    expect((await up.call('PUT', `/api/blogs/${id}`, { json: { title: 'x' } })).status).toBe(401)
    expect((await up.call('DELETE', `/api/blogs/${id}`)).status).toBe(401)
    expect((await up.call('PUT', '/api/blogs/nothing-here', { json: {}, token })).status).toBe(404)
  })
})
