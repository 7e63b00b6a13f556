import { cache } from 'react'
import { authorResponseSchema, type AuthorProfile } from '#contract/authors.ts'
import { pageTags } from '#contract/changes.ts'
import { authorListResponseSchema, postRefSchema } from '#contract/posts.ts'
import { listPosts } from '../blog/public-client.ts'
import { FEED_SIZE } from '../feeds.ts'
import { dependsOn } from '../process-context.ts'
import { callIfSupported } from '../upstream/client.ts'
import { authorPath } from './author.ts'

/** Null for an unknown author or one without published posts. */
async function readAuthor(ref: string): Promise<AuthorProfile | null> {
  const response = await callIfSupported('getAuthor', authorResponseSchema, { ref })
  return response?.data ?? null
}

export const getAuthor = cache(async (slug: string): Promise<AuthorProfile | null> => {
  if (!postRefSchema.safeParse(slug).success) return null
  dependsOn(pageTags.author(slug), pageTags.posts)
  const author = await readAuthor(slug)
  return author && authorPath(author) ? author : null
})

export const getAuthorPosts = cache((author: string, page: number) => listPosts({ author, page }))

export const getAuthorFeedPosts = (author: string) =>
  listPosts({ author, limit: FEED_SIZE, include: 'content' })

export async function listAuthorPaths(): Promise<string[]> {
  dependsOn(pageTags.posts)
  const authors = (await callIfSupported('listAuthors', authorListResponseSchema))?.data ?? []
  dependsOn(...authors.flatMap(({ slug }) => (slug ? [pageTags.author(slug)] : [])))
  return authors.flatMap((author) => authorPath(author) ?? [])
}
