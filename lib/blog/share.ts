import type { Post } from '#contract/posts.ts'
import { absoluteUrl } from '../metadata.ts'

export function shareLinks(url: string, title: string) {
  const link = (base: string, query: Record<string, string>) => `${base}?${new URLSearchParams(query)}`
  return [
    { name: 'Facebook', href: link('https://www.facebook.com/sharer/sharer.php', { u: url }) },
    { name: 'Twitter', href: link('https://twitter.com/intent/tweet', { url, text: title }) },
    { name: 'LinkedIn', href: link('https://www.linkedin.com/sharing/share-offsite/', { url }) },
  ]
}

const MIN_IMAGE_WIDTH = 1200

export function shareImage({
  slug,
  title,
  cover,
  coverImage,
}: Pick<Post, 'slug' | 'title' | 'cover' | 'coverImage'>) {
  const source = cover?.sources.find(({ width }) => width >= MIN_IMAGE_WIDTH) ?? cover?.sources.at(-1)
  if (cover && source) {
    const height = Math.round((source.width * cover.height) / cover.width)
    return { url: absoluteUrl(source.url), width: source.width, height, alt: cover.alt || title }
  }
  if (coverImage) return { url: absoluteUrl(coverImage), width: 1600, height: 1000, alt: title }
  return { url: absoluteUrl(`/og/blog/${slug}`), width: 1200, height: 630, alt: title }
}
