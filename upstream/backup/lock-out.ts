import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Trx } from '../db/open.ts'
import { BackupFault } from './fault.ts'

const TRIES = 100
const PAUSE_MS = 50

const isTimeout = (error: unknown) => error instanceof Error && 'code' in error && error.code === '55P03'

/**
 * From here to the end of the transaction nobody else writes on PostgreSQL; who reads goes on and sees what was there.
 * Locks that are not free soon are all given back and asked for again: held on to, they could close a circle with
 * those of a writer, and the database would break that by refusing the writer.
 */
export async function lockOut(trx: Trx, tables: string[]): Promise<void> {
  await sql`set local statement_timeout = 0`.execute(trx)
  // Everything that writes posts goes through the totals first.
  const ordered = ['totals', ...tables.filter((name) => name !== 'totals')]
  const names = sql.join(ordered.map((name) => sql.table(name)))
  for (let tries = 1; ; tries += 1) {
    await sql`savepoint unlocked`.execute(trx)
    try {
      await sql`set local lock_timeout = '300ms'`.execute(trx)
      await sql`lock table ${names} in exclusive mode`.execute(trx)
      await sql`set local lock_timeout = 0`.execute(trx)
      return
    } catch (error) {
      if (!isTimeout(error)) throw error
      await sql`rollback to savepoint unlocked`.execute(trx)
      if (tries === TRIES)
        throw new BackupFault('Others write to the database without a pause: stop the site and try again.')
      await setTimeout(PAUSE_MS)
    }
  }
}
