import * as z from 'zod'
import { isTimeZone } from './calendar.ts'
import { count, limitUpTo } from './lists.ts'
import { can, type Ability, type Role } from './roles.ts'
import { isStorable } from './text.ts'

export const notificationKinds = [
  'message',
  'subscriber',
  'postChanged',
  'postGiven',
  'scheduleFailed',
  'previewApproved',
  'changesRequested',
  'mention',
  'note',
  'invitationAccepted',
  'newBrowser',
  'emailFailed',
  'backupOverdue',
  'diskNearlyFull',
] as const
export type NotificationKind = (typeof notificationKinds)[number]

/** All channels except `none` also show the notification in the bell menu. */
export const channels = ['bell', 'email', 'digest', 'none'] as const
export type Channel = (typeof channels)[number]

export const DIGEST_HOUR = 8
export const NOTIFICATIONS_PER_PAGE = 20

interface KindSettings {
  /** The ability that recipients need; without one, everyone gets it. */
  ability?: Ability
  channel: Channel
}

const kindSettings: Record<NotificationKind, KindSettings> = {
  message: { ability: 'readMessages', channel: 'bell' },
  subscriber: { ability: 'readMessages', channel: 'bell' },
  postChanged: { channel: 'bell' },
  postGiven: { channel: 'bell' },
  scheduleFailed: { channel: 'email' },
  previewApproved: { channel: 'email' },
  changesRequested: { channel: 'email' },
  mention: { channel: 'email' },
  note: { channel: 'bell' },
  invitationAccepted: { ability: 'manageUsers', channel: 'bell' },
  newBrowser: { channel: 'email' },
  emailFailed: { ability: 'manageSettings', channel: 'bell' },
  backupOverdue: { ability: 'manageSettings', channel: 'email' },
  diskNearlyFull: { ability: 'manageSettings', channel: 'email' },
}

export const defaultChannel = (kind: NotificationKind): Channel => kindSettings[kind].channel

export const canReceive = (role: Role, kind: NotificationKind): boolean => {
  const { ability } = kindSettings[kind]
  return ability === undefined || can(role, ability)
}

export const notificationListQuerySchema = z.object({
  status: z.enum(['unread']).optional().catch(undefined),
  page: z.coerce.number().int().min(1).max(1_000_000).catch(1),
  limit: limitUpTo(100).catch(NOTIFICATIONS_PER_PAGE),
})

const notificationSchema = z.object({
  id: z.string(),
  at: z.iso.datetime(),
  kind: z.string(),
  read: z.boolean(),
  /** The person who caused the notification; empty when there is none or the name was deleted. */
  actor: z.string(),
  object: z.object({ type: z.string(), id: z.string(), name: z.string() }),
  comment: z.string().default(''),
})

export const notificationListResponseSchema = z.object({
  data: z.object({
    notifications: z.array(notificationSchema),
    unread: count,
    newest: z.string().nullish().catch(undefined),
  }),
  total: count,
  totalPages: count,
})

const MAX_MARKED = 100
const notificationId = z.string().max(100).refine(isStorable)

/** Without ids, all notifications of the account are changed, or those up to the newest one that the user knows of. */
export const notificationChangeSchema = z.object({
  read: z.boolean('read must be true or false'),
  ids: z.array(notificationId).min(1).max(MAX_MARKED, `ids can be at most ${MAX_MARKED}`).optional(),
  upTo: notificationId.optional(),
})

export const notificationChangeResponseSchema = z.object({ data: z.object({ unread: count }) })

export const notificationPreferencesSchema = z.object({
  timeZone: z.string().refine(isTimeZone, 'Choose a time zone'),
  /** Omitted kinds keep their channel. */
  channels: z.partialRecord(z.enum(notificationKinds), z.enum(channels)),
})

export const notificationPreferencesResponseSchema = z.object({
  data: notificationPreferencesSchema.extend({
    email: z.string(),
    canEmail: z.boolean(),
    defaults: z.partialRecord(z.enum(notificationKinds), z.enum(channels)).optional(),
  }),
})

export type NotificationListQuery = z.infer<typeof notificationListQuerySchema>
export type Notification = z.infer<typeof notificationSchema>
export type NotificationPage = z.infer<typeof notificationListResponseSchema>
export type NotificationChange = z.infer<typeof notificationChangeSchema>
export type Preferences = z.infer<typeof notificationPreferencesSchema>
export type StoredPreferences = z.infer<typeof notificationPreferencesResponseSchema>['data']

const quoted = (name: string, missing: string) => (name === '' ? missing : `“${name}”`)

const editors: Record<string, string> = { post: 'blogs', caseStudy: 'case-studies' }

/** The review of a deleted document has no link. */
function linkTo({ type, id }: Notification['object']) {
  const section = editors[type]
  return { href: section ? `/admin/${section}/edit/${encodeURIComponent(id)}` : '/admin/notifications' }
}
const notesHref = (id: string) => `/admin/blogs/edit/${encodeURIComponent(id)}#notes`

export function describeNotification({
  kind,
  actor,
  object,
}: Pick<Notification, 'kind' | 'actor' | 'object'>): {
  text: string
  href: string
} {
  switch (kind) {
    case 'message':
      return object.name === ''
        ? { text: 'A message that was deleted', href: '/admin/messages' }
        : {
            text: `New message from ${actor}: “${object.name}”`,
            href: `/admin/messages?message=${encodeURIComponent(object.id)}`,
          }
    case 'subscriber':
      return {
        text: `New subscriber: ${object.name || 'unsubscribed since'}`,
        href: '/admin/activity?kind=subscriber',
      }
    case 'postChanged':
      // Former authors may see the preview, but not the editor.
      if (object.type === 'formerPost')
        return {
          text: `${actor} changed the author of your post ${quoted(object.name, 'without a title')}`,
          href: `/admin/blogs/preview/${encodeURIComponent(object.id)}`,
        }
      return {
        text: `${actor} changed your post ${quoted(object.name, 'without a title')}`,
        href: `/admin/blogs/edit/${encodeURIComponent(object.id)}`,
      }
    case 'postGiven':
      if (object.type === 'posts')
        return {
          text: `${actor} made you the author of ${object.name}`,
          href: `/admin/blogs?author=${encodeURIComponent(object.id)}`,
        }
      return {
        text: `${actor} made you the author of ${quoted(object.name, 'a post without a title')}`,
        href: `/admin/blogs/edit/${encodeURIComponent(object.id)}`,
      }
    case 'scheduleFailed':
      return {
        text: `${quoted(object.name, 'A post without a title')} could not be published or taken offline on time`,
        href: `/admin/blogs/edit/${encodeURIComponent(object.id)}`,
      }
    case 'previewApproved':
      return {
        text: `${actor || 'A reader'} approved ${quoted(object.name, 'a preview')}`,
        ...linkTo(object),
      }
    case 'changesRequested':
      return {
        text: `${actor || 'A reader'} requested changes to ${quoted(object.name, 'a preview')}`,
        ...linkTo(object),
      }
    case 'mention':
      return {
        text: `${actor} mentioned you in a note on ${quoted(object.name, 'a post without a title')}`,
        href: notesHref(object.id),
      }
    case 'note':
      return {
        text: `${actor || 'A guest'} wrote a note on ${quoted(object.name, 'a post without a title')}`,
        href: notesHref(object.id),
      }
    case 'invitationAccepted':
      return { text: `${actor} accepted the invitation`, href: '/admin/users' }
    case 'newBrowser':
      return { text: `New sign-in to your account: ${object.name}`, href: '/admin/profile' }
    case 'emailFailed':
      return {
        text: `An email to ${object.name} could not be delivered`,
        href: '/admin/settings/system#undelivered',
      }
    case 'backupOverdue':
      return { text: 'There has been no backup for more than a week', href: '/admin/settings/system' }
    case 'diskNearlyFull':
      return { text: `The disk is nearly full: ${object.name} left`, href: '/admin/settings/system' }
    default:
      return { text: object.name || kind, href: '/admin/notifications' }
  }
}
