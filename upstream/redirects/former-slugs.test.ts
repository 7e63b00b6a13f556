import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import {
  automaticListResponseSchema,
  redirectListResponseSchema,
  redirectMapResponseSchema,
} from '#contract/redirects.ts'
import { databases, startUpstream, type TestUpstream } from '../testing/harness.ts'

describe.each(databases)('redirects to former addresses on %s', (database) => {
  let up: TestUpstream
  let token: string
  beforeAll(async () => {
    up = await startUpstream(database)
    token = await up.signInAs('editor')
  })
  afterAll(() => up.stop())

  const call = async (method: string, path: string, json?: object) => {
    const response = await up.call(method, `/api/${path}`, { token, json })
    expect([response.status < 300, response.json.error]).toEqual([true, undefined])
    return response.json
  }
  const post = async (title: string, fields: object = {}) =>
    (await call('POST', 'blogs', { title, content: 'x', published: true, ...fields })).data
  const redirect = async (from: string, to: string) => (await call('POST', 'redirects', { from, to })).data
  const find = async (search: string) =>
    redirectListResponseSchema.parse(await call('GET', `redirects?search=${search}`)).data[0]
  /** The responses that visitors and staff get. */
  const leads = async (from: string) => {
    const { data } = redirectMapResponseSchema.parse(await call('GET', 'redirects/map'))
    const listed = await find(from)
    return [data.find((entry) => entry.from === from)?.to, listed?.leadsTo ?? listed?.to]
  }
  const twice = (address: string) => [address, address]

  it('lead to a post in one step, after any number of slug changes', async () => {
    const { id, slug } = await post('An anchor')
    await redirect('/p/anchor', `/blog/${slug}?a=1#b`)
    await redirect('/p/capitals', '/blog/An-Anchor#b')
    expect(await leads('/p/anchor')).toEqual(twice('/blog/an-anchor?a=1#b'))
    await redirect('/p/slash', '/blog/an-anchor/?a=1')
    await redirect('/p/encoded', '/blog/an%2Danchor/')
    expect((await leads('/p/capitals'))[0]).toBe('/blog/an-anchor#b')
    expect((await leads('/p/slash'))[0]).toBe('/blog/an-anchor?a=1')
    expect((await leads('/p/encoded'))[0]).toBe('/blog/an-anchor')
    await call('PUT', `blogs/${id}`, { slug: 'an-iron-anchor' })
    await call('PUT', `blogs/${id}`, { slug: 'a-steel-anchor' })
    expect(await leads('/p/anchor')).toEqual(twice('/blog/a-steel-anchor?a=1#b'))
    expect(await leads('/p/capitals')).toEqual(twice('/blog/a-steel-anchor#b'))
    expect((await find('/p/anchor'))?.to).toBe('/blog/an-anchor?a=1#b')
    const { text } = await up.call('GET', '/api/redirects?format=csv', { token })
    expect(text).toContain('/p/anchor,/blog/a-steel-anchor?a=1#b,301')
    await call('PUT', `blogs/${id}`, { slug: 'an-anchor' })
    expect(await leads('/p/anchor')).toEqual(twice('/blog/an-anchor?a=1#b'))
  })

  it('reveal the new address of a draft only when it is published', async () => {
    const { id } = await post('A secret', { published: false })
    await redirect('/p/secret', '/blog/a-secret')
    await redirect('/p/id-of-secret', `/blog/${id}`)
    await call('PUT', `blogs/${id}`, { slug: 'merger-with-acme' })
    await redirect('/p/spelled', '/blog/Merger-with-Acme')
    expect(await leads('/p/secret')).toEqual(twice('/blog/a-secret'))
    expect((await leads('/p/spelled'))[0]).toBe('/blog/Merger-with-Acme')
    await call('PUT', `blogs/${id}`, { published: true })
    expect(await leads('/p/secret')).toEqual(twice('/blog/merger-with-acme'))
    expect((await leads('/p/id-of-secret'))[0]).toBe('/blog/merger-with-acme')
  })

  it('lead to case studies, tags and categories in one step', async () => {
    const study = { client: 'Leaf', summary: 'Sold out.', content: 'x', published: true }
    const results = [{ figure: '2×', label: 'orders' }]
    const made = await call('POST', 'case-studies', { ...study, results, title: 'Coffee by ship' })
    const category = await call('POST', 'categories', { name: 'Sails' })
    await post('A sail', { category: 'sails', tags: ['Jib & co'] })
    const [tag] = (await call('GET', 'tags?include=details&name=jib')).data
    await redirect('/p/work', '/work/coffee-by-ship#top')
    await redirect('/p/category', '/blog?category=sails&page=2')
    await redirect('/p/tag', '/blog?tag=Jib+%26+co#list')
    await redirect('/p/both', '/blog?category=sails&tag=jib+%26+co')
    await call('PUT', `case-studies/${made.data.id}`, { slug: 'coffee-by-boat' })
    await call('PUT', `categories/${category.data.id}`, { slug: 'canvas' })
    await call('PUT', `tags/${tag.id}`, { name: 'Genoa' })
    expect(await leads('/p/work')).toEqual(twice('/work/coffee-by-boat#top'))
    expect(await leads('/p/category')).toEqual(twice('/blog?category=canvas&page=2'))
    expect(await leads('/p/tag')).toEqual(twice('/blog?tag=genoa#list'))
    expect(await leads('/p/both')).toEqual(twice('/blog?category=canvas&tag=genoa'))
    const rejected = { from: '/p/late', to: '/blog?tag=jib+%26+co' }
    const { status, json } = await up.call('POST', '/api/redirects', { token, json: rejected })
    const message = '“/blog?tag=jib+%26+co” redirects to “/blog?tag=genoa”. Enter that address instead.'
    expect([status, json.fields]).toEqual([422, { to: message }])
  })

  it('are counted, including automatic ones', async () => {
    const { id } = await post('A wake', { tags: ['Foam'] })
    await call('PUT', `blogs/${id}`, { slug: 'a-long-wake' })
    const [tag] = (await call('GET', 'tags?include=details&name=foam')).data
    await call('PUT', `tags/${tag.id}`, { name: 'Spray' })
    const report = async (...automatic: object[]) => {
      const json = { hits: [], automatic, missing: [] }
      expect((await up.call('POST', '/api/redirects/hits', { json })).status).toBe(204)
    }
    const reported = Date.now()
    await report({ kind: 'post', slug: 'a-wake', count: 3 }, { kind: 'tag', slug: 'foam', count: 1 })
    const others = ['a-long-wake', id, 'no-such'].map((slug) => ({ kind: 'post', slug, count: 9 }))
    await report({ kind: 'post', slug: 'a-wake', count: 2 }, ...others)
    const listed = async (search: string) =>
      automaticListResponseSchema.parse(await call('GET', `redirects/automatic?search=${search}`)).data
    const hit = { hits: 5, lastHitAt: expect.any(String) }
    const [wake] = await listed('wake')
    expect(wake).toEqual({ kind: 'post', from: '/blog/a-wake', to: '/blog/a-long-wake', ...hit })
    expect(Date.parse(wake?.lastHitAt ?? '')).toBeGreaterThanOrEqual(reported)
    expect(await listed('foam')).toMatchObject([{ kind: 'tag', hits: 1 }])
    await call('PUT', `blogs/${id}`, { slug: 'a-wake-again' })
    expect((await listed('wake')).map(({ from, hits }) => [from, hits])).toEqual([
      ['/blog/a-long-wake', 0],
      ['/blog/a-wake', 5],
    ])
  })
})
