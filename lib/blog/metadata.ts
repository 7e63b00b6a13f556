import type { Metadata } from 'next'
import { beginningOf } from '#contract/plain-text.ts'
import type { Post } from '#contract/posts.ts'
import { describePost } from '#contract/seo.ts'
import { authorPath } from '../authors/author.ts'
import { absoluteUrl, pageMetadata, shareUrl, type Brand } from '../metadata.ts'
import { breadcrumbJsonLd, publisherJsonLd } from '../organization.ts'
import { site } from '../site.ts'
import { listHref, type ListState } from './list-state.ts'
import { hasMarkdownPath, markdownPath } from './post-markdown.ts'
import type { PostPage } from './public-client.ts'
import { shareImage } from './share.ts'

interface ListedState extends Omit<ListState, 'category'> {
  category?: PostPage['category']
}

function subjectOf({ search, category, tag }: ListedState): string {
  if (search) return `Search for “${search}”`
  if (tag) return `Articles ${category ? `in ${category.name} ` : ''}tagged “${tag}”`
  return category ? `${category.name} articles` : 'Blog'
}

function descriptionOf(brand: Brand, { category, tag }: ListedState): string {
  if (tag) return `What ${brand.name} has written about ${tag}.`
  if (category) return category.description || `What ${brand.name} has written about ${category.name}.`
  return `Articles by ${brand.name} on architecture, mobile and web development, search, content and marketing strategy.`
}

/** Searches, tags with a single post and the tags of a category are not indexed. */
export function listMetadata(brand: Brand, state: ListedState, total: number): Metadata {
  const { page = 1, search, category, tag } = state
  const description = descriptionOf(brand, state)
  return pageMetadata(brand, {
    title: `${subjectOf(state)}${page > 1 ? `, page ${page}` : ''} | ${brand.name}`,
    description: page > 1 ? `${description} Page ${page}.` : description,
    path: listHref({ page, search, tag, category: category?.slug }),
    indexed: !search && (!tag || (total >= 2 && !category)),
    feedQuery: category && `?category=${category.slug}`,
  })
}

export function postMetadata(brand: Brand, post: Post): Metadata {
  const { seo = {} } = post
  const { title, description, shareTitle, shareDescription } = describePost(post, brand.name)
  const authors = post.author.name ? [post.author.name] : undefined
  const path = authorPath(post.author)
  const metadata = pageMetadata(brand, {
    title,
    description,
    path: `/blog/${post.slug}`,
    image: shareImage(post),
    indexed: !seo.noindex,
    canonical: seo.canonical,
    share: { title: shareTitle, description: shareDescription },
    openGraph: {
      type: 'article',
      publishedTime: post.publishedAt ?? post.createdAt,
      modifiedTime: post.updatedAt ?? post.createdAt,
      authors,
      tags: post.tags,
    },
  })
  const { canonical, types } = metadata.alternates
  const markdown = hasMarkdownPath(post) && { 'text/markdown': absoluteUrl(markdownPath(post.slug)) }
  return {
    ...metadata,
    alternates: { canonical, types: { ...types, ...markdown } },
    authors: authors?.map((name) => ({ name, ...(path && { url: absoluteUrl(path) }) })),
  }
}

const jsonLdImages = (post: Post) =>
  (post.seo?.image ? null : post.cover?.sources.map(({ url }) => absoluteUrl(url))) ?? [
    shareUrl(shareImage(post).url),
  ]

export function postJsonLd(brand: Brand, post: Post) {
  const url = absoluteUrl(`/blog/${post.slug}`)
  const organization = publisherJsonLd(brand.name)
  return {
    '@context': 'https://schema.org',
    '@graph': [
      {
        '@type': 'BlogPosting',
        '@id': url,
        mainEntityOfPage: url,
        headline: post.title,
        description: post.seo?.description || post.excerpt || beginningOf(post.content) || undefined,
        image: jsonLdImages(post),
        datePublished: post.publishedAt ?? post.createdAt,
        dateModified: post.updatedAt ?? post.createdAt,
        author: post.author.name
          ? {
              '@type': 'Person',
              name: post.author.name,
              url: absoluteUrl(authorPath(post.author) ?? '/about'),
            }
          : organization,
        publisher: organization,
        articleSection: post.category?.name,
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
