import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { postSchema } from '#contract/posts.ts'
import { sendJson, startFakeUpstream, type FakeUpstream } from '#testing/fake-upstream.ts'
import { createRenderContext, renderContext } from '../process-context.ts'
import type * as PublicClient from './public-client.ts'

const posts = [
  { title: 'Rope and sail', tags: ['Rope', 'Sail'] },
  { title: 'Rope', tags: ['Rope'] },
  { title: 'Anchor', tags: ['Iron'] },
  { title: 'Brew', tags: ['Caf\u00e9'] },
  { title: 'Bean', tags: ['Cafe\u0301'] },
].map((post, id) => ({ ...post, id, slug: `post-${id}`, published: true, createdAt: '2024-03-05T12:00:00Z' }))

/** A real upstream server with `search`; `/tags` exists only when a test sets a response. */
let tags: unknown
let suggestions: unknown
const categories = {
  data: ['tea', 'web-app-', 'Tea_2'].map((slug) => ({ slug, name: slug, description: '', count: 1 })),
}
const related = posts.slice(1, 4).map((post) => ({
  ...post,
  category: { slug: 'tea', name: 'Tea' },
  author: { name: 'Ann', slug: 'ann' },
}))
const slugsOf = (listed: { slug: string }[]) => listed.map(({ slug }) => slug)
const requests: string[] = []
let upstream: FakeUpstream
let client: typeof PublicClient

beforeAll(async () => {
  upstream = await startFakeUpstream((request, response) => {
    const url = new URL(request.url ?? '/', 'http://upstream')
    requests.push(url.pathname)
    const search = url.searchParams.get('search')?.toLowerCase() ?? ''
    const blogs = posts.filter(({ title }) => title.toLowerCase().includes(search))
    const start = (Number(url.searchParams.get('page') ?? 1) - 1) * Number(url.searchParams.get('limit'))
    const slug = url.searchParams.get('category')?.toLowerCase()
    const category = categories.data.find((known) => known.slug.toLowerCase() === slug)
    const list = {
      data: { blogs: blogs.slice(start, start + Number(url.searchParams.get('limit'))) },
      total: blogs.length,
      suggestions,
      ...(category && { category }),
    }
    const body = new Map([
      ['/api/blogs', list],
      ['/api/tags', tags],
      ['/api/categories', categories],
      ['/api/blogs/post-0/related', { data: [posts[0], { ...posts[4], published: false }, ...related] }],
    ]).get(url.pathname)
    const missing = url.pathname.startsWith('/api/blogs/archived') ? 410 : 404
    sendJson(response, body ?? { error: 'Not found' }, body === undefined ? missing : 200)
  })
  client = await import('./public-client.ts')
})

beforeEach(() => {
  tags = undefined
  suggestions = undefined
})

afterAll(() => upstream.close())

describe('a remote upstream', () => {
  const withinRope = [
    { name: 'Rope', count: 2 },
    { name: 'Sail', count: 1 },
  ]

  it('without tags has them counted from its posts, including within a search', async () => {
    const others = [
      { name: 'Iron', count: 1 },
      { name: 'Sail', count: 1 },
    ]
    expect(await client.listTags()).toEqual([{ name: 'Caf\u00e9', count: 2 }, withinRope[0], ...others])
    expect(await client.listTags('rope')).toEqual(withinRope)
  })

  it('that ignores tags has its newest posts filtered, beyond those of the page', async () => {
    const page = await client.listPosts({ tag: 'café', limit: 1 })
    expect(page).toMatchObject({ posts: [{ title: 'Brew' }], total: 2, totalPages: 2 })
    expect((await client.listPosts({ tag: 'café', limit: 1, page: 2 })).posts).toMatchObject([
      { title: 'Bean' },
    ])
  })

  it('may have slugs of categories that this site would not accept', async () => {
    expect(await client.listCategories()).toEqual(categories.data)
  })

  it('may have upper-case letters in the slug of a category, whose feed is not redirected to itself', async () => {
    const { feedResponse } = await import('./feeds.ts')
    const request = new Request('http://site/feed.xml?category=Tea_2')
    expect((await feedResponse('rss', request)).status).toBe(200)
  })

  it('whose tag counts ignore the search has them counted from its posts', async () => {
    tags = { data: [{ name: 'Rope', count: 9 }] }
    expect(await client.listTags()).toEqual([{ name: 'Rope', count: 9 }])
    expect(await client.listTags('rope')).toEqual(withinRope)
    tags = { data: [{ name: 'Rope', count: 7 }], filtered: true }
    expect(await client.listTags('rope')).toEqual([{ name: 'Rope', count: 7 }])
  })

  it('tells archived posts from those that do not exist', async () => {
    expect(await client.getPost('archived')).toBe('gone')
    expect(await client.getPost('unknown')).toBeNull()
    expect(slugsOf(await client.listRelatedPosts('archived'))).toEqual(slugsOf(posts.slice(0, 3)))
  })

  it('lists related posts in one request, and their page changes with each of them', async () => {
    const { getRelatedPosts } = await import('./queries.ts')
    const post = { ...postSchema.parse({ ...posts[0], content: 'x' }), tags: ['Rope'] }
    const context = createRenderContext()
    requests.length = 0
    const found = await renderContext.run(context, () => getRelatedPosts(post))
    expect(slugsOf(found)).toEqual(slugsOf(related))
    expect(requests).toEqual(['/api/blogs/post-0/related'])
    const tags = [
      'related:rope',
      'tag:rope',
      'tag:iron',
      'tag:caf\u00e9',
      'category:tea',
      'author:ann',
      'posts',
    ]
    const all = [...['post-0', 'post-1', 'post-2', 'post-3'].map((slug) => `post:${slug}`), ...tags]
    expect([...context.tags].toSorted()).toEqual(all.toSorted())
  })

  it.each([
    [undefined, []],
    ['no list', []],
    [[{ type: 'post', slug: '../admin', title: 'x' }], []],
    [Array.from({ length: 9 }, () => ({ type: 'tag', name: 'Rope' })), []],
    [[{ type: 'tag', name: 'Rope', secret: 1 }], [{ type: 'tag', name: 'Rope' }]],
  ])('with the suggestions %j has them checked', async (sent, expected) => {
    suggestions = sent
    expect((await client.listPosts({ search: 'zzqqxx' })).suggestions).toEqual(expected)
  })
})
