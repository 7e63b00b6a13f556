import { cache } from 'react'
import type { Category } from '#contract/categories.ts'
import { pageTags } from '#contract/changes.ts'
import { postRefSchema, type Post, type TagCount } from '#contract/posts.ts'
import { log } from '../log.ts'
import { dependsOn, preventCaching, setStatus } from '../process-context.ts'
import { isUnavailable } from '../upstream/errors.ts'
import * as client from './public-client.ts'

const SITEMAP_PAGE_SIZE = 1000
const FEED_SIZE = 20

/** Pages depend on the authors of their posts. */
const dependOnAuthors = (posts: Pick<Post, 'author'>[]) =>
  dependsOn(...posts.flatMap(({ author }) => (author.slug ? [pageTags.author(author.slug)] : [])))

async function notingAuthors(read: Promise<client.PostPage>): Promise<client.PostPage> {
  const page = await read
  dependOnAuthors(page.posts)
  return page
}

/** Each read records the tags that the page depends on; `cache` shares it between a page and its metadata. */
export const getPostPage = cache((page: number, tag?: string, search?: string, category?: string) => {
  dependsOn(pageTags.posts)
  return notingAuthors(client.listPosts({ page, tag, search, category }))
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

export const getCategories = cache(() => {
  dependsOn(pageTags.posts)
  return client.listCategories()
})

export async function getCategoriesOrNone(): Promise<Category[]> {
  try {
    return await getCategories()
  } catch (error) {
    log.error({ err: error }, 'categories could not be read')
    preventCaching()
    return []
  }
}

const readPost = cache(async (slug: string) => {
  dependsOn(pageTags.post(slug))
  const found = await client.getPost(slug)
  const post = found === 'gone' ? null : found
  dependsOn(...(post?.tags ?? []).map(pageTags.tag))
  if (post?.category) dependsOn(pageTags.category(post.category.slug))
  dependOnAuthors(post ? [post] : [])
  return found
})

export async function getPublishedPost(slug: string): Promise<Post | null> {
  const found = postRefSchema.safeParse(slug).success ? await readPost(slug) : null
  return found === 'gone' ? null : found
}

export const isArchivedPost = async (slug: string): Promise<boolean> =>
  postRefSchema.safeParse(slug).success && (await readPost(slug)) === 'gone'

export async function getRelatedPosts(post: Post): Promise<Post[]> {
  try {
    dependsOn(pageTags.post(post.slug), ...post.tags.map(pageTags.related))
    const slugs = await client.relatedSlugs(post.slug)
    const posts = await Promise.all(slugs.map(getPublishedPost))
    const related = posts.filter((other) => other !== null).slice(0, client.RELATED_SHOWN)
    // The newest posts fill the remaining places.
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

export function getFeedPage(category?: string) {
  dependsOn(pageTags.posts)
  return notingAuthors(client.listPosts({ limit: FEED_SIZE, include: 'content', category }))
}

export function getNewestPosts(limit: number) {
  dependsOn(pageTags.posts)
  return client.listPosts({ limit })
}

/** Sorts by oldest, so that a new post changes only the last part of the sitemap. */
export function getSitemapPage(page: number) {
  dependsOn(pageTags.posts)
  return client.listPosts({ page, limit: SITEMAP_PAGE_SIZE, sort: 'oldest' })
}

/** Sets the status of a page that shows an error view: 503 when the upstream is unavailable or too slow, else 500. */
export function reportPageFailure(error: unknown) {
  log.error({ err: error }, 'a page could not be loaded')
  setStatus(isUnavailable(error) ? 503 : 500)
}
