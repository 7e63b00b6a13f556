import { cache } from 'react'
import { pageTags } from '#contract/changes.ts'
import { ApiError } from '#contract/errors.ts'
import { postRefSchema, type Post, type TagCount } from '#contract/posts.ts'
import { log } from '../log.ts'
import { dependsOn, preventCaching, setStatus } from '../process-context.ts'
import * as client from './public-client.ts'

const SITEMAP_PAGE_SIZE = 1000
const FEED_SIZE = 20

/** Each read records the tags that the page depends on; `cache` shares it between a page and its metadata. */
export const getPostPage = cache((page: number, tag?: string, search?: string) => {
  dependsOn(pageTags.posts)
  return client.listPosts({ page, tag, search })
})

export const getTags = cache((search?: string) => {
  dependsOn(pageTags.posts)
  return client.listTags(search)
})

export async function getTagsOrNone(search?: string): Promise<TagCount[]> {
  try {
    return await getTags(search)
  } catch (error) {
    log.error({ err: error }, 'tags could not be read')
    preventCaching()
    return []
  }
}

const readPost = cache((slug: string) => {
  dependsOn(pageTags.post(slug))
  return client.getPost(slug)
})

export const getPublishedPost = async (slug: string): Promise<Post | null> =>
  postRefSchema.safeParse(slug).success ? readPost(slug) : null

export async function getRelatedPosts(post: Post): Promise<Post[]> {
  try {
    dependsOn(pageTags.post(post.slug), ...post.tags.map(pageTags.related))
    const slugs = await client.relatedSlugs(post.slug)
    const posts = await Promise.all(slugs.map(getPublishedPost))
    const related = posts.filter((other) => other !== null).slice(0, client.RELATED_SHOWN)
    // The newest posts fill up what shared tags leave free.
    if (related.length < client.RELATED_SHOWN || !related.every((other) => sharesTag(other, post)))
      dependsOn(pageTags.posts)
    return related
  } catch (error) {
    log.error({ err: error, slug: post.slug }, 'related posts could not be read')
    preventCaching()
    return []
  }
}

function sharesTag(a: Post, b: Post): boolean {
  const tags = new Set(b.tags.map((tag) => tag.toLowerCase()))
  return a.tags.some((tag) => tags.has(tag.toLowerCase()))
}

export async function getFeedPosts() {
  dependsOn(pageTags.posts)
  const { posts } = await client.listPosts({ limit: FEED_SIZE, include: 'content' })
  return posts
}

/** Sorts by oldest, so that a new post changes only the last part of the sitemap. */
export function getSitemapPage(page: number) {
  dependsOn(pageTags.posts)
  return client.listPosts({ page, limit: SITEMAP_PAGE_SIZE, sort: 'oldest' })
}

/** Sets the status of a page that shows an error view: 503 when the upstream is unavailable, else 500. */
export function reportPageFailure(error: unknown) {
  log.error({ err: error }, 'a page could not be loaded')
  setStatus(error instanceof ApiError && error.code === 'unavailable' ? 503 : 500)
}
