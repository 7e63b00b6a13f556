import { categoryListResponseSchema, type Category } from '#contract/categories.ts'
import { toCaseKey } from '#contract/case-key.ts'
import { callForJson, callIfSupported } from '../upstream/client.ts'
import { isGone, isNotFound, isUnsupportedCall } from '../upstream/errors.ts'
import {
  type Post,
  type PostListResponse,
  type PostSummary,
  type Suggestion,
  type TagCount,
  postResponseSchema,
  postListResponseSchema,
  relatedResponseSchema,
  tagListResponseSchema,
} from '#contract/posts.ts'

export const PAGE_SIZE = 6
const TAG_COLLECTION_LIMIT = 1000
export const RELATED_SHOWN = 3
const RELATED_FETCHED = RELATED_SHOWN + 1

// These calls send no credentials, so that they return only published posts and can be cached.

export interface PostPage {
  posts: PostSummary[]
  total: number
  totalPages: number
  /** Empty unless a search finds nothing and the upstream has suggestions. */
  suggestions: Suggestion[]
  renamedTag?: string | undefined
  category?: PostListResponse['category']
}

export interface ListOptions {
  page?: number
  limit?: number
  search?: string | undefined
  category?: string | undefined
  tag?: string | undefined
  author?: string
  sort?: 'newest' | 'oldest'
  include?: 'content'
}

const hasTag = (tag: string) => (post: PostSummary) =>
  post.tags.some((name) => toCaseKey(name) === toCaseKey(tag))

/** A remote upstream may ignore `tag`, so the posts that its tags are collected from are filtered here. */
export async function listPosts({ limit = PAGE_SIZE, ...query }: ListOptions): Promise<PostPage> {
  const { data: response } = await callForJson('listPosts', postListResponseSchema, {
    query: { ...query, limit },
  })
  const { category } = response
  // An upstream that does not know categories ignores the filter.
  if (query.category && !category) return { posts: [], total: 0, totalPages: 0, suggestions: [] }
  const published = response.data.blogs.filter((post) => post.published)
  const { tag = query.tag } = response
  const posts = tag ? published.filter(hasTag(tag)) : published
  const ignoresTag = posts.length < published.length
  if (ignoresTag && limit < TAG_COLLECTION_LIMIT) {
    const all = await listPosts({ ...query, page: 1, limit: TAG_COLLECTION_LIMIT })
    const start = ((query.page ?? 1) - 1) * limit
    return {
      ...all,
      posts: all.posts.slice(start, start + limit),
      totalPages: Math.ceil(all.total / limit),
    }
  }
  const total = ignoresTag ? posts.length : (response.total ?? posts.length)
  const totalPages = (ignoresTag ? 1 : response.totalPages) ?? Math.ceil(total / limit)
  const renamedTag = toCaseKey(tag ?? '') === toCaseKey(query.tag ?? '') ? undefined : tag
  return { posts, total, totalPages, suggestions: response.suggestions ?? [], renamedTag, category }
}

export async function listCategories(): Promise<Category[]> {
  return (await callIfSupported('listCategories', categoryListResponseSchema))?.data ?? []
}

export async function getPost(ref: string): Promise<Post | 'gone' | null> {
  try {
    const { data } = await callForJson('getPost', postResponseSchema, { ref })
    return data.data.published ? data.data : null
  } catch (error) {
    if (isGone(error)) return 'gone'
    if (isNotFound(error)) return null
    throw error
  }
}

const byCount = (a: TagCount, b: TagCount) => b.count - a.count || a.name.localeCompare(b.name)

function countTags(posts: PostSummary[]): TagCount[] {
  const counts = new Map<string, TagCount>()
  for (const name of posts.flatMap((post) => post.tags)) {
    const key = toCaseKey(name)
    counts.set(key, { name: counts.get(key)?.name ?? name, count: (counts.get(key)?.count ?? 0) + 1 })
  }
  return [...counts.values()].sort(byCount)
}

/** Collects tags from the posts when the upstream does not count them, or not within a search. */
export async function listTags(search?: string): Promise<TagCount[]> {
  try {
    const { data } = await callForJson('listTags', tagListResponseSchema, { query: { search } })
    if (!search || data.filtered) return data.data
  } catch (error) {
    if (!isUnsupportedCall(error)) throw error
  }
  const { posts } = await listPosts({ limit: TAG_COLLECTION_LIMIT, search })
  return countTags(posts)
}

export async function listRelatedPosts(slug: string): Promise<PostSummary[]> {
  try {
    const { data } = await callForJson('listRelatedPosts', relatedResponseSchema, {
      ref: slug,
      query: { limit: RELATED_FETCHED },
    })
    return chooseRelated(data.data, slug)
  } catch (error) {
    if (!isUnsupportedCall(error) && !isGone(error)) throw error
    const { posts } = await listPosts({ limit: RELATED_FETCHED })
    return chooseRelated(posts, slug)
  }
}

const chooseRelated = (posts: PostSummary[], slug: string) =>
  posts.filter((post) => post.published && post.slug !== slug).slice(0, RELATED_SHOWN)
