import type { Metadata } from 'next'
import { env } from './env.ts'
import type { PublicSettings } from '#contract/settings.ts'
import { shareCards } from './routes.ts'
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

/** LinkedIn and others show no WebP. */
export const shareUrl = (url: string) =>
  absoluteUrl(url.replace(/^\/api\/media\/([\w-]{16,80})\.webp$/, '/og/image/$1.jpg'))

export type Brand = Pick<PublicSettings, 'name' | 'shareImage'>

export function pageMetadata({ name, shareImage }: Brand, page: PageMetadata) {
  const { title, description, path, image, indexed = true, feeds = '', feedQuery = '', openGraph } = page
  const share = page.share ?? { title, description }
  const [, section = ''] = path.split(/[/?]/)
  const card = image ??
    (shareImage && { ...shareImage, alt: title }) ?? {
      url: `/og/${shareCards.has(section) ? section : 'home'}`,
      width: 1200,
      height: 630,
      alt: title,
    }
  const url = absoluteUrl(page.canonical || path)
  const feed = (format: string, file: string) => [
    { url: absoluteUrl(`${feeds}/${file}${feedQuery}`), title: `${name} ${format} feed` },
  ]
  return {
    metadataBase: new URL(env.SITE_URL),
    title: { absolute: title },
    description,
    alternates: {
      canonical: url,
      types: {
        'application/rss+xml': feed('RSS', 'feed.xml'),
        'application/atom+xml': feed('Atom', 'atom.xml'),
        'application/feed+json': feed('JSON', 'feed.json'),
      },
    },
    robots: { index: indexed, follow: true, 'max-image-preview': 'large' },
    openGraph: {
      type: 'website',
      siteName: name,
      locale: site.locale,
      ...share,
      url,
      images: [{ ...card, url: shareUrl(card.url) }],
      ...openGraph,
    },
    twitter: {
      card: 'summary_large_image',
      ...share,
      images: [{ url: shareUrl(card.url), alt: card.alt }],
    },
  } satisfies Metadata
}

/** The layout of the staff area adds the brand to the title. */
export const staffMetadata = (name: string): Metadata => ({
  title: name,
  robots: { index: false, follow: false },
})
