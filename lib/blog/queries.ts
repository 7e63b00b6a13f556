import { unstable_cache } from 'next/cache'
import { cache } from 'react'
import { log } from '../log.ts'
import { waitOnce } from './wait-once.ts'
import { FRESH_FOR, RELATED_SHOWN } from './constants.ts'
import * as client from './public-client.ts'
import { cacheTags } from './cache-tags.ts'
import { writeFeed, type FeedFormat } from './feeds.ts'
import { postRefSchema, type Post, type TagCount } from './schema.ts'

/**
 * Reads of the public pages, kept until a write through our `/api` invalidates their tag, or for `FRESH_FOR` seconds.
 * React's `cache` around each: a page and its metadata that both miss would ask twice otherwise.
 * A refresh that fails keeps what was there; a first read that fails throws and is not kept.
 */
const kept = <Args extends (string | number)[], T>(
  name: string,
  read: (...args: Args) => Promise<T>,
  tagsOf: (...args: Args) => string[],
) =>
  cache((...args: Args) =>
    unstable_cache(() => waitOnce([name, ...args].join(), () => read(...args)), [name, ...args.map(String)], {
      tags: tagsOf(...args),
      revalidate: FRESH_FOR,
    })(),
  )

/** What stands in for something that could not be read; a page that shows it is rendered anew a second later. */
const standIn = (name: string) => unstable_cache(async () => [], ['stand-in', name], { revalidate: 1 })()

const lists = () => [cacheTags.lists]

export const getPostPage = kept('page', (page: number) => client.listPosts({ page }), lists)

export const getTagPage = kept('tag', (tag: string, page: number) => client.listPosts({ tag, page }), lists)

export const getTags = kept('tags', client.listTags, lists)

/** The tags to choose from; a failure to collect them is logged and ignored (specification 8). */
export async function getTagChoice(): Promise<TagCount[]> {
  try {
    return await getTags()
  } catch (error) {
    log.error({ err: error }, 'tags could not be collected')
    return standIn('tags')
  }
}

const readPost = kept('post', client.getPost, (slug: string) => [cacheTags.post(slug)])

/** The published post, or null; an address that cannot be a slug is not looked up. */
export const getPublishedPost = async (slug: string): Promise<Post | null> =>
  postRefSchema.safeParse(slug).success ? readPost(slug) : null

const readRelated = kept(
  'related',
  (slug: string, ..._tags: string[]) => client.relatedSlugs(slug),
  (slug, ...tags) => [cacheTags.post(slug), ...tags.map(cacheTags.related)],
)

/**
 * At most three posts to read next. Each comes from its own entry, so that one that is taken offline or renamed is
 * gone from here as well. A failure gives an empty list (specification 8).
 */
export async function getRelatedPosts(post: Post): Promise<Post[]> {
  try {
    const slugs = await readRelated(post.slug, ...post.tags)
    const posts = await Promise.all(slugs.map(getPublishedPost))
    return posts.filter((related) => related !== null).slice(0, RELATED_SHOWN)
  } catch (error) {
    log.error({ err: error, slug: post.slug }, 'related posts could not be read')
    return standIn('related')
  }
}

/** The newest posts whole, as one document: rendering twenty articles is not done for each who asks. */
export const getFeed = kept(
  'feed',
  async (format: FeedFormat) => {
    const { posts } = await client.listPosts({ limit: 20, include: 'content' })
    return writeFeed(format, posts)
  },
  lists,
)

/** One thousand posts, oldest first, so that a part of the sitemap changes only where a post does. */
export const getSitemapPage = kept(
  'sitemap',
  (page: number) => client.listPosts({ page, limit: 1000, sort: 'oldest' }),
  lists,
)

/** Not kept: there are as many searches as there are words. */
export const searchPosts = cache((search: string, tag: string | undefined, page: number) =>
  waitOnce(['search', search, tag, page].join(), () => client.listPosts({ search, tag, page })),
)
