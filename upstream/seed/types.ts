/** A sample post without its body, which lies in `posts/{slug}.md`. */
export interface SeedPost {
  slug: string
  title: string
  excerpt: string
  /** Slug of one of `authors`. */
  author: string
  tags: string[]
  /** When it was written, ISO with zone; also when it was published. */
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
