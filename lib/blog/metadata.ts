import type { Metadata } from 'next'
import type { Post } from '#contract/posts.ts'
import { absoluteUrl, pageMetadata } from '../metadata.ts'
import { breadcrumbJsonLd, organizationId } from '../organization.ts'
import { site } from '../site.ts'
import { listHref, type ListState } from './list-state.ts'
import { shareImage } from './share.ts'

/** Searches and tags with a single post are not indexed. */
export function listMetadata(state: ListState, total: number): Metadata {
  const { page = 1, search, tag } = state
  const subject = search ? `Search for “${search}”` : tag ? `Articles tagged “${tag}”` : 'Blog'
  const title = `${subject}${page > 1 ? `, page ${page}` : ''} | ${site.name}`
  const description = tag
    ? `What ${site.name} has written about ${tag}.`
    : `Articles by ${site.name} on architecture, mobile and web development, search, content and marketing strategy.`
  return pageMetadata({
    title,
    description: page > 1 ? `${description} Page ${page}.` : description,
    path: listHref(state),
    indexed: !search && (!tag || total >= 2),
  })
}

export function postMetadata(post: Post): Metadata {
  const authors = post.author.name ? [post.author.name] : undefined
  return {
    ...pageMetadata({
      title: `${post.title} | ${site.name} Blog`,
      description: post.excerpt || `${post.title}, on the ${site.name} blog.`,
      path: `/blog/${post.slug}`,
      image: shareImage(post),
      openGraph: {
        type: 'article',
        title: post.title,
        publishedTime: post.publishedAt ?? post.createdAt,
        modifiedTime: post.updatedAt ?? post.createdAt,
        authors,
        tags: post.tags,
      },
    }),
    authors: authors?.map((name) => ({ name })),
  }
}

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
        image: post.cover?.sources.map((source) => absoluteUrl(source.url)) ?? [shareImage(post).url],
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
