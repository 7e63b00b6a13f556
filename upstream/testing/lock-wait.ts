import { sql } from 'kysely'
import { eventually } from '#testing/eventually.ts'
import type { Db } from '../db/open.ts'

/** SQLite does not tell; there, a waiting request tries again until the lock is free. */
export async function lockWait(db: Db, database: 'sqlite' | 'postgres', waiting = 1): Promise<void> {
  if (database === 'sqlite') return
  await eventually('a wait for the lock', async () => {
    const { rows } = await sql`
      select pid from pg_stat_activity
      where wait_event_type = 'Lock' and datname = current_database()`.execute(db)
    return rows.length >= waiting
  })
}
