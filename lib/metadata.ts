import type { Metadata } from 'next'
import { env } from './env.ts'
import { site, staffTitle } from './site.ts'

interface PageMetadata {
  title: string
  description: string
  path: string
  image?: { url: string; width: number; height: number; alt: string }
  indexed?: boolean
  openGraph?: Metadata['openGraph']
}

export const absoluteUrl = (path: string) => new URL(path, env.SITE_URL).href

export function pageMetadata({ title, description, path, image, indexed = true, openGraph }: PageMetadata) {
  const card = image ?? {
    url: `/og/${path.split(/[/?]/)[1] || 'home'}`,
    width: 1200,
    height: 630,
    alt: `${site.name}: ${title}`,
  }
  const url = absoluteUrl(path)
  return {
    metadataBase: new URL(env.SITE_URL),
    title: { absolute: title },
    description,
    alternates: {
      canonical: url,
      types: {
        'application/rss+xml': absoluteUrl('/feed.xml'),
        'application/atom+xml': absoluteUrl('/atom.xml'),
        'application/feed+json': absoluteUrl('/feed.json'),
      },
    },
    robots: { index: indexed, follow: true, 'max-image-preview': 'large' },
    openGraph: {
      type: 'website',
      siteName: site.name,
      locale: site.locale,
      title,
      description,
      url,
      images: [{ ...card, url: absoluteUrl(card.url) }],
      ...openGraph,
    },
    twitter: {
      card: 'summary_large_image',
      title,
      description,
      images: [{ url: absoluteUrl(card.url), alt: card.alt }],
    },
  } satisfies Metadata
}

export const staffMetadata = (name: string): Metadata => ({
  title: { absolute: staffTitle(name) },
  robots: { index: false, follow: false },
})
