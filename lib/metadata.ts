import type { Metadata } from 'next'
import { env } from './env.ts'
import type { PublicSettings } from '#contract/settings.ts'
import { site } from './site.ts'

interface PageMetadata {
  title: string
  description: string
  path: string
  image?: { url: string; width: number; height: number; alt: string }
  indexed?: boolean
  canonical?: string | undefined
  share?: { title: string; description: string }
  feeds?: string
  feedQuery?: string
  openGraph?: Metadata['openGraph']
}

export const absoluteUrl = (path: string) => new URL(path, env.SITE_URL).href

export type Brand = Pick<PublicSettings, 'name' | 'shareImage'>

export function pageMetadata({ name, shareImage }: Brand, page: PageMetadata) {
  const { title, description, path, image, indexed = true, feeds = '', feedQuery = '', openGraph } = page
  const share = page.share ?? { title, description }
  const alt = `${name}: ${title}`
  const card = image ??
    (shareImage && { ...shareImage, alt }) ?? {
      url: `/og/${path.split(/[/?]/)[1] || 'home'}`,
      width: 1200,
      height: 630,
      alt,
    }
  const url = absoluteUrl(page.canonical || path)
  return {
    metadataBase: new URL(env.SITE_URL),
    title: { absolute: title },
    description,
    alternates: {
      canonical: url,
      types: {
        'application/rss+xml': absoluteUrl(`${feeds}/feed.xml${feedQuery}`),
        'application/atom+xml': absoluteUrl(`${feeds}/atom.xml${feedQuery}`),
        'application/feed+json': absoluteUrl(`${feeds}/feed.json${feedQuery}`),
      },
    },
    robots: { index: indexed, follow: true, 'max-image-preview': 'large' },
    openGraph: {
      type: 'website',
      siteName: name,
      locale: site.locale,
      ...share,
      url,
      images: [{ ...card, url: absoluteUrl(card.url) }],
      ...openGraph,
    },
    twitter: {
      card: 'summary_large_image',
      ...share,
      images: [{ url: absoluteUrl(card.url), alt: card.alt }],
    },
  } satisfies Metadata
}

/** The layout of the staff area adds the brand to the title. */
export const staffMetadata = (name: string): Metadata => ({
  title: name,
  robots: { index: false, follow: false },
})
