/** A sample post; its body is in `posts/{slug}.md`. */
export interface SeedPost {
  slug: string
  title: string
  excerpt: string
  /** Slug of one of `authors`. */
  author: string
  tags: string[]
  /** Slug of one of `categories`. */
  category: string
  /** ISO date with zone; also the date of publication. */
  date: string
  published: boolean
  /** What the cover shows; the image itself is `covers/{slug}.webp`. */
  coverAlt?: string
}

export interface SeedAuthor {
  slug: string
  name: string
  role: string
  bio: string
}

export interface SeedCategory {
  slug: string
  name: string
  description: string
}
