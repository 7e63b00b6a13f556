import type { Metadata } from 'next'
import { pageMetadata } from '../metadata.ts'
import { site } from '../site.ts'
import { postImage } from './post-image.ts'
import type { Post } from './schema.ts'

/** Specification 2: title '{title} | {brand} Blog'; description and previews from excerpt, title and cover. */
export function postMetadata(post: Post): Metadata {
  const description = post.excerpt || `${post.title}, on the ${site.name} blog.`
  return {
    ...pageMetadata({
      title: `${post.title} | ${site.name} Blog`,
      description,
      path: `/blog/${post.slug}`,
      image: postImage(post),
      openGraph: {
        type: 'article',
        title: post.title,
        publishedTime: post.publishedAt ?? post.createdAt,
        modifiedTime: post.updatedAt ?? post.createdAt,
        authors: post.author.name ? [post.author.name] : undefined,
        tags: post.tags,
      },
    }),
    authors: post.author.name ? [{ name: post.author.name }] : undefined,
  }
}
