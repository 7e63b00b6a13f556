import * as z from 'zod'
import { count } from './lists.ts'

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
  | 'subscriber-retention'
  | 'trash'

const time = z.iso.datetime()

export const systemResponseSchema = z.object({
  data: z.object({
    database: z.object({ kind: z.enum(['SQLite', 'PostgreSQL']), version: z.string(), bytes: count }),
    /** The disk of DATA_DIR; null when it cannot be read. */
    disk: z.object({ freeBytes: count, totalBytes: count }).nullable(),
    /** The last verified backup; `file` is null for a download. */
    backup: z.object({ at: time, rows: count, bytes: count, file: z.string().nullable() }).nullable(),
    /** Null without SMTP_URL. */
    outbox: z.object({ waiting: count, sent: count, failed: count }).nullable(),
    jobs: z.array(z.object({ name: z.string(), at: time.nullable(), error: z.string().optional() })),
  }),
})

export type System = z.infer<typeof systemResponseSchema>['data']

export const FAILED_EMAILS_SHOWN = 50

const undeliveredEmailSchema = z.object({
  id: z.string(),
  kind: z.string(),
  recipient: z.string(),
  subject: z.string().nullable(),
  createdAt: time,
  attempts: count,
  error: z.string(),
  nextAt: time.nullable(),
})
export type UndeliveredEmail = z.infer<typeof undeliveredEmailSchema>

/** Failed e-mails and those that are tried again, newest first. */
export const undeliveredEmailsResponseSchema = z.object({
  data: z.array(undeliveredEmailSchema),
  total: count,
})
export type UndeliveredEmails = z.infer<typeof undeliveredEmailsResponseSchema>

/** Found in the response of a mail server that accepts no recipient from this site, such as “554 5.7.1 Relay access denied”. */
export const siteRejection =
  /[ -]5\.7\.\d|\brelay(?:ing)? (?:access |is )?(?:denied|prohibited|not)\b|\brelaying to\b|(?:unable to|not) relay\b(?![.@-])/i

export const emailRetryResponseSchema = z.object({ data: z.object({ id: z.string() }) })
