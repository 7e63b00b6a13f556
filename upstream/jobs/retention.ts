import { DAY_MS } from '#contract/time.ts'
import { countBlocks, deleteBlocks } from '../activity/blocks.ts'
import type { Db } from '../db/open.ts'

const NOTIFICATION_DAYS = 90

/** The same day two years ago. */
export const oldestActivity = (now = Date.now()) =>
  new Date(now).setUTCFullYear(new Date(now).getUTCFullYear() - 2)

export async function deleteOldActivity(db: Db): Promise<void> {
  const oldest = oldestActivity()
  await db.transaction().execute(async (trx) => {
    await countBlocks(trx)
    await trx.deleteFrom('activity').where('created_at', '<', oldest).execute()
    await deleteBlocks(trx, oldest)
  })
}

export async function deleteOldNotifications(db: Db): Promise<void> {
  const limit = Date.now() - NOTIFICATION_DAYS * DAY_MS
  await db.deleteFrom('notifications').where('created_at', '<', limit).execute()
}
