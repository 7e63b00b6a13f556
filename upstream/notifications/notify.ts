import { v7 as uuid } from 'uuid'
import { canReceive, defaultChannel, type Channel, type NotificationKind } from '#contract/notifications.ts'
import type { Role } from '#contract/roles.ts'
import type { Trx } from '../db/open.ts'
import { nextDigest } from './digest-time.ts'
import { toPreferences } from './preferences.ts'

interface NotificationInput {
  kind: NotificationKind
  object: { type: string; id: string; name: string }
  /** Gets no notification of what they did. */
  actor?: { id: string | null; name: string } | null
  /** Default: everybody whose role may know of it. */
  to?: { accountId?: string | null; authorId?: number; role?: Role }
  /** Skips those who have an unread one of this kind, or got one in this time. */
  quietMs?: number
  /** For what is about e-mail itself. */
  withoutEmail?: boolean
}

/** Call it in the transaction of what it tells. E-mails are sent later by whichever process sends e-mail. */
export async function notify(trx: Trx, input: NotificationInput): Promise<void> {
  const { kind, object, actor, quietMs } = input
  const now = Date.now()
  const recipients = await findRecipients(trx, input)
  const recent = quietMs === undefined ? new Set() : await findNotified(trx, kind, now - quietMs)
  const rows = recipients.flatMap(({ id, ...row }) => {
    const { timeZone, channels } = toPreferences(row)
    const channel = channels[kind] ?? defaultChannel(kind)
    if (channel === 'none' || recent.has(id)) return []
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
        due_at: input.withoutEmail ? null : getDueTime(channel, timeZone, now),
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

async function findRecipients(trx: Trx, { kind, to, actor }: NotificationInput) {
  const accounts = await trx
    .selectFrom('accounts')
    .leftJoin('notification_preferences', 'account_id', 'accounts.id')
    .select(['accounts.id', 'author_id', 'role', 'time_zone', 'channels'])
    .where('disabled_at', 'is', null)
    .execute()
  return accounts.filter(
    ({ id, author_id, role }) =>
      id !== actor?.id &&
      canReceive(role, kind) &&
      (to === undefined || to.accountId === id || to.authorId === author_id || to.role === role),
  )
}

async function findNotified(trx: Trx, kind: NotificationKind, since: number) {
  const rows = await trx
    .selectFrom('notifications')
    .select('account_id')
    .distinct()
    .where('kind', '=', kind)
    .where((eb) => eb.or([eb('read_at', 'is', null), eb('created_at', '>', since)]))
    .execute()
  return new Set(rows.map((row) => row.account_id))
}
