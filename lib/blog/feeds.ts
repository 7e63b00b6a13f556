import { ApiError } from '#contract/errors.ts'
import { beginningOf } from '#contract/plain-text.ts'
import type { PostSummary } from '#contract/posts.ts'
import * as feeds from '../feeds.ts'
import { feedId, type FeedEntry, type FeedFormat } from '../feeds.ts'
import { movedPermanently } from '../http/response.ts'
import { absoluteUrl, shareUrl } from '../metadata.ts'
import type { PublicSettings } from '#contract/settings.ts'
import { getSettings } from '../settings/settings.ts'
import { isMovedCategory, listHref } from './list-state.ts'
import type { PostPage } from './public-client.ts'
import { getFeedPage } from './queries.ts'
import { renderCompletely } from './render.ts'
import { coverImage } from './share.ts'
import { stripInvalidXml } from './xml.ts'

/** Content that cannot be rendered is left out; the entry then has its excerpt only. */
export async function renderFeedContent(content: string | undefined, base: string): Promise<string> {
  if (!content) return ''
  const { html, isPlainText } = await renderCompletely(content, { base })
  return isPlainText ? '' : stripInvalidXml(html)
}

function imageOf({ cover, coverImage: url, title }: PostSummary): string | undefined {
  const address = coverImage(cover, title)?.url ?? url
  return address ? shareUrl(address) : undefined
}

const toEntry = async (post: PostSummary, brand: string): Promise<FeedEntry> => ({
  id: feedId(post.feedId, absoluteUrl(`/blog/${post.slug}`)),
  url: absoluteUrl(`/blog/${post.slug}`),
  title: stripInvalidXml(post.title),
  excerpt: stripInvalidXml(post.excerpt || beginningOf(post.content ?? '')),
  html: await renderFeedContent(post.content, absoluteUrl(`/blog/${post.slug}`)),
  image: imageOf(post),
  author: stripInvalidXml(post.author.name) || brand,
  tags: post.tags.map(stripInvalidXml),
  published: post.publishedAt ?? post.createdAt,
  updated: post.updatedAt ?? post.createdAt,
})

type Brand = Pick<PublicSettings, 'name' | 'description'>

export const toEntries = (posts: PostSummary[], { name }: Pick<Brand, 'name'>) =>
  Promise.all(posts.map((post) => toEntry(post, name)))

const toChannel = ({ name, description }: Brand, category: PostPage['category']) => ({
  title: `${name} Blog${category ? `: ${stripInvalidXml(category.name)}` : ''}`,
  description: stripInvalidXml(category?.description ?? '') || description,
  path: listHref({ category: category?.slug }),
  feeds: '',
  query: category ? `?category=${category.slug}` : '',
})

const paths = { rss: '/feed.xml', atom: '/atom.xml', json: '/feed.json' }

export async function feedResponse(format: FeedFormat, request: Request): Promise<Response> {
  const brand = await getSettings()
  const wanted = new URL(request.url).searchParams.get('category')?.toLowerCase()
  const { posts, category } = await getFeedPage(wanted)
  if (wanted && !category) throw new ApiError('not_found', 'Feed not found')
  if (category && isMovedCategory(category, wanted))
    return movedPermanently(`${paths[format]}?category=${category.slug}`)
  return feeds.feedResponse(format, toChannel(brand, category), await toEntries(posts, brand))
}
