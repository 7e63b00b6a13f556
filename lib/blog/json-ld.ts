import { absoluteUrl } from '../metadata.ts'
import { breadcrumbJsonLd, organizationId } from '../organization.ts'
import { site } from '../site.ts'
import { postImage } from './post-image.ts'
import type { Post } from './schema.ts'

const imagesOf = (post: Post) =>
  post.cover ? post.cover.sources.map(({ url }) => absoluteUrl(url)) : [postImage(post).url]

export function postJsonLd(post: Post) {
  const url = absoluteUrl(`/blog/${post.slug}`)
  return {
    '@context': 'https://schema.org',
    '@graph': [
      {
        '@type': 'BlogPosting',
        '@id': url,
        mainEntityOfPage: url,
        headline: post.title,
        description: post.excerpt || undefined,
        image: imagesOf(post),
        datePublished: post.publishedAt ?? post.createdAt,
        dateModified: post.updatedAt ?? post.createdAt,
        author: { '@type': 'Person', name: post.author.name || site.name, url: absoluteUrl('/about') },
        publisher: { '@type': 'Organization', '@id': organizationId, name: site.name, url: absoluteUrl('/') },
        keywords: post.tags.join(', ') || undefined,
        inLanguage: site.language,
      },
      breadcrumbJsonLd([
        { name: 'Home', path: '/' },
        { name: 'Blog', path: '/blog' },
        { name: post.title, path: `/blog/${post.slug}` },
      ]),
    ],
  }
}
