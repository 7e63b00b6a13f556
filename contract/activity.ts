import * as z from 'zod'
import { limitUpTo } from './lists.ts'
import { can, type Ability, type Role } from './roles.ts'

export const activityKinds = [
  'post.created',
  'post.changed',
  'post.published',
  'post.unpublished',
  'post.scheduled',
  'post.unscheduled',
  'post.archived',
  'post.trashed',
  'post.restored',
  'post.deleted',
  'post.changesDiscarded',
  'post.previewShared',
  'post.previewRevoked',
  'post.approved',
  'post.changesRequested',
  'message.received',
  'message.deleted',
  'subscriber.added',
  'subscriber.removed',
  'subscriber.deleted',
  'subscriber.imported',
  'session.started',
  'session.ended',
  'session.othersEnded',
  'settings.changed',
  'user.invited',
  'user.invitationRevoked',
  'user.joined',
  'user.created',
  'user.roleChanged',
  'user.disabled',
  'user.enabled',
  'user.deleted',
  'user.resetLinkCreated',
  'user.passwordReset',
  'caseStudy.created',
  'caseStudy.changed',
  'caseStudy.published',
  'caseStudy.unpublished',
  'caseStudy.deleted',
  'caseStudy.reordered',
  'caseStudy.previewShared',
  'caseStudy.previewRevoked',
  'caseStudy.approved',
  'caseStudy.changesRequested',
  'tag.renamed',
  'tag.merged',
  'tag.deleted',
  'tag.duplicatesDismissed',
  'tag.duplicatesRestored',
  'category.created',
  'category.changed',
  'category.reordered',
  'category.deleted',
  'redirect.created',
  'redirect.changed',
  'redirect.deleted',
  'redirect.imported',
  'media.changed',
  'media.replaced',
  'media.deleted',
  'user.profileChanged',
  'user.emailChanged',
  'user.passwordChanged',
  'export.downloaded',
  'backup.downloaded',
  'import.finished',
] as const

export type ActivityKind = (typeof activityKinds)[number]

export const ACTIVITY_PER_PAGE = 30
export const MAX_ACTIVITY_CSV_ROWS = 20_000

export const subjectOf = (kind: string): string => kind.split('.')[0] ?? ''

const subjectAbilities = new Map<string, Ability>([
  ['post', 'writePosts'],
  ['caseStudy', 'editContent'],
  ['category', 'editContent'],
  ['tag', 'editContent'],
  ['redirect', 'editContent'],
  ['media', 'editContent'],
  ['export', 'editContent'],
  ['message', 'readMessages'],
  ['subscriber', 'readMessages'],
])

/** Only owners see the other subjects. */
export const listVisibleKinds = (role: Role): ActivityKind[] =>
  activityKinds.filter((kind) => can(role, subjectAbilities.get(subjectOf(kind)) ?? 'manageSettings'))

const id = z
  .string()
  .regex(/^[\w-]{1,100}$/)
  .optional()
  .catch(undefined)
const day = z.iso.date().optional().catch(undefined)

/** Backups and exports have the names of their files as ids. */
const objectId = z
  .string()
  .regex(/^[\w.-]{1,100}$/)
  .optional()
  .catch(undefined)

/** The filter value for actors without an account: visitors and the command line. */
export const NO_ACCOUNT = 'none'

export const activityFilterSchema = z.object({
  person: id,
  kind: z
    .string()
    .refine((kind) => activityKinds.some((known) => known === kind || subjectOf(known) === kind))
    .optional()
    .catch(undefined),
  object: objectId,
  /** Days in the site's time zone, both included. */
  from: day,
  to: day,
})

export const activityListQuerySchema = activityFilterSchema.extend({
  page: z.coerce.number().int().min(1).max(1_000_000).catch(1),
  limit: limitUpTo(100).catch(ACTIVITY_PER_PAGE),
})

const change = z.object({ from: z.unknown(), to: z.unknown() })

export const activityEntrySchema = z.object({
  id: z.string(),
  at: z.iso.datetime(),
  /** A remote upstream may have more kinds. */
  kind: z.string(),
  /** Null for unnamed visitors; the id is null for people without an account. */
  person: z.object({ id: z.string().nullable(), name: z.string() }).nullable(),
  /** The name is empty when the object's personal data was deleted. */
  object: z.object({ type: z.string(), id: z.string(), name: z.string(), deleted: z.boolean() }),
  fields: z.array(z.string()).optional(),
  changes: z.record(z.string(), change).optional(),
})

export const activityListResponseSchema = z.object({
  data: z.object({
    activity: z.array(activityEntrySchema),
    people: z.array(z.object({ id: z.string(), name: z.string() })),
  }),
  total: z.number().int().nonnegative(),
  totalPages: z.number().int().nonnegative(),
})

export type ActivityFilter = z.infer<typeof activityFilterSchema>
export type ActivityListQuery = z.infer<typeof activityListQuerySchema>
export type ActivityEntry = z.infer<typeof activityEntrySchema>
export type ActivityPage = z.infer<typeof activityListResponseSchema>
