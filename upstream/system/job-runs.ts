import * as z from 'zod'
import type { JobName, System } from '#contract/system.ts'
import { toIso } from '#contract/time.ts'
import type { Db } from '../db/open.ts'

const BACKUP = 'backup'
const RESTORE = 'restore'
const OK = 'ok'
const RUNNING = 'running'

export async function recordRun(
  db: Db,
  name: JobName | typeof BACKUP | typeof RESTORE,
  result = OK,
): Promise<void> {
  const row = { ran_at: Date.now(), result }
  await db
    .insertInto('job_runs')
    .values({ name, ...row })
    .onConflict((conflict) => conflict.column('name').doUpdateSet(row))
    .execute()
}

const backupSchema = z.object({ rows: z.number(), bytes: z.number(), file: z.string().nullable() })
export type BackupResult = z.infer<typeof backupSchema>

export const recordBackup = (db: Db, result: BackupResult) => recordRun(db, BACKUP, JSON.stringify(result))

export async function readRuns(db: Db): Promise<Pick<System, 'backup' | 'jobs'>> {
  const rows = await db.selectFrom('job_runs').selectAll().orderBy('name').execute()
  const backup = rows.find(({ name }) => name === BACKUP)
  return {
    backup: backup ? { at: toIso(backup.ran_at), ...backupSchema.parse(JSON.parse(backup.result)) } : null,
    jobs: rows
      .filter(({ name }) => name !== BACKUP && name !== RESTORE)
      .map(({ name, ran_at, result }) => ({
        name,
        at: toIso(ran_at),
        ...(result !== OK && result !== RUNNING && { error: result }),
      })),
  }
}
