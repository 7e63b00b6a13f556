import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { automaticListResponseSchema, type Redirect } from '#contract/redirects.ts'
import { databases, startUpstream, type TestUpstream } from '../testing/harness.ts'
import { redirectsClient } from './testing/redirects-client.ts'

describe.each(databases)('redirects on %s', (database) => {
  let up: TestUpstream
  let token: string
  beforeAll(async () => {
    up = await startUpstream(database)
    token = await up.signInAs('editor')
  })
  afterAll(() => up.stop())

  const { call, create, find, map, post } = redirectsClient(() => ({ up, token }))
  const rejected = async (input: object, method = 'POST', path = '') => {
    const { status, json } = await call(method, path, input)
    return [status, json.fields ?? json.error]
  }
  const remove = ({ id }: Redirect) => call('DELETE', `/${id}`)

  it('are found by letters of any script in any case, and by signs as they are', async () => {
    const { data } = await create('/Über-Uns/Москва-(b).*/οδός-İzmir_a', '/about')
    for (const search of [
      '/Über',
      'ÜBER-UNS',
      'uns',
      'UNS/',
      'R_a',
      'über',
      'İZMIR_A',
      'U\u0308ber',
      'москва',
      'МОСКВА',
      '(B).*',
      'ΟΔΌΣ',
      'ΟΔό',
      'İzmir',
    ])
      expect([search, (await find(search)).data]).toMatchObject([search, [{ id: data.id }]])
    for (const search of [
      '\\',
      ']',
      '^',
      '[a-z]',
      'uber',
      'm*a',
      'b?r',
      'ü.er',
      '(bc|b)',
      '%',
      '_ber',
      'izmir',
      'ü*',
      'ü?e',
      'ü_e',
      'ü%',
    ])
      expect([search, (await find(search)).data]).toEqual([search, []])
    expect((await remove(data)).status).toBe(200)
  })

  it('are created once per idempotency key, listed, searched, changed and deleted', async () => {
    const once = { 'idempotency-key': 'a-redirect' }
    const input = { from: '/one/old.html', to: '/one/new', status: 302 }
    const created = await call('POST', '', input, once)
    expect([created.status, created.headers.get('etag')]).toEqual([201, '"v1"'])
    expect(created.json.data).toEqual({
      ...input,
      id: expect.stringMatching(/^\d+$/),
      hits: 0,
      lastHitAt: null,
      createdBy: 'editor',
      createdAt: expect.any(String),
      version: 1,
    })
    expect((await call('POST', '', input, once)).json.data.id).toBe(created.json.data.id)
    expect((await call('POST', '', { ...input, status: 301 }, once)).status).toBe(422)
    await create('/one/other', 'https://example.com/100%25_sure')
    expect((await find('ONE/')).total).toBe(2)
    expect((await find('%25_')).data.map(({ from }) => from)).toEqual(['/one/other'])
    expect(await find('no such')).toEqual({ data: [], total: 0, totalPages: 0 })
    const byId = (await call('GET', `?id=${created.json.data.id}`)).json
    expect([byId.data[0].from, byId.total]).toEqual([input.from, 1])
    const paged = (await call('GET', '?search=one/&limit=1&page=2')).json
    expect([paged.data[0].from, paged.total, paged.totalPages]).toEqual(['/one/old.html', 2, 2])

    const { id } = created.json.data
    const stale = { 'if-match': '"v7"' }
    const change = { from: '/one/older.html', to: '/one/new', status: 301 }
    const conflict = await call('PUT', `/${id}`, change, stale)
    expect([conflict.status, conflict.json.version]).toEqual([412, 1])
    const changed = await call('PUT', `/${id}`, change, { 'if-match': '"v1"' })
    expect(changed.json.data).toMatchObject({ ...change, version: 2 })
    // The first one repeats a request whose response was lost.
    for (const version of ['v1', 'v2'])
      expect((await call('PUT', `/${id}`, change, { 'if-match': `"${version}"` })).json).toEqual(changed.json)
    const other = { ...change, status: 302 }
    expect((await call('PUT', `/${id}`, other, { 'if-match': '"v1"' })).status).toBe(412)
    expect((await map()).get('/one/older.html')).toBe('301 /one/new')
    expect((await call('DELETE', `/${id}`, undefined, stale)).status).toBe(412)
    expect((await call('DELETE', `/${id}`)).json).toEqual({ data: { id } })
    expect((await call('DELETE', `/${id}`)).status).toBe(404)
    expect((await call('PUT', '/none', change)).status).toBe(404)
    expect((await map()).has('/one/older.html')).toBe(false)
    const { json } = await up.call('GET', `/api/activity?object=${id}`, { token })
    const kinds = json.data.activity.map((entry: { kind: string }) => entry.kind)
    expect(kinds).toEqual(['redirect.deleted', 'redirect.changed', 'redirect.created'])
  })

  it('are for editors and owners only', async () => {
    const author = await up.signInAs('author')
    const json = { from: '/roles', to: '/about' }
    for (const [as, status] of [
      [undefined, 401],
      [author, 403],
      [await up.signInAs('owner'), 201],
    ] as const)
      expect((await up.call('POST', '/api/redirects', { json, ...(as && { token: as }) })).status).toBe(
        status,
      )
  })

  it('never start at a page, or lead to an address that moved', async () => {
    const { id, slug } = await post('The first ferry')
    const draft = await post('A draft ferry', { published: false })
    expect(await rejected({ from: `/blog/${slug}`, to: '/about' })).toEqual([
      422,
      { from: '“The first ferry” is at this address, and a page wins over a redirect.' },
    ])
    for (const ref of [id, 'The-First-Ferry'])
      expect(await rejected({ from: `/blog/${ref}`, to: '/about' })).toEqual([
        422,
        { from: `This address redirects to “/blog/${slug}” automatically.` },
      ])
    await up.call('PUT', `/api/blogs/${id}`, { token, json: { slug: 'second-ferry' } })
    expect(await rejected({ from: `/blog/${slug}`, to: '/about' })).toEqual([
      422,
      { from: 'This address redirects to “/blog/second-ferry” automatically.' },
    ])
    expect(await rejected({ from: '/ferry', to: `/blog/${slug}?a#b` })).toEqual([
      422,
      { to: `“/blog/${slug}” redirects to “/blog/second-ferry”. Enter that address instead.` },
    ])
    expect(await rejected({ from: '/services', to: '/about' })).toEqual([422, { from: expect.any(String) }])
    await create(`/blog/${draft.slug}`, '/blog/second-ferry')
    const automatic = automaticListResponseSchema.parse((await call('GET', '/automatic?search=ferry')).json)
    expect(automatic).toEqual({
      data: [{ kind: 'post', from: `/blog/${slug}`, to: '/blog/second-ferry', hits: 0, lastHitAt: null }],
      total: 1,
      totalPages: 1,
    })
  })

  it('name the page that overrides them', async () => {
    for (const path of ['/blog/later', '/blog/former', '/blog/nothing'])
      await create(path, 'https://example.com/')
    const { id } = await post('Former')
    await up.call('PUT', `/api/blogs/${id}`, { token, json: { slug: 'present' } })
    const draft = await post('Later', { published: false })
    const pagesOf = async () =>
      Object.fromEntries((await find('/blog/')).data.map(({ from, page }) => [from, page]))
    const former = { path: '/blog/present', title: 'Former' }
    expect(await pagesOf()).toMatchObject({
      ...{ '/blog/later': null, '/blog/former': former, '/blog/nothing': null },
    })
    await up.call('PUT', `/api/blogs/${draft.id}`, { token, json: { published: true } })
    expect(await pagesOf()).toMatchObject({
      ...{ '/blog/later': { path: '/blog/later', title: 'Later' }, '/blog/former': former },
    })
  })

  it('list former addresses of every kind', async () => {
    const { json: category } = await up.call('POST', '/api/categories', { token, json: { name: 'Knots' } })
    await post('A knot', { category: 'knots', tags: ['Bowline'] })
    const tags = (await up.call('GET', '/api/tags?include=details&name=bowline', { token })).json.data
    await up.call('PUT', `/api/tags/${tags[0].id}`, { token, json: { name: 'Sheet bend & co' } })
    await up.call('PUT', `/api/categories/${category.data.id}`, { token, json: { slug: 'ropes' } })
    const study = {
      client: 'Leaf',
      summary: 'Sold out.',
      content: 'x',
      results: [{ figure: '2×', label: 'orders' }],
    }
    const json = { ...study, title: 'Tea by ship', published: true }
    const { data } = (await up.call('POST', '/api/case-studies', { token, json })).json
    await up.call('PUT', `/api/case-studies/${data.id}`, { token, json: { slug: 'tea-by-boat' } })
    const { data: listed } = (await call('GET', '/automatic')).json
    const unused = { hits: 0, lastHitAt: null }
    expect(listed).toEqual(
      expect.arrayContaining([
        { kind: 'case study', from: '/work/tea-by-ship', to: '/work/tea-by-boat', ...unused },
        { kind: 'category', from: '/blog?category=knots', to: '/blog?category=ropes', ...unused },
        { kind: 'tag', from: '/blog?tag=bowline', to: '/blog?tag=sheet+bend+%26+co', ...unused },
      ]),
    )
    expect(await rejected({ from: '/work/tea-by-ship', to: '/about' })).toEqual([
      422,
      { from: 'This address redirects to “/work/tea-by-boat” automatically.' },
    ])
  })

  it('have no loops and no chains', async () => {
    expect(await rejected({ from: '/?p=7', to: '/?p=7#top' })).toEqual([
      422,
      { to: 'A redirect must not lead to itself.' },
    ])
    const { data: first } = await create('/c/a', '/c/b?x=1')
    expect(await rejected({ from: '/c/self', to: '/c/self#top' })).toEqual([
      422,
      { to: 'A redirect must not lead to itself.' },
    ])
    for (const origin of ['https://site.example', 'http://site.example'])
      expect(await rejected({ from: '/c/self', to: `${origin}/c/self` })).toEqual([
        422,
        { to: 'A redirect must not lead to itself.' },
      ])
    expect(await rejected({ from: '/c/b', to: '/c/a/' })).toEqual([
      422,
      { to: '“/c/a” redirects to “/c/b”, so this would be a loop.' },
    ])
    expect(await rejected({ from: '/c/0', to: '/c/%61' })).toEqual([
      422,
      { to: '“/c/a” redirects to “/c/b?x=1”. Enter that address instead.' },
    ])
    expect(await rejected({ from: '/c/b', status: 410 })).toEqual([
      422,
      { from: '“/c/a” redirects here. Change or delete that redirect first.' },
    ])
    // The page moved again, so older redirects are retargeted.
    const second = await create('/c/b', '/c/c')
    expect(second.retargeted).toEqual(['/c/a'])
    expect((await map()).get('/c/a')).toBe('301 /c/c')
    expect((await find('/c/a')).data[0]?.version).toBe(first.version + 1)
    expect(await rejected({ from: '/c/b', to: '/c/b' }, 'PUT', `/${second.data.id}`)).toEqual([
      422,
      { to: 'A redirect must not lead to itself.' },
    ])
    const gone = await create('/c/gone', '', 410)
    expect(await rejected({ from: '/c/x', to: '/c/gone' })).toEqual([
      422,
      { to: '“/c/gone” is marked as gone (410).' },
    ])
    await remove(gone.data)
    await create('/c/x', '/c/gone')
  })

  it('to another address of this site never lead to another host', async () => {
    expect((await create('/e/own', 'https://site.example/e/new?x=1#top')).data.to).toBe('/e/new?x=1#top')
    const target = 'https://site.example//evil.example'
    expect((await create('/e/slashes', target)).data.to).toBe(target)
  })

  it('have one target per path, even when two people create it at once', async () => {
    const results = await Promise.all(
      ['/d/1', '/d/2', '/d/3', '/d/4'].map((to) => call('POST', '', { from: '/d/from', to })),
    )
    expect(results.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409])
    const [created] = results.filter(({ status }) => status === 201)
    const to = created?.json.data.to
    expect(await rejected({ from: '/d/from/', to: '/d/5' })).toEqual([
      409,
      { from: `“/d/from” redirects to “${to}” already.` },
    ])
    // Together the two redirects would be a loop.
    const loop = await Promise.all([
      call('POST', '', { from: '/d/left', to: '/d/right' }),
      call('POST', '', { from: '/d/right', to: '/d/left' }),
    ])
    expect(loop.map(({ status }) => status).sort()).toEqual([201, 422])
  })

  it('are recorded as a change of the site', async () => {
    const before = up.changes.latest
    const { data } = await create('/r/old', '/r/new')
    const { changes } = await up.changes.since(before)
    expect(changes).toMatchObject([{ tags: ['redirects'], removes: false }])
    await remove(data)
    expect((await up.changes.since(before)).changes).toHaveLength(2)
  })
})
