import type { Category } from '#contract/categories.ts'
import { ApiError } from '#contract/errors.ts'
import type { CaseStudySummary } from '#contract/case-studies.ts'
import type { PostSummary, TagCount } from '#contract/posts.ts'
import { isIndexed } from '#contract/seo.ts'
import { listAuthorPaths } from '../authors/queries.ts'
import { absoluteUrl } from '../metadata.ts'
import { getCaseStudiesOrNone } from '../case-studies/queries.ts'
import { navigation } from '../routes.ts'
import { listHref } from './list-state.ts'
import { getCategories, getSitemapPage, getTags, SITEMAP_PAGE_SIZE } from './queries.ts'
import { escapeXml } from './xml.ts'

interface Address {
  path: string
  changed?: string | undefined
}

/** Up to 1,000 posts are listed in the sitemap itself. */
const MAX_PAGES_IN_ONE = 1000 / SITEMAP_PAGE_SIZE

/** Search engines reject a longer file. */
const MAX_ADDRESSES = 50_000

const XML = '<?xml version="1.0" encoding="UTF-8"?>'
const NAMESPACE = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'

const entry = (element: string, { path, changed }: Address) =>
  `<${element}><loc>${escapeXml(absoluteUrl(path))}</loc>${changed ? `<lastmod>${changed}</lastmod>` : ''}</${element}>`

const lastChange = (post: PostSummary) => post.updatedAt ?? post.publishedAt ?? post.createdAt
const newestChange = (posts: PostSummary[]) => posts.map(lastChange).sort().at(-1)

export const postAddresses = (posts: PostSummary[]): Address[] =>
  posts.filter(isIndexed).map((post) => ({ path: `/blog/${post.slug}`, changed: lastChange(post) }))

interface Listed {
  tags: TagCount[]
  categories: Category[]
  studies: CaseStudySummary[]
  authors: string[]
}

async function getListed(): Promise<Listed> {
  const [tags, categories, studies, authors] = await Promise.all([
    getTags(),
    getCategories(),
    getCaseStudiesOrNone(),
    listAuthorPaths(),
  ])
  return { tags, categories, studies, authors }
}

const pageAddresses = (posts: PostSummary[], { tags, categories, studies, authors }: Listed): Address[] => [
  ...navigation.map(({ href }) => ({
    path: href,
    changed: href === '/blog' ? newestChange(posts) : undefined,
  })),
  ...(studies.length > 0 ? [{ path: '/work' }] : []),
  ...studies.map(({ slug, updatedAt, createdAt }) => ({
    path: `/work/${slug}`,
    changed: updatedAt ?? createdAt,
  })),
  ...categories.map(({ slug }) => ({
    path: listHref({ category: slug }),
    changed: newestChange(posts.filter((post) => post.category?.slug === slug)),
  })),
  ...tags
    .filter(({ count }) => count >= 2)
    .map(({ name }) => ({
      path: listHref({ tag: name }),
      changed: newestChange(posts.filter((post) => post.tags.includes(name))),
    })),
  ...authors.map((path) => ({ path })),
]

export const urlSet = (addresses: Address[]) =>
  `${XML}\n<urlset ${NAMESPACE}>\n${addresses
    .slice(0, MAX_ADDRESSES)
    .map((address) => entry('url', address))
    .join('\n')}\n</urlset>\n`

const sitemapIndex = (parts: Address[]) =>
  `${XML}\n<sitemapindex ${NAMESPACE}>\n${parts.map((part) => entry('sitemap', part)).join('\n')}\n</sitemapindex>\n`

async function index(): Promise<string> {
  const [first, listed] = await Promise.all([getSitemapPage(1), getListed()])
  const numbers = Array.from({ length: first.totalPages }, (_, index) => index + 1)
  if (numbers.length > MAX_PAGES_IN_ONE)
    return sitemapIndex([
      { path: '/sitemaps/pages' },
      ...numbers.map((number) => ({ path: `/sitemaps/${number}` })),
    ])
  const others = await Promise.all(numbers.slice(1).map(getSitemapPage))
  const all = [first, ...others].flatMap((page) => page.posts)
  // An upstream may ignore the page.
  const posts = [...new Map(all.map((post) => [post.slug, post])).values()]
  return urlSet([...pageAddresses(posts, listed), ...postAddresses(posts)])
}

async function part(name: string): Promise<string | null> {
  if (name === 'index') return index()
  if (name === 'pages') return urlSet(pageAddresses([], await getListed()))
  const page = /^[1-9]\d{0,4}$/.test(name) ? await getSitemapPage(Number(name)) : null
  return page && page.posts.length > 0 ? urlSet(postAddresses(page.posts)) : null
}

export async function sitemapResponse(name: string): Promise<Response> {
  const body = await part(name)
  if (body === null) throw new ApiError('not_found', 'Sitemap not found')
  return new Response(body, { headers: { 'content-type': 'application/xml; charset=utf-8' } })
}
