import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { sendJson, startFakeUpstream, type FakeUpstream } from '#testing/fake-upstream.ts'
import type * as Sitemap from './sitemap.ts'

const write = (length: number) =>
  Array.from({ length }, (_, number) => ({
    id: String(number),
    slug: `post-${number}`,
    title: `Post ${number}`,
    published: true,
    createdAt: '2024-03-05T12:00:00Z',
  }))

let posts: ReturnType<typeof write>
let ignoresPage = false

let upstream: FakeUpstream
let sitemap: typeof Sitemap

beforeAll(async () => {
  upstream = await startFakeUpstream((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://upstream')
    const [limit, page] = [Number(searchParams.get('limit')), Number(searchParams.get('page') ?? 1)]
    const blogs = ignoresPage ? posts : posts.slice((page - 1) * limit, page * limit)
    const list = { data: { blogs }, total: posts.length, totalPages: Math.ceil(posts.length / limit) }
    const isList = pathname === '/api/blogs'
    sendJson(response, isList ? list : { error: 'Not found' }, isList ? 200 : 404)
  })
  sitemap = await import('./sitemap.ts')
})

afterAll(() => upstream.close())

const pathsOf = async (name: string) =>
  [
    ...(await (await sitemap.sitemapResponse(name)).text()).matchAll(/<loc>https?:\/\/[^/]+([^<]+)<\/loc>/g),
  ].map(([, path]) => path ?? '')

const slugsOf = async (name: string) =>
  (await pathsOf(name)).flatMap((path) => /^\/blog\/(.+)/.exec(path)?.[1] ?? [])

it('the sitemap of more than 1,000 posts has parts of 200, oldest first', async () => {
  posts = write(1010)
  const parts = [1, 2, 3, 4, 5, 6].map((number) => `/sitemaps/${number}`)
  expect(await pathsOf('index')).toEqual(['/sitemaps/pages', ...parts])
  expect(await slugsOf('2')).toEqual(posts.slice(200, 400).map(({ slug }) => slug))
  expect(await slugsOf('6')).toHaveLength(10)
  await expect(sitemap.sitemapResponse('7')).rejects.toThrow('Sitemap not found')
})

it.each([false, true])(
  'the sitemap of fewer posts lists each once, also when the upstream ignores the page (%s)',
  async (isIgnored) => {
    posts = write(450)
    ignoresPage = isIgnored
    expect(await slugsOf('index')).toEqual(posts.map(({ slug }) => slug))
  },
)
