import type { RequestIdVariables } from 'hono/request-id'
import type { Logger } from 'pino'
import type { Db, OpenDatabase } from '../db/open.ts'
import type { Delivery } from '../mail/delivery.ts'

export interface AppEnv {
  Bindings: { canRetry?: boolean }
  Variables: RequestIdVariables & {
    db: Db
    database: OpenDatabase
    mail: Delivery | null
    logger: Logger
    /** Key for rate limits; all clients share `unknown` when the server in front sends no address. */
    clientAddress: string
  }
}
