import type { Metadata } from 'next'
import type { AuthorProfile } from '#contract/authors.ts'
import { absoluteUrl, pageMetadata, type Brand } from '../metadata.ts'
import { breadcrumbJsonLd, organizationId } from '../organization.ts'
import { site } from '../site.ts'
import { authorPageHref } from './author.ts'

export const authorTexts = {
  missing: 'Author Not Found',
  beyond: 'Page Not Found',
  failed: 'This page could not be loaded',
  explanation: "The author you're looking for doesn't exist or has not published anything yet.",
}

const pathOf = ({ slug }: AuthorProfile) => `/authors/${slug}`

export function summarizeAuthor({ name, bio = '' }: AuthorProfile, brand: string): string {
  const text = bio.replace(/\s+/g, ' ').trim()
  if (text === '') return `Articles by ${name} on the ${brand} blog.`
  return text.length <= 160 ? text : `${text.slice(0, 159).replace(/\s+\S*$/, '')}…`
}

export function authorMetadata(brand: Brand, author: AuthorProfile, page: number): Metadata {
  const path = pathOf(author)
  const name = page > 1 ? `${author.name}, page ${page}` : author.name
  const metadata = pageMetadata(brand, {
    title: `${name} | ${brand.name} Blog`,
    description: summarizeAuthor(author, brand.name),
    path: authorPageHref(path, page),
    image: { url: `/og${path}`, width: 1200, height: 630, alt: `${author.name}, ${brand.name}` },
    openGraph: { type: 'profile' },
  })
  const feed = { url: absoluteUrl(`${path}/feed.xml`), title: `${author.name} RSS feed` }
  const types = { 'application/rss+xml': [feed] }
  return { ...metadata, alternates: { ...metadata.alternates, types } }
}

export function authorJsonLd(author: AuthorProfile) {
  const url = absoluteUrl(pathOf(author))
  const photo = author.photo?.sources.at(-1)?.url
  return {
    '@context': 'https://schema.org',
    '@graph': [
      {
        '@type': 'ProfilePage',
        '@id': url,
        url,
        inLanguage: site.language,
        mainEntity: {
          '@type': 'Person',
          '@id': `${url}#person`,
          name: author.name,
          url,
          description: author.bio || undefined,
          jobTitle: author.role || undefined,
          image: photo && absoluteUrl(photo),
          sameAs: author.links?.length ? author.links.map(({ url }) => url) : undefined,
          worksFor: { '@id': organizationId },
        },
      },
      breadcrumbJsonLd([
        { name: 'Home', path: '/' },
        { name: 'Blog', path: '/blog' },
        { name: author.name, path: pathOf(author) },
      ]),
    ],
  }
}
