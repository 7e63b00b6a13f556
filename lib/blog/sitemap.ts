import { absoluteUrl } from '../metadata.ts'
import { site } from '../site.ts'
import { listHref } from './list-href.ts'
import type { PostSummary, TagCount } from './schema.ts'

interface Address {
  path: string
  /** ISO date of the last change of what a reader sees; absent when it is not known. */
  changed?: string | undefined
}

const XML = '<?xml version="1.0" encoding="UTF-8"?>'
const NAMESPACE = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'

const entry = (element: string, { path, changed }: Address) =>
  `<${element}><loc>${absoluteUrl(path).replaceAll('&', '&amp;')}</loc>${changed ? `<lastmod>${changed}</lastmod>` : ''}</${element}>`

const changeOf = (post: PostSummary) => post.updatedAt ?? post.publishedAt ?? post.createdAt
const newest = (posts: PostSummary[]) => posts.map(changeOf).sort().at(-1)

export const postAddresses = (posts: PostSummary[]): Address[] =>
  posts.map((post) => ({ path: `/blog/${post.slug}`, changed: changeOf(post) }))

/** Pages of the company have no honest date of change and say none; the list changes with its newest post. */
export const pageAddresses = (posts: PostSummary[], tags: TagCount[]): Address[] => [
  ...site.nav.map(({ href }) => ({ path: href, changed: href === '/blog' ? newest(posts) : undefined })),
  ...tags
    .filter(({ count }) => count >= 2)
    .map(({ name }) => ({
      path: listHref({ tag: name }),
      changed: newest(posts.filter((post) => post.tags.includes(name))),
    })),
]

export const urlSet = (addresses: Address[]) =>
  `${XML}\n<urlset ${NAMESPACE}>\n${addresses.map((address) => entry('url', address)).join('\n')}\n</urlset>\n`

export const sitemapIndex = (parts: Address[]) =>
  `${XML}\n<sitemapindex ${NAMESPACE}>\n${parts.map((part) => entry('sitemap', part)).join('\n')}\n</sitemapindex>\n`
