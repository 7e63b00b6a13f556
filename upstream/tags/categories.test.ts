import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { databases, startUpstream, type TestUpstream } from '../testing/harness.ts'

describe.each(databases)('posts with a tag in a category on %s', (database) => {
  let up: TestUpstream
  let token: string
  beforeAll(async () => {
    up = await startUpstream(database)
    token = await up.signIn()
    for (const name of ['Sails', 'Ropes']) await call('POST', '/api/categories', { name })
  })
  afterAll(() => up.stop())

  const call = (method: string, path: string, json?: object) => up.call(method, path, { token, json })
  const write = async (title: string, fields: object) =>
    (await call('POST', '/api/blogs', { title, content: title, published: true, ...fields })).json.data
  const list = async (query: string, as?: string) => {
    const { data, total } = (await up.call('GET', `/api/blogs?${query}`, as ? { token: as } : {})).json
    return { titles: data.blogs.map(({ title }: { title: string }) => title), total }
  }

  it('are counted and divided into pages in both directions', async () => {
    for (const title of ['A', 'B', 'C', 'D', 'E']) {
      const published = title !== 'D'
      await write(title, { tags: ['Hemp'], category: title === 'B' ? 'sails' : 'ropes', published })
    }
    await write('Bare', { category: 'ropes' })
    const both = 'tag=hemp&category=ropes'
    expect(await list(both)).toEqual({ titles: ['E', 'C', 'A'], total: 3 })
    expect(await list(both, token)).toEqual({ titles: ['E', 'D', 'C', 'A'], total: 4 })
    expect(await list(`${both}&status=draft`, token)).toEqual({ titles: ['D'], total: 1 })
    expect(await list(`${both}&limit=2&page=2`)).toEqual({ titles: ['A'], total: 3 })
    expect(await list(`${both}&sort=oldest&limit=2`)).toEqual({ titles: ['A', 'C'], total: 3 })
    expect(await list(`${both}&sort=title`)).toEqual({ titles: ['A', 'C', 'E'], total: 3 })
    const tomorrow = new Date(Date.now() + 24 * 3_600_000).toISOString()
    expect(await list(`${both}&from=${tomorrow}`)).toEqual({ titles: [], total: 0 })
    expect(await list(`${both}&to=${tomorrow}&limit=1&page=3`)).toEqual({ titles: ['A'], total: 3 })
  })

  it('follow changes of the category, of the tag and of the post', async () => {
    const post = await write('Moved', { tags: ['Jute'], category: 'ropes' })
    const found = async (tag: string, category: string) =>
      (await list(`tag=${tag}&category=${category}`)).titles
    expect(await found('jute', 'ropes')).toEqual(['Moved'])
    await call('PUT', `/api/blogs/${post.id}`, { category: 'sails' })
    expect([await found('jute', 'ropes'), await found('jute', 'sails')]).toEqual([[], ['Moved']])
    await call('DELETE', `/api/blogs/${post.id}`)
    expect(await found('jute', 'sails')).toEqual([])
    await call('POST', `/api/blogs/${post.id}/restore`)
    expect(await found('jute', 'sails')).toEqual(['Moved'])
    const tags = (await call('GET', '/api/tags?include=details')).json.data
    const idOf = (name: string) => tags.find((tag: { name: string }) => tag.name === name).id
    await call('POST', '/api/tags/merge', { into: idOf('Hemp'), tags: [idOf('Jute')] })
    expect(await found('hemp', 'sails')).toEqual(['Moved', 'B'])
    const categories = (await call('GET', '/api/categories')).json.data
    const sails = categories.find(({ slug }: { slug: string }) => slug === 'sails')
    await call('DELETE', `/api/categories/${sails.id}`)
    await call('POST', '/api/categories', { name: 'Sails' })
    expect(await found('hemp', 'sails')).toEqual([])
    await call('PUT', `/api/blogs/${post.id}`, { category: 'sails' })
    expect(await found('hemp', 'sails')).toEqual(['Moved'])
  })
})
