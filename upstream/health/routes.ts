import { Hono, type Context } from 'hono'
import { sql } from 'kysely'
import { isMigrated } from '../db/migrate.ts'
import type { AppEnv } from '../http/env.ts'
import { getDiskSpace } from './disk.ts'

/** Enough space for one upload. */
const MIN_FREE_BYTES = 8 * 1024 * 1024

function sendUnavailable(c: Context<AppEnv>, error: string, err?: unknown) {
  c.var.logger.error({ err }, error)
  return c.json({ status: 'unavailable', error }, 503)
}

export const health = new Hono<AppEnv>()
  .get('/health', (c) => c.json({ status: 'ok' }))
  .get('/ready', async (c) => {
    const { database, logger, system } = c.var
    try {
      await sql`select count(*) from totals`.execute(system.connection)
      if (!(await isMigrated(system.connection))) {
        return sendUnavailable(c, 'The database schema does not match this version.')
      }
    } catch (error) {
      return sendUnavailable(c, 'The database does not respond.', error)
    }
    try {
      const disk = await getDiskSpace(database)
      if (!disk || disk.freeBytes >= MIN_FREE_BYTES) return c.json({ status: 'ok' })
    } catch (error) {
      return sendUnavailable(c, 'The disk cannot be used.', error)
    }
    // A full disk does not affect readiness, because pages can still be read.
    logger.warn('The disk is full')
    return c.json({ status: 'ok', disk: 'full' })
  })
