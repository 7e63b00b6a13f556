import type { Logger } from 'pino'
import { createFirstAccount } from './accounts/first-account.ts'
import { createApi } from './api.ts'
import { migrate } from './db/migrate.ts'
import { openDatabase } from './db/open.ts'
import { startDelivery, type MailSettings } from './mail/delivery.ts'
import { outboxCounts, type OutboxStatus } from './mail/outbox.ts'

export interface UpstreamConfig {
  /** Holds the SQLite file; made when missing. */
  dataDir: string
  /** PostgreSQL instead of SQLite. */
  databaseUrl?: string | undefined
  /** The first account, made when there is none; without a password one is generated. */
  admin: { email: string; password?: string | undefined }
  /** Sample posts for an empty database. */
  demoContent: boolean
  /** Without it nothing is sent, and nothing is queued. */
  mail?: MailSettings | undefined
  logger: Logger
}

export interface Upstream {
  fetch(request: Request): Promise<Response>
  /** Set only by the call that created it. */
  firstAccount: { email: string; password: string } | null
  /** E-mails by what became of them. */
  outboxCounts(): Promise<Record<OutboxStatus, number>>
  close(): Promise<void>
}

/** Opens the built-in upstream: its database is ready, and its API answers through `fetch`. */
export async function openUpstream(config: UpstreamConfig): Promise<Upstream> {
  const database = await openDatabase(config)
  try {
    await migrate(database)
    if (config.demoContent) {
      const { seed } = await import('./seed/seed.ts')
      await seed(database)
    }
    const firstAccount = await createFirstAccount(database.db, config.admin)
    const mail = config.mail ? startDelivery(database, config.mail, config.logger) : null
    return {
      fetch: createApi(database, config.logger, mail),
      firstAccount,
      outboxCounts: () => outboxCounts(database.db),
      close: async () => {
        await mail?.stop()
        await database.db.destroy()
      },
    }
  } catch (error) {
    await database.db.destroy()
    throw error
  }
}
