import { cache } from 'react'
import { pageTags } from '#contract/changes.ts'
import { postRefSchema, type Post, type PostSummary } from '#contract/posts.ts'
import { toCaseKey } from '#contract/case-key.ts'
import { FEED_SIZE } from '../feeds.ts'
import { log } from '../log.ts'
import { listOrNone } from '../optional-list.ts'
import { dependsOn, setStatus } from '../process-context.ts'
import { isUnavailable } from '../upstream/errors.ts'
import * as client from './public-client.ts'

/** The index of a large site reads one page to count them, so it needs little more time than the sitemap of a small one. */
export const SITEMAP_PAGE_SIZE = 200

/** Pages depend on the authors of their posts. */
const dependOnAuthors = (posts: Pick<PostSummary, 'author'>[]) =>
  dependsOn(...posts.flatMap(({ author }) => (author.slug ? [pageTags.author(author.slug)] : [])))

async function listPosts(options: client.ListOptions): Promise<client.PostPage> {
  const page = await client.listPosts(options)
  dependOnAuthors(page.posts)
  return page
}

/** Each read records the tags that the page depends on; `cache` shares it between a page and its metadata. */
export const getPostPage = cache((page: number, tag?: string, search?: string, category?: string) => {
  dependsOn(pageTags.posts)
  return listPosts({ page, tag, search, category })
})

export const getTags = cache((search?: string) => {
  dependsOn(pageTags.posts)
  return client.listTags(search)
})

export const getTagsOrNone = (search?: string) => listOrNone('tags', () => getTags(search))

export const getCategories = cache(() => {
  dependsOn(pageTags.posts)
  return client.listCategories()
})

export const getCategoriesOrNone = () => listOrNone('categories', getCategories)

function dependOnDetails({ tags, category, author }: PostSummary) {
  dependsOn(...tags.map(pageTags.tag))
  if (category) dependsOn(pageTags.category(category.slug))
  dependOnAuthors([{ author }])
}

const readPost = cache(async (slug: string) => {
  dependsOn(pageTags.post(slug))
  const found = await client.getPost(slug)
  if (found && found !== 'gone') dependOnDetails(found)
  return found
})

export async function getPublishedPost(slug: string): Promise<Post | null> {
  const found = postRefSchema.safeParse(slug).success ? await readPost(slug) : null
  return found === 'gone' ? null : found
}

export const isArchivedPost = async (slug: string): Promise<boolean> =>
  postRefSchema.safeParse(slug).success && (await readPost(slug)) === 'gone'

async function readRelatedPosts(post: Post): Promise<PostSummary[]> {
  dependsOn(pageTags.post(post.slug), ...post.tags.map(pageTags.related))
  const related = await client.listRelatedPosts(post.slug)
  for (const other of related) {
    dependsOn(pageTags.post(other.slug))
    dependOnDetails(other)
  }
  // The newest posts fill the remaining places.
  if (related.length < client.RELATED_SHOWN || !related.every((other) => sharesTag(other, post)))
    dependsOn(pageTags.posts)
  return related
}

export const getRelatedPosts = (post: Post) =>
  listOrNone('related posts', () => readRelatedPosts(post), { slug: post.slug })

function sharesTag(a: PostSummary, b: PostSummary): boolean {
  const tags = new Set(b.tags.map(toCaseKey))
  return a.tags.some((tag) => tags.has(toCaseKey(tag)))
}

export function getFeedPage(category?: string) {
  dependsOn(pageTags.posts)
  return listPosts({ limit: FEED_SIZE, include: 'content', category })
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

/** Sets the status of a page that shows an error view: 503 when the upstream is unavailable, unreachable or too slow, else 500. */
export function reportPageFailure(error: unknown) {
  log.error({ err: error }, 'a page could not be loaded')
  setStatus(isUnavailable(error) ? 503 : 500)
}
