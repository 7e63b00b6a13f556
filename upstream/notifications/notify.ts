import { v7 as uuid } from 'uuid'
import { canReceive, defaultChannel, type Channel, type NotificationKind } from '#contract/notifications.ts'
import { can, type Role } from '#contract/roles.ts'
import type { Trx } from '../db/open.ts'
import { nextDigest } from './digest-time.ts'
import { toPreferences } from './preferences.ts'

interface NotificationInput {
  kind: NotificationKind
  object: { type: string; id: string; name: string }
  /** This person is not notified. */
  actor?: { id: string | null; name: string } | null
  to?: {
    accountId?: string
    /** An account that is notified only while it may edit the content of others. */
    editorId?: string | null
    authorId?: number
    role?: Role
  }
  /** Skips recipients who were notified of this kind and object within this time. */
  quietMs?: number
  /** True for problems with e-mail itself. */
  withoutEmail?: boolean
}

/** Call it in the transaction of the change. E-mails are sent later by any process that sends e-mail. */
export async function notify(trx: Trx, input: NotificationInput): Promise<void> {
  const recent = await findNotified(trx, input)
  const recipients = (await findRecipients(trx, input)).filter(({ id }) => !recent.has(id))
  const fallback = defaultChannel(input.kind)
  await insertNotifications(
    trx,
    input,
    recipients.map(({ chosen = fallback, ...recipient }) => ({ ...recipient, channel: chosen })),
  )
}

interface Recipient {
  id: string
  timeZone: string
  channel: Channel
}

export async function insertNotifications(
  trx: Trx,
  { kind, object, actor, withoutEmail }: NotificationInput,
  recipients: Recipient[],
): Promise<void> {
  const now = Date.now()
  const rows = recipients.flatMap(({ id, timeZone, channel }) => {
    if (channel === 'none') return []
    return [
      {
        id: uuid(),
        account_id: id,
        created_at: now,
        kind,
        actor_name: actor?.name ?? '',
        object_type: object.type,
        object_id: object.id,
        object_name: object.name,
        read_at: null,
        due_at: withoutEmail ? null : getDueTime(channel, timeZone, now),
        email_id: null,
      },
    ]
  })
  if (rows.length > 0) await trx.insertInto('notifications').values(rows).execute()
}

function getDueTime(channel: Channel, timeZone: string, now: number): number | null {
  if (channel === 'digest') return nextDigest(timeZone, now)
  return channel === 'email' ? now : null
}

/** Locked accounts are neither deleted nor given another address before the end of the transaction. */
export async function findRecipients(
  trx: Trx,
  { kind, to, actor }: Pick<NotificationInput, 'kind' | 'to' | 'actor'>,
  { lock = false } = {},
) {
  const accounts = await trx
    .selectFrom('accounts')
    .leftJoin('notification_preferences', 'account_id', 'accounts.id')
    .select(['accounts.id', 'email', 'author_id', 'role', 'time_zone', 'channels'])
    .where('disabled_at', 'is', null)
    .$if(lock, (rows) => rows.forKeyShare(['accounts']))
    .execute()
  return accounts
    .filter(
      ({ id, author_id, role }) =>
        id !== actor?.id &&
        canReceive(role, kind) &&
        (to === undefined ||
          to.accountId === id ||
          (to.editorId === id && can(role, 'editContent')) ||
          to.authorId === author_id ||
          to.role === role),
    )
    .map(({ id, email, ...row }) => {
      const { timeZone, channels } = toPreferences(row)
      return { id, email, timeZone, chosen: channels[kind] }
    })
}

async function findNotified(trx: Trx, { kind, object, quietMs }: NotificationInput): Promise<Set<string>> {
  if (quietMs === undefined) return new Set()
  const rows = await trx
    .selectFrom('notifications')
    .select('account_id')
    .distinct()
    .where('kind', '=', kind)
    .where('object_id', '=', object.id)
    .where('created_at', '>', Date.now() - quietMs)
    .execute()
  return new Set(rows.map((row) => row.account_id))
}
