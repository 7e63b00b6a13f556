import { getSitemapPage, getTags } from '#lib/blog/queries.ts'
import { pageAddresses, postAddresses, sitemapIndex, urlSet } from '#lib/blog/sitemap.ts'
import { document } from '#lib/http/document.ts'
import { RequestError } from '#lib/http/request-error.ts'
import { route } from '#lib/http/route.ts'

/** One document up to a thousand posts; beyond, an index of parts of a thousand each. */
async function index(): Promise<string> {
  const [first, tags] = await Promise.all([getSitemapPage(1), getTags()])
  if (first.totalPages <= 1)
    return urlSet([...pageAddresses(first.posts, tags), ...postAddresses(first.posts)])
  const parts = Array.from({ length: first.totalPages }, (_, number) => ({ path: `/sitemaps/${number + 1}` }))
  return sitemapIndex([{ path: '/sitemaps/pages' }, ...parts])
}

async function part(name: string): Promise<string> {
  if (name === 'index') return index()
  if (name === 'pages') return urlSet(pageAddresses([], await getTags()))
  const page = /^[1-9]\d{0,4}$/.test(name) ? await getSitemapPage(Number(name)) : null
  if (!page || page.posts.length === 0) throw new RequestError(404, 'There is no such sitemap.')
  return urlSet(postAddresses(page.posts))
}

export const { GET, POST, PUT, PATCH, DELETE } = route<{ part: string }>({
  async GET(request, params) {
    return document(request, await part(params.part), 'application/xml; charset=utf-8', 'public, max-age=60')
  },
})
