import { callForJson } from '../upstream/call.ts'
import { UpstreamRefusal } from '../upstream/errors.ts'
import { PAGE_SIZE, RELATED_FETCHED, TAG_COLLECTION_LIMIT } from './constants.ts'
import {
  type Post,
  type PostSummary,
  type TagCount,
  postAnswerSchema,
  postListAnswerSchema,
  relatedAnswerSchema,
  tagListAnswerSchema,
} from './schema.ts'

/** What visitors read: no credentials, so that nothing but published posts can come back, and answers may be kept. */

export interface PostPage {
  posts: PostSummary[]
  total: number
  totalPages: number
}

interface ListOptions {
  page?: number
  limit?: number
  search?: string
  tag?: string
  sort?: 'newest' | 'oldest'
  include?: 'content'
}

/** The upstream knows section 7 of the specification alone. */
export const lacksCall = (error: unknown) =>
  error instanceof UpstreamRefusal && (error.status === 404 || error.status === 405 || error.status === 501)

const hasTag = (tag: string) => (post: PostSummary) =>
  post.tags.some((name) => name.toLowerCase() === tag.toLowerCase())

/** One page of published posts. An upstream that ignores `tag` gets its page filtered (specification 4). */
export async function listPosts({ limit = PAGE_SIZE, ...query }: ListOptions): Promise<PostPage> {
  const { data: answer } = await callForJson('listPosts', postListAnswerSchema, {
    query: { ...query, limit },
  })
  const published = answer.data.blogs.filter((post) => post.published)
  const posts = query.tag ? published.filter(hasTag(query.tag)) : published
  const ignoresTag = posts.length < published.length
  const total = ignoresTag ? posts.length : (answer.total ?? posts.length)
  return { posts, total, totalPages: (ignoresTag ? 1 : answer.totalPages) ?? Math.ceil(total / limit) }
}

/** The published post of a slug (or id), or null. Throws `UpstreamFault` when the upstream fails. */
export async function getPost(ref: string): Promise<Post | null> {
  try {
    const { data } = await callForJson('getPost', postAnswerSchema, { ref })
    return data.data.published ? data.data : null
  } catch (error) {
    if (error instanceof UpstreamRefusal && error.status === 404) return null
    throw error
  }
}

const byCount = (a: TagCount, b: TagCount) => b.count - a.count || a.name.localeCompare(b.name)

function countTags(posts: PostSummary[]): TagCount[] {
  const counts = new Map<string, TagCount>()
  for (const name of posts.flatMap((post) => post.tags)) {
    const key = name.toLowerCase()
    counts.set(key, { name: counts.get(key)?.name ?? name, count: (counts.get(key)?.count ?? 0) + 1 })
  }
  return [...counts.values()].sort(byCount)
}

/** Every distinct tag of published posts; collected from the posts when the upstream does not count them itself. */
export async function listTags(): Promise<TagCount[]> {
  try {
    const { data } = await callForJson('listTags', tagListAnswerSchema)
    return data.data
  } catch (error) {
    if (!lacksCall(error)) throw error
    const { posts } = await listPosts({ limit: TAG_COLLECTION_LIMIT })
    return countTags(posts)
  }
}

/** Slugs of other posts, one more than are shown: by shared tags, then newest. */
export async function relatedSlugs(slug: string): Promise<string[]> {
  try {
    const { data } = await callForJson('relatedPosts', relatedAnswerSchema, {
      ref: slug,
      query: { limit: RELATED_FETCHED },
    })
    return slugsOfOthers(data.data, slug)
  } catch (error) {
    if (!lacksCall(error)) throw error
    const { posts } = await listPosts({ limit: RELATED_FETCHED })
    return slugsOfOthers(posts, slug)
  }
}

const slugsOfOthers = (posts: PostSummary[], slug: string) =>
  posts.filter((post) => post.published && post.slug !== slug).map((post) => post.slug)
