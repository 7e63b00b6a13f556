import type { Generated } from 'kysely'

/** Times are epoch milliseconds and flags are 0 or 1, because both databases store integers exactly. */
export interface Tables {
  totals: { id: number; last_id: number; published: number; total: number }
  authors: {
    id: number
    slug: string
    name: string
    role: string
    bio: string
    published_count: Generated<number>
    total_count: Generated<number>
  }
  accounts: {
    id: string
    email: string
    password_hash: string
    author_id: number
    created_at: number
    disabled_at: Generated<number | null>
  }
  tokens: { hash: string; account_id: string; created_at: number; expires_at: number }
  posts: {
    id: number
    public_id: string
    slug: string
    title: string
    title_key: string
    excerpt: string
    author_id: number
    published: number
    created_at: number
    published_at: number | null
    updated_at: number
    updated_by: Generated<number | null>
    version: number
    reading_minutes: number
    views: number
    cover_id: string | null
    cover_alt: string
  }
  post_contents: { post_id: number; content: string }
  post_slugs: { slug: string; post_id: number }
  tags: {
    id: number
    key: string
    name: string
    published_count: Generated<number>
    total_count: Generated<number>
  }
  post_tags: { post_id: number; tag_id: number; position: number; published: number; created_at: number }
  search_words: { word: string }
  media: {
    id: string
    kind: 'cover' | 'inline'
    width: number
    height: number
    created_at: number
    /** When a post last used it; unused images are deleted some time later. */
    last_used_at: Generated<number>
  }
  media_files: { name: string; media_id: string; width: number; bytes: Buffer }
  media_uses: { media_id: string; post_id: number }
  /** Days of views are the site's; those of earlier releases are UTC days, because a day cannot be split. */
  post_view_days: { day: string; post_id: number; views: number }
  /** Views of all posts, including deleted ones. */
  view_days: { day: string; views: number }
  post_visitors: { day: string; post_id: number; visitor: string }
  visitor_salts: { day: string; salt: string }
  contact_messages: {
    id: string
    name: string
    email: string
    subject: string
    message: string
    created_at: number
    read_at: Generated<number | null>
    /** Words of all texts without accents, in lower case. */
    search_text: Generated<string>
  }
  subscribers: {
    address: string
    email: string
    created_at: number
    /** Null until the link in the e-mail was followed; only then it counts as a subscriber. */
    confirmed_at: number | null
    asked_at: number | null
    asked: Generated<number>
  }
  /** A link without an address was used to unsubscribe. */
  newsletter_links: {
    hash: string
    address: string | null
    created_at: number
    confirms_until: number
    spent_at: number | null
  }
  /** One row per e-mail and recipient; its text is composed when it is sent. */
  outbox: {
    id: string
    kind: 'message' | 'confirmation'
    message_id: string | null
    subscriber: string | null
    recipient: string
    status: 'waiting' | 'sent' | 'failed'
    attempts: number
    /** Time of the next try; a process claims a row by moving it ahead. */
    due_at: number
    last_error: string | null
    created_at: number
    ended_at: number | null
  }
  idempotency_keys: { scope: string; key: string; result: string; created_at: number }
  /** Changes of public pages; `tags` is a JSON array. Ids are consecutive and in commit order. */
  changes: { id: number; tags: string; removes: number; created_at: number }
  rate_limits: { key: string; points: number; expires_at: number }
}
