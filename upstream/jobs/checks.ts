import { MIB } from '#contract/limits.ts'
import { DAY_MS } from '#contract/time.ts'
import type { Db } from '../db/open.ts'
import type { DiskSpace } from '../health/disk.ts'
import { notify } from '../notifications/notify.ts'

const BACKUP_DAYS = 7
const GIB = 1024 * MIB

/** A site that was begun or restored within a week needs no backup yet. */
export async function checkBackup(db: Db): Promise<void> {
  const since = Date.now() - BACKUP_DAYS * DAY_MS
  const backup = await db
    .selectFrom('job_runs')
    .select('ran_at')
    .where('name', 'in', ['backup', 'restore'])
    .where('ran_at', '>=', since)
    .executeTakeFirst()
  const oldAccount = await db
    .selectFrom('accounts')
    .select('id')
    .where('created_at', '<', since)
    .limit(1)
    .executeTakeFirst()
  if (backup || !oldAccount) return
  const object = { type: 'backup', id: 'backup', name: '' }
  await db
    .transaction()
    .execute((trx) => notify(trx, { kind: 'backupOverdue', object, quietMs: BACKUP_DAYS * DAY_MS }))
}

const isNearlyFull = ({ freeBytes, totalBytes }: DiskSpace) => freeBytes < Math.min(GIB, totalBytes / 10)

export async function checkDisk(db: Db, space: DiskSpace | null): Promise<void> {
  if (!space || !isNearlyFull(space)) return
  const object = { type: 'disk', id: 'disk', name: `${Math.floor(space.freeBytes / MIB)} MB` }
  await db.transaction().execute((trx) => notify(trx, { kind: 'diskNearlyFull', object, quietMs: DAY_MS }))
}
