import type { RequestIdVariables } from 'hono/request-id'
import type { Logger } from 'pino'
import type { ChangeFeed } from '../changes/feed.ts'
import type { DatabaseConfig, Db, OpenDatabase } from '../db/open.ts'
import type { Recorder } from '../analytics/recorder.ts'
import type { AcceptsAddress } from '../external-links/request.ts'
import type { Delivery } from '../mail/delivery.ts'
import type { Queue } from '../jobs/queue.ts'
import type { BackupWorkers } from '../system/backup-file.ts'

export interface AppEnv {
  Bindings: { canRetry?: boolean }
  Variables: RequestIdVariables & {
    db: Db
    database: OpenDatabase
    /** The database for writes that GET requests make. */
    writeDb: Db
    mail: Delivery | null
    dnsServers: string[] | undefined
    acceptsAddress: AcceptsAddress
    siteUrl: string
    figures: Recorder
    searchQueue: Queue
    system: {
      config: DatabaseConfig
      backups: BackupWorkers
      changes: Pick<ChangeFeed, 'readAt'>
      /** A separate connection outside the PostgreSQL pool, which may be busy. */
      connection: Db
    }
    logger: Logger
    /** The rate limit key; all clients share `unknown` when the server in front sends no address. */
    clientAddress: string
  }
}
