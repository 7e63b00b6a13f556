import { z } from 'zod'

export type JobName =
  | 'activity-retention'
  | 'backup-check'
  | 'changes'
  | 'disk-check'
  | 'email'
  | 'figures'
  | 'import-retention'
  | 'link-check'
  | 'missing-retention'
  | 'notification-retention'
  | 'outbox-cleanup'
  | 'presence-retention'
  | 'search-merge'
  | 'search-merge-new'
  | 'preview-retention'
  | 'trash'

const count = z.number().int().nonnegative()
const time = z.iso.datetime()

/** The status of the upstream's machine. */
export const systemResponseSchema = z.object({
  data: z.object({
    database: z.object({ kind: z.enum(['SQLite', 'PostgreSQL']), version: z.string(), bytes: count }),
    /** The disk of DATA_DIR; null when it cannot be read. */
    disk: z.object({ freeBytes: count, totalBytes: count }).nullable(),
    /** The last verified backup; `file` is null for a download. */
    backup: z.object({ at: time, rows: count, bytes: count, file: z.string().nullable() }).nullable(),
    /** Null without SMTP_URL. */
    outbox: z.object({ waiting: count, sent: count, failed: count }).nullable(),
    /** `error` explains why the last run failed. */
    jobs: z.array(z.object({ name: z.string(), at: time.nullable(), error: z.string().optional() })),
  }),
})

export type System = z.infer<typeof systemResponseSchema>['data']
