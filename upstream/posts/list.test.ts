import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { postListResponseSchema, tagListResponseSchema } from '#contract/posts.ts'
import { databases, startUpstream, type TestUpstream } from '../testing/harness.ts'

const texts = [
  { title: 'Anchors aweigh', content: 'A harbour at dawn', tags: ['Sea'], published: true },
  {
    title: 'Baltic notes',
    content: 'Wind, <b>anchors</b> and charts',
    tags: ['Sea', 'Wind'],
    published: true,
  },
  { title: 'Čeština and café', content: 'Accents', excerpt: 'On anchors', tags: ['Words'], published: true },
  { title: 'Draft on anchors', content: 'Secret', tags: ['Sea', 'Hidden'], published: false },
  { title: 'Every knot', content: 'Bowline. Quoted "text" (and) more*', tags: ['Anchors'], published: true },
]

describe.each(databases)('lists of posts on %s', (database) => {
  let up: TestUpstream
  let token: string
  beforeAll(async () => {
    up = await startUpstream(database)
    token = await up.signIn()
    for (const json of texts) await up.call('POST', '/api/blogs', { json, token })
  })
  afterAll(() => up.stop())

  const list = async (query: string, as?: string) => {
    const response = await up.call('GET', `/api/blogs?${query}`, as ? { token: as } : {})
    expect(response.status).toBe(200)
    return response.json
  }
  const titles = async (query: string, as?: string) =>
    (await list(query, as)).data.blogs.map((post: { title: string }) => post.title)

  const rename = async (name: string) => {
    const headers = { 'if-match': '*' }
    const { status } = await up.call('PUT', '/api/auth/profile', { token, json: { name }, headers })
    expect(status).toBe(200)
  }

  it('lists published posts by page, newest first, without content', async () => {
    const first = postListResponseSchema.parse(await list('page=1&limit=3'))
    expect(first).toMatchObject({ total: 4, totalPages: 2 })
    expect(first.data.blogs.map((post) => post.title)).toEqual([
      'Every knot',
      'Čeština and café',
      'Baltic notes',
    ])
    expect(first.data.blogs[0]).not.toHaveProperty('content')
    expect(await titles('page=2&limit=3')).toEqual(['Anchors aweigh'])
    expect(await list('page=9&limit=3')).toMatchObject({ data: { blogs: [] }, total: 4, totalPages: 2 })
  })

  it('adds content for feeds', async () => {
    const { blogs } = (await list('include=content&limit=1000')).data
    expect(blogs.at(-1).content).toBe('A harbour at dawn')
  })

  it('hides drafts from visitors everywhere and shows them to staff', async () => {
    expect((await list('limit=1', token)).total).toBe(5)
    expect((await list('limit=1&status=all', token)).total).toBe(5)
    expect(await titles('status=draft', token)).toEqual(['Draft on anchors'])
    expect(await titles('search=secret')).toEqual([])
    expect(await titles('search=secret', token)).toEqual(['Draft on anchors'])
    expect(await titles('tag=hidden')).toEqual([])
    expect(await titles('status=published', token)).toHaveLength(4)
    expect(await list('status=archived', token)).toMatchObject({ total: 0 })
  })

  it.each(['all', 'draft', 'scheduled', 'archived', 'trash'])(
    'requires a signed-in caller for status=%s',
    async (status) => {
      const response = await up.call('GET', `/api/blogs?status=${status}`)
      expect([response.status, response.json]).toEqual([401, { error: 'Please sign in.' }])
      expect(response.headers.get('www-authenticate')).toBe('Bearer')
    },
  )

  it('counts the tags that the caller may see', async () => {
    const visible = tagListResponseSchema.parse((await up.call('GET', '/api/tags')).json)
    expect(visible.data).toEqual([
      { name: 'Sea', count: 2 },
      { name: 'Anchors', count: 1 },
      { name: 'Wind', count: 1 },
      { name: 'Words', count: 1 },
    ])
    expect((await up.call('GET', '/api/tags', { token })).json.data).toContainEqual({
      name: 'Hidden',
      count: 1,
    })
  })

  it('counts the tags within a search', async () => {
    const tagsOf = async (search: string, as?: string) =>
      (await up.call('GET', `/api/tags?search=${search}`, as ? { token: as } : {})).json
    expect(await tagsOf('anchors')).toEqual({
      data: [
        { name: 'Sea', count: 2 },
        { name: 'Anchors', count: 1 },
        { name: 'Wind', count: 1 },
        { name: 'Words', count: 1 },
      ],
      total: 4,
      totalPages: 1,
      filtered: true,
    })
    expect((await tagsOf('charts')).data).toEqual([
      { name: 'Sea', count: 1 },
      { name: 'Wind', count: 1 },
    ])
    expect((await tagsOf('secret')).data).toEqual([])
    expect((await tagsOf('secret', token)).data).toContainEqual({ name: 'Hidden', count: 1 })
    expect((await tagsOf('%20')).data).toHaveLength(4)
  })

  it('filters by what no post can have, and by the beginning of long searches', async () => {
    for (const filter of ['tag', 'category', 'author', 'search'])
      expect(await titles(`${filter}=${'x'.repeat(300)}`)).toEqual([])
    expect(await titles(`search=cestina%00${'+'.repeat(300)}`)).toEqual(['Čeština and café'])
  })

  const post = (slug: string, title: string) => ({ type: 'post', slug, title })
  it.each([
    ['anchros', [{ type: 'tag', name: 'Anchors' }, post('anchors-aweigh', 'Anchors aweigh')]],
    ['Wnid', [{ type: 'tag', name: 'Wind' }]],
    ['wor+ds', [{ type: 'tag', name: 'Words' }]],
    ['baltik', [post('baltic-notes', 'Baltic notes')]],
    ['blatic+note', [post('baltic-notes', 'Baltic notes')]],
    ['evrey+konts', []],
    ['evrey+nkot', [post('every-knot', 'Every knot')]],
    ['cestnia', [post('cestina-and-cafe', 'Čeština and café')]],
    ['hiden', []],
    ['darft', []],
    ['zzqqxx', []],
    ['xy', []],
    ['!!!', []],
    ['baltik+notes+and+five+words+which+are+too+many', []],
  ])('suggests for %j what is near', async (search, suggestions) => {
    expect(await list(`search=${search}`)).toMatchObject({ total: 0, suggestions })
  })

  it('suggests nothing to a search with results or to staff', async () => {
    expect(await list('search=anchors')).not.toHaveProperty('suggestions')
    expect(await list('search=baltik', token)).not.toHaveProperty('suggestions')
  })

  it('counts the authors', async () => {
    const author = { name: 'Editorial team', slug: 'editorial-team', role: 'Editor', bio: '', links: [] }
    expect((await up.call('GET', '/api/authors')).json).toEqual({
      data: [{ ...author, count: 4 }],
      total: 1,
      totalPages: 1,
    })
    expect((await up.call('GET', '/api/authors', { token })).json.data[0].count).toBe(5)
  })

  it('filters by tag, author and date, each with its total', async () => {
    expect(await list('tag=SEA&limit=1')).toMatchObject({ total: 2, totalPages: 2 })
    expect(await titles('tag=sea', token)).toEqual(['Draft on anchors', 'Baltic notes', 'Anchors aweigh'])
    expect((await list('author=editorial-team')).total).toBe(4)
    expect((await list('author=Editorial+team&tag=sea')).total).toBe(2)
    expect((await list('author=unknown')).total).toBe(0)
    await rename('Crew')
    expect((await list('author=editorial-team')).total).toBe(4)
    await rename('Editorial team')
    expect((await list('author=crew')).total).toBe(4)
    expect((await list('from=2000-01-01&to=2001-01-01')).total).toBe(0)
    expect((await list(`to=${new Date().toISOString().slice(0, 10)}`)).total).toBe(4)
    expect((await list(`to=${new Date(Date.now() + 1000).toISOString()}`)).total).toBe(4)
    expect((await list(`from=${new Date(Date.now() + 1000).toISOString()}`)).total).toBe(0)
    expect((await list('to=2020-01-01T05:00:00.000Z')).filtered).toBe(true)
    expect(await titles('tag=sea&from=2020-01-01&sort=oldest')).toEqual(['Anchors aweigh', 'Baltic notes'])
  })

  it('sorts by age, change and title', async () => {
    expect(await titles('sort=oldest&limit=2')).toEqual(['Anchors aweigh', 'Baltic notes'])
    expect(await titles('sort=title')).toEqual([
      'Anchors aweigh',
      'Baltic notes',
      'Čeština and café',
      'Every knot',
    ])
    expect(await titles('sort=updated&limit=1')).toEqual(['Every knot'])
    expect(await titles('search=anchors&sort=title&limit=2')).toEqual(['Anchors aweigh', 'Baltic notes'])
  })

  it('sorts by creation, change, title and views in both directions', async () => {
    const { id } = (await list('search=baltic')).data.blogs[0]
    await up.call('POST', `/api/blogs/${id}/views`, { json: { visitor: 'a' } })
    const [byAge, byTitle] = [await titles('sort=oldest'), await titles('sort=title')]
    expect(await titles('sort=created&order=asc')).toEqual(byAge)
    expect(await titles('sort=created&order=desc')).toEqual(byAge.toReversed())
    expect(await titles('order=asc')).toEqual(byAge)
    expect(await titles('sort=title&order=desc')).toEqual(byTitle.toReversed())
    expect(await titles('sort=updated&order=asc')).toEqual(byAge)
    expect((await titles('sort=views'))[0]).toBe('Baltic notes')
    expect((await titles('sort=views&order=asc')).at(-1)).toBe('Baltic notes')
    expect(await titles('sort=views&page=2&limit=2')).toEqual((await titles('sort=views')).slice(2))
    expect(await titles('search=anchors&sort=views&limit=1')).toEqual(['Baltic notes'])
    expect(await titles('sort=password_hash&order=sideways')).toEqual(byAge.toReversed())
    expect((await list('')).sorted).toBe(true)
  })

  it('ranks title before tags before excerpt before content', async () => {
    const ranked = ['Anchors aweigh', 'Every knot', 'Čeština and café', 'Baltic notes']
    expect(await titles('search=anchors')).toEqual(ranked)
    expect(await list('search=anchors&limit=3')).toMatchObject({ total: 4, totalPages: 2 })
    expect(await titles('search=anchors&limit=3&page=2')).toEqual(['Baltic notes'])
  })

  it('finds posts with all words, by prefix and without accents, in any field', async () => {
    expect(await titles('search=anch')).toHaveLength(4)
    expect(await titles('search=CESTINA')).toEqual(['Čeština and café'])
    expect(await titles('search=caf%C3%A9')).toEqual(['Čeština and café'])
    expect(await titles('search=baltic+charts')).toEqual(['Baltic notes'])
    expect(await titles('search=baltic+harbour')).toEqual([])
    expect(await titles('search=anchors&tag=wind')).toEqual(['Baltic notes'])
    expect(await titles('search=b')).toEqual(['Baltic notes', 'Every knot'])
  })

  it.each([
    ['東京都の機械学習入門', ['東京', '機械学習', '入門']],
    ['Webのデータベース設計', ['web', 'データ', '設計']],
    ['我们开发网站和移动应用', ['网站', '移动应用']],
    ['ภาษาไทยเป็นภาษาที่ใช้ในประเทศไทย', ['ไทย', 'ประเทศไทย']],
  ])('finds words within %s, which has no spaces', async (title, searches) => {
    const json = { title, content: 'Text', published: true }
    const { id } = (await up.call('POST', '/api/blogs', { json, token: await up.signIn() })).json.data
    const found = await Promise.all(searches.map((word) => titles(`search=${encodeURIComponent(word)}`)))
    await up.call('DELETE', `/api/blogs/${id}`, { token: await up.signIn() })
    expect(found).toEqual(searches.map(() => [title]))
  })

  it.each([
    ['C++', ['The C++ lines']],
    ['c++ lin', ['The C++ lines']],
    ['(c#)', ['The C++ lines']],
    ['c', ['The C++ lines', 'Čeština and café', 'Baltic notes']],
    ['bc++', []],
    ['C++ c', ['The C++ lines']],
    ['anch+', ['Anchors aweigh', 'Every knot', 'Čeština and café', 'Baltic notes']],
  ])('finds the posts of %s', async (search, found) => {
    const json = { title: 'The C++ lines', content: 'Text', published: true }
    const { id } = (await up.call('POST', '/api/blogs', { json, token })).json.data
    expect(await titles(`search=${encodeURIComponent(search)}`)).toEqual(found)
    await up.call('DELETE', `/api/blogs/${id}`, { token })
  })

  it.each([
    '"',
    "'",
    '*',
    '(',
    ')))',
    'a OR',
    'NEAR(a b)',
    'title:',
    '{title} : a',
    '-a',
    '^a',
    'a:*',
    'a & | !',
    '\\',
    '%',
    '_',
    "'; drop table posts; --",
    '\u0000',
    '\ud800',
    '<->',
    ':*',
    '😀',
    'x'.repeat(200),
    'a '.repeat(99),
  ])('accepts the query %j', async (search) => {
    const response = await up.call('GET', `/api/blogs?search=${encodeURIComponent(search.toWellFormed())}`)
    expect(response.status).toBe(200)
  })

  it('finds the words that visitors see in code, in emphasis and in entities', async () => {
    const content =
      'The `<zdialog>` and `Array<zgeneric>`:\n\n```html\n<zelement>\n```\n\n**un**zbelievable caf&eacute;ztest'
    const json = { title: 'Markup', content, published: true }
    const { id } = (await up.call('POST', '/api/blogs', { json, token })).json.data
    for (const word of ['zdialog', 'zgeneric', 'zelement', 'unzbelievable', 'caféztest'])
      expect({ word, found: await titles(`search=${encodeURIComponent(word)}`) }).toEqual({
        word,
        found: ['Markup'],
      })
    await up.call('DELETE', `/api/blogs/${id}`, { token })
  })

  it('finds posts with more words than fit into an index row', async () => {
    const syllable = (number: number) => String.fromCharCode(0xac00 + (number % 11_172))
    const words = Array.from({ length: 30_000 }, (_, n) =>
      [n * 7919, n + Math.floor(n / 11_172), n * 37, n * 7, n * 13].map(syllable).join(''),
    )
    const json = { title: 'Enormous xylophone', content: words.join(' '), published: true }
    const { id } = (await up.call('POST', '/api/blogs', { json, token })).json.data
    for (const word of ['enormous', 'xyl', ...words.slice(0, 20)])
      expect([word, await titles(`search=${encodeURIComponent(word)}`)]).toEqual([word, [json.title]])
    await up.call('PUT', `/api/blogs/${id}`, { json: { published: false }, token })
    expect(await titles('search=xylophone')).toEqual([])
    await up.call('DELETE', `/api/blogs/${id}`, { token })
  })

  it('finds nothing for punctuation and ignores a blank search', async () => {
    expect((await list('search=!!!')).total).toBe(0)
    expect((await list('search=%20')).total).toBe(4)
  })

  it('replaces invalid parameters with their defaults', async () => {
    const query = 'page=-1&limit=abc&status=x&sort=y&from=z&to=2020-13-45&tag=%00&__proto__=1'
    expect(await list(query)).toMatchObject({ total: 4, totalPages: 1 })
    expect((await list('page=1e9&limit=99999')).total).toBe(4)
  })
})
