import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { afterAll, beforeAll, expect, it } from '@jest/globals'
import type * as Sitemap from './sitemap.ts'

const posts = Array.from({ length: 450 }, (_, number) => ({
  id: String(number),
  slug: `post-${number}`,
  title: `Post ${number}`,
  published: true,
  createdAt: '2024-03-05T12:00:00Z',
}))

let server: Server
let sitemap: typeof Sitemap

beforeAll(async () => {
  server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://upstream')
    const [limit, page] = [Number(searchParams.get('limit')), Number(searchParams.get('page') ?? 1)]
    const blogs = posts.slice((page - 1) * limit, page * limit)
    const list = { data: { blogs }, total: posts.length, totalPages: Math.ceil(posts.length / limit) }
    const isList = pathname === '/api/blogs'
    response.writeHead(isList ? 200 : 404, { 'content-type': 'application/json' })
    response.end(JSON.stringify(isList ? list : { error: 'Not found' }))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  process.env['UPSTREAM_URL'] = `http://127.0.0.1:${address.port}`
  process.env['LOG_LEVEL'] = 'silent'
  sitemap = await import('./sitemap.ts')
})

afterAll(async () => {
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
})

const pathsOf = async (name: string) =>
  [
    ...(await (await sitemap.sitemapResponse(name)).text()).matchAll(/<loc>https?:\/\/[^/]+([^<]+)<\/loc>/g),
  ].map(([, path]) => path)

it('the sitemap of many posts has parts of 200, oldest first', async () => {
  expect(await pathsOf('index')).toEqual(['/sitemaps/pages', '/sitemaps/1', '/sitemaps/2', '/sitemaps/3'])
  expect(await pathsOf('2')).toEqual(posts.slice(200, 400).map(({ slug }) => `/blog/${slug}`))
  expect(await pathsOf('3')).toHaveLength(50)
  await expect(sitemap.sitemapResponse('4')).rejects.toThrow('Sitemap not found')
})
