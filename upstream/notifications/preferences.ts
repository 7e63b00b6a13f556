import { siteTimeZone } from '#contract/calendar.ts'
import {
  notificationKinds,
  notificationPreferencesSchema,
  type NotificationKind,
  type Preferences,
} from '#contract/notifications.ts'
import type { Db } from '../db/open.ts'
import type { LockedTrx } from '../db/write-lock.ts'
import { nextDigest } from './digest-time.ts'

/** An e-mail that is due is sent even when the choices change, because someone with a stolen password can change them. */
export const SECURITY_NOTICE: NotificationKind = 'newBrowser'

const storedChannels = notificationPreferencesSchema.shape.channels.catch({})

export const toPreferences = (row: { time_zone: string | null; channels: string | null }): Preferences => ({
  timeZone: row.time_zone ?? siteTimeZone(),
  channels: storedChannels.parse(JSON.parse(row.channels ?? '{}')),
})

export async function readPreferences(db: Db, accountId: string): Promise<Preferences> {
  const row = await db
    .selectFrom('notification_preferences')
    .select(['time_zone', 'channels'])
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  return toPreferences(row ?? { time_zone: null, channels: null })
}

export async function writePreferences(
  trx: LockedTrx,
  accountId: string,
  { timeZone, channels }: Preferences,
): Promise<void> {
  const stored = await readPreferences(trx, accountId)
  const row = {
    time_zone: timeZone,
    channels: JSON.stringify({ ...stored.channels, ...channels }),
  }
  await trx
    .insertInto('notification_preferences')
    .values({ account_id: accountId, ...row })
    .onConflict((conflict) => conflict.column('account_id').doUpdateSet(row))
    .execute()
  const silenced = notificationKinds.filter(
    (kind) => kind !== SECURITY_NOTICE && ['bell', 'none'].includes(channels[kind] ?? ''),
  )
  if (silenced.length > 0)
    await trx
      .updateTable('notifications')
      .set({ due_at: null })
      .where('account_id', '=', accountId)
      .where('due_at', 'is not', null)
      .where('kind', 'in', silenced)
      .execute()
  const now = Date.now()
  // Pending digests follow the new time zone.
  await trx
    .updateTable('notifications')
    .set({ due_at: nextDigest(timeZone, now) })
    .where('account_id', '=', accountId)
    .where('due_at', '>', now)
    .where('kind', '<>', SECURITY_NOTICE)
    .execute()
}
