import type { Post } from '#contract/posts.ts'

export function shareLinks(url: string, title: string) {
  const link = (base: string, query: Record<string, string>) => `${base}?${new URLSearchParams(query)}`
  return [
    { name: 'Facebook', href: link('https://www.facebook.com/sharer/sharer.php', { u: url }) },
    { name: 'Twitter', href: link('https://twitter.com/intent/tweet', { url, text: title }) },
    { name: 'LinkedIn', href: link('https://www.linkedin.com/sharing/share-offsite/', { url }) },
  ] as const
}

const MIN_IMAGE_WIDTH = 1200

export function coverImage(cover: Post['cover'], title: string) {
  const source = cover?.sources.find(({ width }) => width >= MIN_IMAGE_WIDTH) ?? cover?.sources.at(-1)
  if (!cover || !source) return null
  const height = Math.round((source.width * cover.height) / cover.width)
  return { url: source.url, width: source.width, height, alt: cover.alt || title }
}

export const drawnCard = (path: string, title: string) => ({
  url: path,
  width: 1200,
  height: 630,
  alt: title,
})

type SharedPost = Pick<Post, 'slug' | 'title' | 'cover' | 'coverImage' | 'seo' | 'images'>

export function shareImage({ slug, title, cover, coverImage: url, seo, images }: SharedPost) {
  const own = seo?.image ? images?.find((image) => image.url === seo.image) : undefined
  if (own) return coverImage({ ...own, alt: title }, title) ?? drawnCard(`/og/blog/${slug}`, title)
  const image = coverImage(cover, title)
  if (image) return image
  if (url) return { url, width: 1600, height: 1000, alt: title }
  return drawnCard(`/og/blog/${slug}`, title)
}
