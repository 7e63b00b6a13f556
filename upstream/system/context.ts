import type { ChangeFeed } from '../changes/feed.ts'
import type { DatabaseConfig, Db } from '../db/open.ts'

export interface SystemContext {
  config: DatabaseConfig
  changes: Pick<ChangeFeed, 'readAt'>
  /** A separate connection outside the PostgreSQL pool, which may be busy. */
  connection: Db
}
