import { ApiError } from '#contract/errors.ts'
import { writeFrontMatter } from '#contract/front-matter.ts'
import { postRefSchema, type Post } from '#contract/posts.ts'
import { movedPermanently } from '../http/response.ts'
import { absoluteUrl } from '../metadata.ts'
import { getPublishedPost, isArchivedPost } from './queries.ts'

export const markdownPath = (slug: string) => `/blog/${slug}.md`

/** A remote upstream may use slugs that are not valid in a path. */
export const hasMarkdownPath = ({ slug }: Pick<Post, 'slug'>) => postRefSchema.safeParse(slug).success

export const postMarkdown = (post: Post, canonical: string): string =>
  `${writeFrontMatter({
    title: post.title,
    date: post.publishedAt ?? post.createdAt,
    updated: post.updatedAt,
    author: post.author.name,
    tags: post.tags,
    category: post.category?.name,
    description: post.excerpt,
    canonical,
  })}\n${post.content}\n`

export async function markdownResponse(slug: string): Promise<Response> {
  const post = await getPublishedPost(slug)
  if (!post) {
    if (await isArchivedPost(slug)) throw new ApiError('gone', 'This blog post no longer exists')
    throw new ApiError('not_found', 'Blog post not found')
  }
  if (post.slug !== slug && hasMarkdownPath(post)) return movedPermanently(markdownPath(post.slug))
  const canonical = absoluteUrl(post.seo?.canonical || `/blog/${post.slug}`)
  return new Response(postMarkdown(post, canonical), {
    headers: {
      'content-type': 'text/markdown; charset=utf-8',
      link: `<${canonical}>; rel="canonical"`,
      ...(post.seo?.noindex && { 'x-robots-tag': 'noindex' }),
    },
  })
}
