import type { Generated } from 'kysely'
import type { ImportFormat, ImportOutcome } from '#contract/imports.ts'

export interface SystemTables {
  totals: { id: number; last_id: number; published: number; total: number }
  search_words: { word: string }
  search_queue: { post_id: number }
  imports: {
    id: string
    name: string
    bytes: number
    created_at: number
    format: ImportFormat | null
    /** A JSON array of messages about the whole file. */
    problems: Generated<string>
    /** When a process began to check the file; null when none does. */
    checking_at: Generated<number | null>
    checked_at: Generated<number | null>
    finished_at: Generated<number | null>
    options: Generated<string | null>
    /** A JSON array of the categories that the file describes. */
    categories: Generated<string>
  }
  import_parts: { import_id: string; number: number; bytes: Buffer }
  import_images: {
    import_id: string
    path: string
    bytes: Buffer
    media_id: Generated<string | null>
    /** Null for a file of the archive; empty for a path on the old site. */
    host: Generated<string | null>
    fetched: Generated<number>
    problem: Generated<string>
  }
  /** `document` is the JSON of a SourcePost (upstream/imports/source.ts). */
  import_posts: {
    import_id: string
    position: number
    source_id: string
    slug: string
    document: string
    outcome: Generated<ImportOutcome | null>
    /** The JSON of the author in the file; empty for a case study, which has none. */
    author: Generated<string>
    message: Generated<string>
  }
  /** Former addresses of posts; the host is empty when the source does not name it. */
  import_addresses: { import_id: string; path: string; host: string; position: number }
  /** The imported source of each post, so that it is not imported twice. */
  imported_posts: { source_id: string; post_id: number }
  idempotency_keys: {
    scope: string
    key: string
    result: string
    created_at: number
    /** The fingerprint of the first request; empty when it is unknown. */
    request_hash: Generated<string>
  }
  /** Changes of public pages; `tags` is a JSON array. Ids are consecutive and in commit order. */
  changes: { id: number; tags: string; removes: number; created_at: number }
  /** One row; `document` is JSON. */
  settings: {
    id: number
    document: string
    share_image_id: string | null
    version: number
    updated_at: number
    updated_by: string
  }
  job_runs: { name: string; ran_at: number; result: string }
  rate_limits: { key: string; points: number; expires_at: number }
}
