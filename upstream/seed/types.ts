export interface SeedPost {
  slug: string
  title: string
  excerpt: string
  author: string
  tags: string[]
  category: string
  /** ISO date with time zone; also the publication date. */
  date: string
  published: boolean
  /** The cover's alternative text; the image is `covers/{slug}.webp`. */
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
