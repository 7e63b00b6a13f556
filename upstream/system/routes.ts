import { Hono } from 'hono'
import { ApiError } from '#contract/errors.ts'
import type { JobName, System } from '#contract/system.ts'
import { toIso } from '#contract/time.ts'
import { requireAbility, withWriteLockAs } from '../accounts/authenticate.ts'
import { recordActivity } from '../activity/record.ts'
import type { DatabaseConfig } from '../db/open.ts'
import type { AppEnv } from '../http/env.ts'
import { deleteRow, outboxCounts } from '../mail/outbox.ts'
import { getUndelivered, listUndelivered, queueAgain } from '../mail/undelivered.ts'
import { createBackupFile } from './backup-file.ts'
import { readRuns } from './job-runs.ts'
import { describeDatabase, describeDisk } from './storage.ts'

/** Names sort by time: halyard-2026-11-22T1305.db. */
const fileName = () => `halyard-${new Date().toISOString().slice(0, 16).replace(':', '')}.db`

const backingUp = new WeakSet<DatabaseConfig>()

export const system = new Hono<AppEnv>()
  .get('/', requireAbility('manageSettings'), async (c) => {
    const { db, database, mail } = c.var
    const { config, changes } = c.var.system
    const { backup, jobs } = await readRuns(db)
    const running: { name: JobName; at: string | null }[] = [
      { name: 'changes', at: toIso(changes.readAt) },
      ...(mail ? [{ name: 'email' as const, at: mail.polledAt === 0 ? null : toIso(mail.polledAt) }] : []),
    ]
    const data: System = {
      database: await describeDatabase(database),
      disk: await describeDisk(config.dataDir),
      backup,
      outbox: mail && (await outboxCounts(db)),
      jobs: [...running, ...jobs],
    }
    return c.json({ data })
  })
  .get('/emails', requireAbility('manageSettings'), async (c) => c.json(await listUndelivered(c.var.db)))
  .post('/emails/:id/retry', requireAbility('manageSettings'), async (c) => {
    const { db, mail } = c.var
    if (!mail) throw new ApiError('conflict', 'Email delivery is not set up.')
    const row = await getUndelivered(db, c.req.param('id'))
    if (!row) throw new ApiError('not_found', 'This email is not among those that were not delivered.')
    if (!(await mail.canSend(row))) {
      await deleteRow(db, row)
      throw new ApiError(
        'gone',
        'This email had nothing left to send and was removed: its link has expired, or it is read.',
      )
    }
    await queueAgain(db, row)
    mail.wake()
    return c.json({ data: { id: row.id } })
  })
  .post('/backup', requireAbility('manageSettings'), async (c) => {
    const { database } = c.var
    const { config, backups } = c.var.system
    if (backingUp.has(config))
      throw new ApiError('conflict', 'A backup is already being made. Please wait for it.')
    backingUp.add(config)
    try {
      const { bytes, stream } = await createBackupFile(config, database, backups)
      const name = fileName()
      const object = { type: 'backup', id: name, name }
      try {
        await withWriteLockAs(c.var, (trx, account) =>
          recordActivity(trx, account, { kind: 'backup.downloaded', object }),
        )
      } catch (error) {
        await stream.cancel()
        throw error
      }
      return c.body(stream, 200, {
        'content-type': 'application/octet-stream',
        'content-length': String(bytes),
        'content-disposition': `attachment; filename="${name}"`,
      })
    } finally {
      backingUp.delete(config)
    }
  })
