import { v7 as uuid } from 'uuid'
import { canReceive, describeNotification, type NotificationKind } from '#contract/notifications.ts'
import { DAY_MS } from '#contract/time.ts'
import type { Db } from '../db/open.ts'
import { withWriteLock } from '../db/write-lock.ts'
import type { Sender } from '../mail/compose.ts'
import { queue, type OutboxRow } from '../mail/outbox.ts'
import { toNotifications, visibleRows } from './list.ts'
import { readPreferences, SECURITY_NOTICE } from './preferences.ts'

/** Notifications that have been due for longer, while no e-mail could be sent, are outdated. */
const MAX_DELAY_MS = 7 * DAY_MS
const MAX_LISTED = 50

/** Moves due notifications to the outbox: one e-mail per account, by one process. */
export async function queueDueNotifications(db: Db): Promise<void> {
  const now = Date.now()
  const due = await db
    .selectFrom('notifications')
    .select('account_id')
    .distinct()
    .where('due_at', '<=', now)
    .where('due_at', '>', now - MAX_DELAY_MS)
    .execute()
  for (const { account_id } of due)
    await withWriteLock(db, async (trx) => {
      const id = uuid()
      const claimed = await trx
        .updateTable('notifications')
        .set({ due_at: null, email_id: id })
        .where('account_id', '=', account_id)
        .where('due_at', '<=', now)
        .returning('id')
        .execute()
      if (claimed.length === 0) return
      const { email } = await trx
        .selectFrom('accounts')
        .select('email')
        .where('id', '=', account_id)
        .executeTakeFirstOrThrow()
      await queue(trx, [email], { id, kind: 'notification' })
    })
}

export async function mayReceive(db: Db, accountId: string, kind: NotificationKind): Promise<boolean> {
  const account = await db
    .selectFrom('accounts')
    .select('role')
    .where('id', '=', accountId)
    .where('disabled_at', 'is', null)
    .executeTakeFirst()
  return account !== undefined && canReceive(account.role, kind)
}

/** Null when everything but security notices was read, the account is disabled or its role may see none of it. */
export async function composeNotifications(db: Db, { siteUrl, from }: Sender, { id }: OutboxRow) {
  const reader = await db
    .selectFrom('notifications')
    .innerJoin('accounts', 'accounts.id', 'account_id')
    .select(['accounts.id', 'role', 'author_id as authorId'])
    .where('email_id', '=', id)
    .where('disabled_at', 'is', null)
    .limit(1)
    .executeTakeFirst()
  if (!reader) return null
  const rows = await visibleRows(db, reader)
    .selectAll()
    .where('email_id', '=', id)
    .where((eb) => eb.or([eb('read_at', 'is', null), eb('kind', '=', SECURITY_NOTICE)]))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
  const [first, ...others] = await toNotifications(db, rows.slice(0, MAX_LISTED))
  if (!first) return null
  const { timeZone } = await readPreferences(db, reader.id)
  const format = new Intl.DateTimeFormat('en-US', {
    ...({ year: 'numeric', month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit' } as const),
    ...{ timeZone, timeZoneName: 'short' },
  })
  const lines = [first, ...others].flatMap((notification) => {
    const { text, href } = describeNotification(notification)
    const quote = notification.comment === '' ? [] : [notification.comment.replace(/^/gm, '> ')]
    return [text, ...quote, `${format.format(new Date(notification.at))} · ${siteUrl}${href}`, '']
  })
  const more = rows.length - MAX_LISTED
  const { text: firstText } = describeNotification(first)
  return {
    subject: others.length === 0 ? firstText : `${rows.length} notifications from ${from.name}`,
    text: [
      ...lines,
      ...(more > 0 ? [`And ${more} more: ${siteUrl}/admin/notifications`, ''] : []),
      '-- ',
      `Choose what you get by email: ${siteUrl}/admin/notifications?tab=preferences`,
    ].join('\n'),
  }
}
