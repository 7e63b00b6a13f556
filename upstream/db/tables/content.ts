import type { Generated } from 'kysely'
import type { PresenceState } from '#contract/presence.ts'

export interface RedirectHitColumns {
  hits: Generated<number>
  last_hit_at: Generated<number | null>
}

export interface ContentTables {
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
    category_id: Generated<number | null>
    /** 1 for archived and trashed posts, which are drafts that no list, count or search contains. */
    removed: Generated<number>
    seo: Generated<string>
    /** The slug that feeds identify the post by; null since they use the public id. */
    feed_slug: Generated<string | null>
  }
  /** Archived posts and, with `trashed_at`, trashed ones; `published` is their former status. */
  removed_posts: {
    post_id: number
    published: number
    archived_at: number | null
    trashed_at: number | null
    /** Words of title, excerpt and tags without accents, in lower case. */
    search_text: string
  }
  removed_post_tags: { post_id: number; tag_id: number; position: number }
  /** `due_at` is the time of the next action; null while the post is archived or trashed. */
  post_schedules: {
    post_id: number
    publish_at: number | null
    unpublish_at: number | null
    planned_for: string | null
    due_at: number | null
    failed_at: number | null
    account_id: string | null
  }
  post_contents: { post_id: number; content: string }
  post_slugs: { slug: string; post_id: number } & RedirectHitColumns
  tags: {
    id: number
    key: string
    name: string
    /** Words of the name without accents, in lower case. */
    name_key: Generated<string>
    published_count: Generated<number>
    total_count: Generated<number>
    /** Creation time of the newest post; null for tags that only removed posts have. */
    last_used_at: Generated<number | null>
    version: Generated<number>
  }
  /** The last three columns are those of the post. */
  post_tags: {
    post_id: number
    tag_id: number
    position: number
    published: number
    created_at: number
    category_id: Generated<number | null>
  }
  /** Counts of neighboring posts by creation; see upstream/posts/blocks.ts. */
  post_blocks: { list_id: number; start: number; newest: number; published: number; total: number }
  tag_redirects: { slug: string; tag_id: number } & RedirectHitColumns
  /** Pairs that were dismissed as duplicates; `tag_id` is the smaller id. */
  distinct_tags: { tag_id: number; other_id: number }
  categories: {
    id: number
    slug: string
    name_key: string
    name: string
    description: string
    position: number
    version: Generated<number>
    published_count: Generated<number>
    total_count: Generated<number>
  }
  category_slugs: { slug: string; category_id: number } & RedirectHitColumns
  media: {
    id: string
    kind: 'cover' | 'inline'
    width: number
    height: number
    created_at: number
    /** When a post last used the image; unused images are deleted later. */
    last_used_at: Generated<number>
    name: Generated<string>
    search_text: Generated<string>
    bytes: Generated<number>
    alt: Generated<string>
    decorative: Generated<number>
    caption: Generated<string>
    focus_x: Generated<number>
    focus_y: Generated<number>
    uploaded_by: Generated<number | null>
    /** 1 when the image is kept without a use, because it was uploaded or described in the library. */
    kept: Generated<number>
    replaced_at: Generated<number | null>
    version: Generated<number>
  }
  /** `avif` is null when it would be larger than the WebP file in `bytes`. */
  media_files: { name: string; media_id: string; width: number; bytes: Buffer; avif: Buffer | null }
  media_uses: { media_id: string; post_id: number }
  /** `changed` is a JSON array of fields; see `upstream/revisions/codec.ts` for `depth` and `document`. */
  post_revisions: {
    post_id: number
    number: number
    created_at: number
    author_id: number | null
    name: string | null
    published: number
    restored_from: number | null
    changed: string
    depth: number
    document: Buffer
    /** 1 for automatic saves, which only working copies have. */
    working_copy: number
    automatic: number
  }
  broken_links: { post_id: number; path: string; found_at: number }
  link_checks: { id: number; last_post_id: number }
  post_revision_images: { post_id: number; media_id: string; first_number: number; last_number: number }
  /** Unpublished changes of a post; see `upstream/working-copies/document.ts` for `document`. */
  working_copies: {
    post_id: number
    version: number
    base_version: number
    updated_at: number
    updated_by: number | null
    tab: string | null
    document: Buffer
  }
  working_copy_images: { post_id: number; media_id: string }
  /** `results`, `services`, `drawing` and `quote` are JSON. */
  case_studies: {
    id: number
    public_id: string
    slug: string
    title: string
    client: string
    summary: string
    content: string
    results: string
    services: string
    drawing: string | null
    quote: string | null
    cover_id: string | null
    cover_alt: string
    published: number
    position: number
    version: number
    feed_slug: Generated<string | null>
    created_at: number
    published_at: number | null
    updated_at: number
    updated_by: number | null
  }
  previews: {
    id: string
    hash: string
    post_id: number | null
    case_study_id: number | null
    password_hash: string | null
    created_by: string | null
    created_at: number
    expires_at: number
    opened: Generated<number>
    last_opened_at: Generated<number | null>
  }
  /** Decisions of preview readers; `content_hash` and `tags` identify the text that they read. */
  reviews: {
    id: string
    post_id: number | null
    case_study_id: number | null
    preview_id: string | null
    decision: string
    name: string
    comment: string
    content_hash: string
    tags: string
    created_at: number
  }
  /** Threads and, with `thread_id`, their replies. An empty `quote` is about the whole post. */
  notes: {
    id: string
    post_id: number
    thread_id: string | null
    account_id: string | null
    author_name: string
    guest: number
    text: string
    quote: string
    quote_before: string
    quote_after: string
    created_at: number
    edited_at: Generated<number | null>
    resolved_at: Generated<number | null>
    resolved_by: Generated<string>
  }
  /** Tabs that have a post open; a row counts while its session exists and was seen recently. */
  presence: {
    post_id: number
    account_id: string
    tab: string
    token_hash: string
    state: PresenceState
    since: number
    seen_at: number
  }
  case_study_slugs: { slug: string; case_study_id: number } & RedirectHitColumns
  case_study_images: { media_id: string; case_study_id: number }
}
