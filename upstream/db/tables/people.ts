import type { Generated } from 'kysely'
import type { ActivityKind } from '#contract/activity.ts'
import type { NotificationKind } from '#contract/notifications.ts'
import type { EditorMode } from '#contract/preferences.ts'
import type { Role } from '#contract/roles.ts'
import type { RedirectHitColumns } from './content.ts'

export interface PeopleTables {
  authors: {
    id: number
    slug: string
    name: string
    role: string
    bio: string
    photo_id: Generated<string | null>
    photo_x: Generated<number>
    photo_y: Generated<number>
    links: Generated<string>
    version: Generated<number>
    published_count: Generated<number>
    total_count: Generated<number>
  }
  author_slugs: { slug: string; author_id: number } & RedirectHitColumns
  accounts: {
    id: string
    email: string
    password_hash: string
    author_id: number
    created_at: number
    disabled_at: Generated<number | null>
    role: Generated<Role>
    last_seen_at: Generated<number | null>
    /** Counts changes of the role and the state, which owners make. */
    version: Generated<number>
    editor_mode: Generated<EditorMode | null>
  }
  invitations: {
    id: string
    email: string
    role: Role
    invited_by: string | null
    created_at: number
    expires_at: number
  }
  account_links: {
    hash: string
    invitation_id: string | null
    account_id: string | null
    expires_at: number
  }
  tokens: {
    hash: string
    id: string
    account_id: string
    device: string
    created_at: number
    expires_at: number
    last_seen_at: number
  }
  email_changes: { account_id: string; email: string; created_at: number }
  email_change_links: { hash: string; account_id: string }
  /** Rows are never changed and keep the names of their time. `details` is JSON. */
  activity: {
    id: string
    created_at: number
    account_id: string | null
    account_name: string
    kind: ActivityKind
    object_type: string
    object_id: string
    object_name: string
    details: string
  }
  /** Entries of finished weeks, by kind; see upstream/activity/blocks.ts. */
  activity_blocks: { start: number; kind: ActivityKind; total: number }
  notifications: {
    id: string
    account_id: string
    created_at: number
    kind: NotificationKind
    actor_name: string
    object_type: string
    object_id: string
    object_name: string
    read_at: number | null
    /** When the e-mail is due; null when there is none or it is in the outbox. */
    due_at: number | null
    email_id: string | null
  }
  /** `channels` is JSON: the chosen channel of each kind. */
  notification_preferences: { account_id: string; time_zone: string; channels: string }
  /** Known browsers of an account, by the SHA-256 of their identifier, or by name for those without one. */
  known_browsers: { account_id: string; browser: string; last_used_at: number }
}
