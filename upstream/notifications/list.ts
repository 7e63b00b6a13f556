import { sql, type Selectable } from 'kysely'
import {
  canReceive,
  notificationKinds,
  type Notification,
  type NotificationChange,
  type NotificationListQuery,
} from '#contract/notifications.ts'
import { can } from '#contract/roles.ts'
import type { Account } from '../accounts/tokens.ts'
import { findReviews, findVisitorNames } from '../activity/describe.ts'
import type { Db } from '../db/open.ts'
import type { Tables } from '../db/tables.ts'
import { totalsOf } from '../http/pages.ts'

type Reader = Pick<Account, 'id' | 'role' | 'authorId'>

/** Reviews are shown with the current title of their document, which not everyone who was notified may still edit. */
const reviewsOfOthers = (db: Db, authorId: number) =>
  db
    .selectFrom('reviews')
    .leftJoin('posts', 'posts.id', 'reviews.post_id')
    .select('reviews.id')
    .where((eb) => eb.or([eb('posts.author_id', 'is', null), eb('posts.author_id', '!=', authorId)]))

/** Those of the account that its present role may see. */
export function visibleRows(db: Db, { id, role, authorId }: Reader) {
  const hidden = notificationKinds.filter((kind) => !canReceive(role, kind))
  return db
    .selectFrom('notifications')
    .where('account_id', '=', id)
    .$if(hidden.length > 0, (rows) => rows.where('kind', 'not in', hidden))
    .$if(!can(role, 'editContent'), (rows) =>
      rows.where('object_id', 'not in', reviewsOfOthers(db, authorId)),
    )
}

const ownRows = (db: Db, reader: Reader, unreadOnly: boolean) =>
  visibleRows(db, reader).$if(unreadOnly, (rows) => rows.where('read_at', 'is', null))

async function countRows(db: Db, reader: Reader, unreadOnly: boolean): Promise<number> {
  const { rows } = await ownRows(db, reader, unreadOnly)
    .select((eb) => eb.fn.countAll<number>().as('rows'))
    .executeTakeFirstOrThrow()
  return rows
}

export const countUnread = (db: Db, reader: Reader) => countRows(db, reader, true)

export async function toNotifications(
  db: Db,
  rows: Selectable<Tables['notifications']>[],
): Promise<Notification[]> {
  const { messages, subscribers } = await findVisitorNames(db, rows)
  const reviews = await findReviews(
    db,
    rows.flatMap((row) => (row.object_type === 'review' ? [row.object_id] : [])),
  )
  return rows.map((row) => {
    const review = reviews.get(row.object_id)
    const message = messages.get(row.object_id)
    const name = row.object_name || (message?.subject ?? subscribers.get(row.object_id) ?? '')
    return {
      id: row.id,
      at: new Date(row.created_at).toISOString(),
      kind: row.kind,
      read: row.read_at !== null,
      actor: row.actor_name || (message?.name ?? review?.name ?? ''),
      object: review?.object ?? { type: row.object_type, id: row.object_id, name },
      comment: review?.comment ?? '',
    }
  })
}

export async function listNotifications(
  db: Db,
  reader: Reader,
  { page, limit, status }: NotificationListQuery,
) {
  const total = await countRows(db, reader, status === 'unread')
  const ids = ownRows(db, reader, status === 'unread')
    .select('id')
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .offset((page - 1) * limit)
  const rows = await db
    .selectFrom('notifications')
    .selectAll()
    .where('id', 'in', db.selectFrom(ids.as('page')).select('id'))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
  const newest = await ownRows(db, reader, false)
    .select('id')
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  const data = {
    notifications: await toNotifications(db, rows),
    unread: await countUnread(db, reader),
    newest: newest?.id ?? null,
  }
  return { data, ...totalsOf(total, limit) }
}

const isUpTo = (accountId: string, newest: string) => sql<boolean>`
  (created_at, id) <= (select created_at, id from notifications where account_id = ${accountId} and id = ${newest})`

export async function markNotifications(
  db: Db,
  { id }: Reader,
  { read, ids, upTo }: NotificationChange,
): Promise<void> {
  await db
    .updateTable('notifications')
    .set({ read_at: read ? Date.now() : null })
    .where('account_id', '=', id)
    .where('read_at', read ? 'is' : 'is not', null)
    .$if(ids !== undefined, (rows) => rows.where('id', 'in', ids ?? []))
    .$if(upTo !== undefined, (rows) => rows.where(isUpTo(id, upTo ?? '')))
    .execute()
}

/** Who has read a message need not read its notification. Without an account: for everyone, because it was deleted. */
export async function markMessageNotification(db: Db, messageId: string, accountId?: string): Promise<void> {
  await db
    .updateTable('notifications')
    .set({ read_at: Date.now() })
    .$if(accountId !== undefined, (rows) => rows.where('account_id', '=', accountId ?? ''))
    .where('read_at', 'is', null)
    .where('object_type', '=', 'message')
    .where('object_id', '=', messageId)
    .execute()
}
