import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { databases, startUpstream, type TestUpstream } from '../testing/harness.ts'

describe.each(databases)('reading posts on %s', (database) => {
  let up: TestUpstream
  let token: string
  beforeAll(async () => {
    up = await startUpstream(database)
    token = await up.signIn()
  })
  afterAll(() => up.stop())

  const create = async (title: string, more = {}) => {
    const json = { title, content: 'Text', published: true, ...more }
    return (await up.call('POST', '/api/blogs', { json, token })).json.data
  }
  const visit = (ref: string, visitor: unknown) =>
    up.call('POST', `/api/blogs/${ref}/views`, { json: { visitor } })

  it('finds a post by id and by slug, with its version as ETag', async () => {
    const { id } = await create('Found')
    const bySlug = await up.call('GET', '/api/blogs/found')
    expect(bySlug.headers.get('etag')).toBe('"v1"')
    expect(bySlug.headers.get('cache-control')).toBe('no-store')
    expect((await up.call('GET', `/api/blogs/${id.toUpperCase()}`)).json).toEqual(bySlug.json)
  })

  it('hides drafts from visitors in every call', async () => {
    const { id } = await create('Unseen', { published: false })
    for (const ref of [id, 'unseen']) {
      for (const path of [`/api/blogs/${ref}`, `/api/blogs/${ref}/related`]) {
        const response = await up.call('GET', path)
        expect([response.status, response.json]).toEqual([404, { error: 'Blog post not found' }])
      }
      expect((await visit(ref, 'v')).status).toBe(404)
      expect((await up.call('GET', `/api/blogs/${ref}`, { token })).status).toBe(200)
    }
  })

  it.each(['nothing', '..%2fauth', '%00', 'a'.repeat(101), '-x', "a'b"])('finds no post %s', async (ref) => {
    expect((await up.call('GET', `/api/blogs/${ref}`)).status).toBe(404)
  })

  it('computes the reading time without markup', async () => {
    const words = '<p class="one two three">word </p>'
    expect(await create('Short', { content: words.repeat(200) })).toMatchObject({ readingMinutes: 1 })
    expect(await create('Longer', { content: words.repeat(201) })).toMatchObject({ readingMinutes: 2 })
  })

  it('lists related posts by shared tags, then the newest, without itself and drafts', async () => {
    await create('One shared, old', { tags: ['R1'] })
    await create('Two shared', { tags: ['R1', 'R2'] })
    await create('One shared, new', { tags: ['r2'] })
    await create('Shared draft', { tags: ['R1', 'R2'], published: false })
    await create('The post', { tags: ['R1', 'R2'] })
    const related = async (query = '') =>
      (await up.call('GET', `/api/blogs/the-post/related${query}`)).json.data.map(
        (post: { title: string }) => post.title,
      )
    expect(await related()).toEqual(['Two shared', 'One shared, new', 'One shared, old'])
    expect(await related('?limit=1')).toEqual(['Two shared'])
    expect(await related('?limit=4')).toHaveLength(4)
    expect(await related('?limit=x')).toHaveLength(3)
    expect(await related('?limit=21')).toHaveLength((await related('?limit=20')).length)
  })

  it('counts a visitor once and does not store the visitor', async () => {
    const { id } = await create('Visited')
    expect((await visit('visited', 'ann')).json).toEqual({ data: { views: 1 } })
    const views = await Promise.all(['ann', 'ben', 'ben', 'cat'].map((visitor) => visit(id, visitor)))
    expect(Math.max(...views.map((response) => response.json.data.views))).toBe(3)
    expect((await up.call('GET', '/api/blogs/visited')).json.data).toMatchObject({ views: 3, version: 1 })
    const db = await up.tables()
    for (const { hash } of await db.selectFrom('reader_marks').select('hash').execute())
      expect(hash).toMatch(/^[\w-]{22}$/)
    expect(await db.selectFrom('page_figures').select('views').execute()).toContainEqual({ views: 3 })
  })

  it('limits the views from one address', async () => {
    const { id } = await create('Watched')
    const from = (address: string, visitor: string) =>
      up.call('POST', `/api/blogs/${id}/views`, { json: { visitor }, address })
    for (let number = 1; number <= 120; number += 1) await from('192.0.2.1', `reader ${number}`)
    expect((await from('192.0.2.1', 'one more')).status).toBe(429)
    expect((await from('192.0.2.2', 'one more')).json).toEqual({ data: { views: 121 } })
  })

  it.each([[''], [7], ['x'.repeat(201)], [undefined]])('rejects the visitor %j', async (visitor) => {
    await create('Rejecting', { slug: `rejecting-${typeof visitor}-${String(visitor).length}` })
    expect((await visit('rejecting', visitor)).status).toBe(422)
  })
})
