import type { Generated } from 'kysely'

/**
 * The tables as queries see them. Times are epoch milliseconds and flags are 0 or 1, because both
 * databases keep integers exactly; every count that a page shows is kept, not counted.
 */
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
    /** Its author, when it was never changed; unknown for posts older than this column. */
    updated_by: Generated<number | null>
    version: number
    reading_minutes: number
    views: number
    cover_id: string | null
    cover_alt: string
  }
  post_contents: { post_id: number; content: string }
  /** Every slug a post ever had, so that old addresses keep leading to it. */
  post_slugs: { slug: string; post_id: number }
  tags: {
    id: number
    key: string
    name: string
    published_count: Generated<number>
    total_count: Generated<number>
  }
  post_tags: { post_id: number; tag_id: number; position: number; published: number; created_at: number }
  /** Every word that a post has or had, for searches by its beginning. */
  search_words: { word: string }
  media: { id: string; kind: 'cover' | 'inline'; width: number; height: number; created_at: number }
  media_files: { name: string; media_id: string; width: number; bytes: Buffer }
  media_uses: { media_id: string; post_id: number }
  post_view_days: { day: string; post_id: number; views: number }
  /** The same over all posts, deleted ones too. */
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
    /** When staff first opened it. */
    read_at: Generated<number | null>
  }
  subscribers: {
    address: string
    email: string
    created_at: number
    /** Unset until the link in the e-mail was followed; only then does it count as a subscriber. */
    confirmed_at: number | null
    /** When an e-mail was last asked for, and how often. */
    asked_at: number | null
    asked: Generated<number>
  }
  /** Links in e-mails to subscribers; one without address was used to leave. */
  newsletter_links: {
    hash: string
    address: string | null
    created_at: number
    confirms_until: number
    spent_at: number | null
  }
  /** One row for each e-mail and recipient; what it says is read from its message or subscriber when it is sent. */
  outbox: {
    id: string
    kind: 'message' | 'confirmation'
    message_id: string | null
    subscriber: string | null
    recipient: string
    status: 'waiting' | 'sent' | 'failed'
    attempts: number
    /** Of the next try; whoever tries moves it ahead first, so that nobody else does. */
    due_at: number
    last_error: string | null
    created_at: number
    ended_at: number | null
  }
  idempotency_keys: { scope: string; key: string; result: string; created_at: number }
  rate_limits: { key: string; points: number; expires_at: number }
}
