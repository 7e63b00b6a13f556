import type { Generated } from 'kysely'

export interface VisitorTables {
  /** Pages that were viewed; a page keeps its figures when its slug changes. */
  figure_pages: { id: number; path: string; post_id: number | null }
  figure_sources: { id: number; name: string; medium: string; campaign: string }
  /** Page 0 is the whole site. See `upstream/analytics/periods.ts` for periods. */
  page_figures: {
    period: number
    page_id: number
    views: number
    /** Null for days of earlier releases, which counted readers only per post. */
    readers: number | null
    visits: number
    shares: number
  }
  /** Visits by landing page and source; source 0 is "other". */
  landing_figures: {
    period: number
    page_id: number
    source_id: number
    visits: number
    messages: number
    subscriptions: number
  }
  /** An empty name is "other". */
  name_figures: {
    period: number
    kind: 'search' | 'missing' | 'share'
    name: string
    hits: number
    misses: number
  }
  figure_jobs: { id: number; closed_day: number }
  reader_salts: { slot: number; salt: string }
  reader_marks: { hash: string; slot: number; counted_at: number }
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
  /** Ascend in the order of arrival; the full-text table refers to them. */
  message_numbers: { number: Generated<number>; message_id: string }
  subscribers: {
    /** Refers to the subscriber in the activity log and in notifications, which outlive the address. */
    id: string
    address: string
    email: string
    created_at: number
    /** Null until the link in the e-mail was opened; only confirmed subscribers count. */
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
  /** Until the address subscribes again; imports leave these addresses out. */
  unsubscribed_addresses: { hash: string; created_at: number }
  /** One row per e-mail and recipient; its text is composed when it is sent. */
  outbox: {
    id: string
    kind:
      | ('message' | 'confirmation' | 'subscribed' | 'invitation' | 'reset')
      | ('emailChange' | 'emailChanged' | 'notification')
    message_id: string | null
    subscriber: string | null
    invitation_id: Generated<string | null>
    account_id: Generated<string | null>
    recipient: string
    status: 'waiting' | 'sent' | 'failed'
    attempts: number
    /** Time of the next attempt; a process claims a row by moving it ahead. */
    due_at: number
    last_error: string | null
    created_at: number
    /** Of a waiting row: when it was queued again. */
    ended_at: number | null
  }
  redirects: {
    id: number
    source: string
    target: string
    status: number
    hits: Generated<number>
    last_hit_at: Generated<number | null>
    created_by: string
    created_at: number
    version: Generated<number>
    post_id: Generated<number | null>
  }
  missing_addresses: {
    path: string
    hits: number
    referrer: string
    /** 1 when the first request came from a browser or a link. */
    linked: number
    first_day: number
    last_at: number
  }
}
