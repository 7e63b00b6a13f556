import { Hono, type Context } from 'hono'
import { methodNotAllowed } from 'hono/method-not-allowed'
import { requestId } from 'hono/request-id'
import { routePath } from 'hono/route'
import { ApiError } from '#contract/errors.ts'
import { isDecodable, isRead } from '#contract/http.ts'
import { createFirstAccount } from './accounts/first-account.ts'
import { startRecorder } from './analytics/recorder.ts'
import { openChangeFeed, type ChangeFeed } from './changes/feed.ts'
import { ensureDataDir } from './db/data-dir.ts'
import { openDatabase, type DatabaseConfig } from './db/open.ts'
import { isLostConnection } from './db/postgres.ts'
import { prepareDatabase } from './db/prepare.ts'
import type { AppEnv } from './http/env.ts'
import type { AcceptsAddress } from './external-links/request.ts'
import { isPublicAddress } from './external-links/public-addresses.ts'
import { toErrorResponse } from './http/errors.ts'
import { fetchWithRetry } from './http/retry.ts'
import { startJobs } from './jobs/jobs.ts'
import { listJobs } from './jobs/list.ts'
import { startMessageQueue } from './messages/search-index.ts'
import { startSchedule } from './schedule/runner.ts'
import { startDelivery, type MailSettings } from './mail/delivery.ts'
import { outboxCounts, type OutboxStatus } from './mail/outbox.ts'
import { startSearchQueue } from './posts/search-queue.ts'
import { resources } from './resources.ts'
import { followTimeZone } from './settings/store.ts'
import { startBackupWorkers } from './system/backup-file.ts'

export interface UpstreamConfig extends DatabaseConfig {
  admin: { email: string; password?: string | undefined }
  demoContent: boolean
  upgradeBackup?: boolean | undefined
  siteUrl: string
  /** Without it no e-mail is sent or queued. */
  mail?: MailSettings | undefined
  dnsServers?: string[] | undefined
  acceptsAddress?: AcceptsAddress | undefined
  figuresPauseMs?: number | undefined
}

export interface Upstream {
  fetch(request: Request): Promise<Response>
  /** Set only when this call created the account; the password only when it was generated. */
  firstAccount: { email: string; password: string | null } | null
  outboxCounts(): Promise<Record<OutboxStatus, number>>
  poolCounts(): Record<string, number> | null
  changes: Pick<ChangeFeed, 'latest' | 'readAt' | 'since' | 'subscribe' | 'refresh'>
  /** For the beginning of a shutdown, which is shorter than a large backup takes. */
  stopBackups(): void
  close(): Promise<void>
}

type Shared = 'mail' | 'dnsServers' | 'acceptsAddress' | 'siteUrl' | 'figures' | 'searchQueue' | 'system'

interface AppOptions extends Pick<AppEnv['Variables'], Shared | 'database' | 'logger'> {
  afterWrite(): Promise<void>
}

function createApp(options: AppOptions) {
  const { database, logger, mail, siteUrl, figures, searchQueue, system, afterWrite } = options
  const { dnsServers, acceptsAddress } = options
  const handleError = (error: unknown, c: Context<AppEnv>) => {
    if (c.env.canRetry && isLostConnection(error)) throw error
    return toErrorResponse(error, { database, logger: c.var.logger, route: routePath(c, -1) })
  }
  const app = new Hono<AppEnv>()
  app.use(requestId({ limitLength: 64 }))
  app.use(async (c, next) => {
    const db = isRead(c.req.method) ? database.readDb : database.db
    c.set('database', { ...database, db })
    c.set('db', db)
    c.set('writeDb', database.db)
    c.set('mail', mail)
    c.set('dnsServers', dnsServers)
    c.set('acceptsAddress', acceptsAddress)
    c.set('siteUrl', siteUrl)
    c.set('figures', figures)
    c.set('searchQueue', searchQueue)
    c.set('system', system)
    c.set('logger', logger.child({ requestId: c.var.requestId }))
    c.set('clientAddress', c.req.header('x-client-address') ?? 'unknown')
    const started = performance.now()
    // Hono passes only instances of Error to onError.
    await next().catch((error: unknown) => {
      c.res = handleError(error, c)
    })
    if (!c.res.headers.has('cache-control')) c.header('cache-control', 'no-store')
    const ms = Math.round(performance.now() - started)
    const { method } = c.req
    c.var.logger.debug({ method, route: routePath(c, -1), status: c.res.status, ms }, 'Request handled')
  })
  app.use(async (c, next) => {
    const { pathname } = new URL(c.req.url)
    if (!isDecodable(pathname)) throw new ApiError('malformed', 'The URL is not valid.')
    // No id has a NUL, with which PostgreSQL cannot compare.
    if (pathname.includes('%00')) throw new ApiError('not_found', 'Not found')
    await next()
  })
  app.use(
    methodNotAllowed({
      app,
      onMethodNotAllowed: (c, methods) => {
        const allow = [...methods, 'OPTIONS'].join(', ')
        if (c.req.method === 'OPTIONS') return c.body(null, 204, { allow })
        return new ApiError('method_not_allowed', `${c.req.method} is not allowed here.`, {
          headers: { allow },
        }).toResponse()
      },
    }),
  )
  app.use(async (c, next) => {
    await next()
    if (!isRead(c.req.method) && c.res.ok) await afterWrite()
  })

  app.route('/api', resources)

  app.notFound(() => new ApiError('not_found', 'Not found').toResponse())
  app.onError(handleError)
  return app
}

export async function openUpstream(config: UpstreamConfig): Promise<Upstream> {
  const { logger } = config
  ensureDataDir(config.dataDir, logger)
  await prepareDatabase(config, config)
  const database = openDatabase(config)
  let own = database
  const closeDatabases = async () => {
    if (own !== database) await own.db.destroy()
    await database.db.destroy()
  }
  try {
    const listenUrl = config.databaseUrl && (config.databaseDirectUrl ?? config.databaseUrl)
    if (listenUrl) own = openDatabase({ ...config, databaseUrl: listenUrl, databasePoolMax: 1 })
    const firstAccount = await createFirstAccount(database.db, config.admin)
    const changes = await openChangeFeed(own.db, listenUrl, logger)
    await followTimeZone(database.readDb, changes, (error) =>
      logger.warn({ err: error }, 'The time zone cannot be read'),
    )
    const mail = config.mail ? startDelivery(database, config.mail, logger) : null
    const figures = startRecorder(database.db, logger, config.figuresPauseMs)
    const searchQueue = startSearchQueue(database, logger)
    const messageQueue = startMessageQueue(database, logger)
    const jobs = startJobs(database.db, listJobs(database, config), logger)
    const backups = startBackupWorkers()
    const schedule = startSchedule(database, logger, config.siteUrl, changes.refreshAfterWrite)
    const app = createApp({
      database,
      logger,
      mail,
      figures,
      searchQueue,
      system: { config, changes, backups, connection: own.db },
      siteUrl: config.siteUrl,
      dnsServers: config.dnsServers,
      acceptsAddress: config.acceptsAddress ?? isPublicAddress,
      afterWrite: changes.refreshAfterWrite,
    })
    return {
      fetch: fetchWithRetry(app, (error) => toErrorResponse(error, { database, logger })),
      firstAccount,
      changes,
      outboxCounts: () => outboxCounts(database.readDb),
      poolCounts: () => database.poolCounts?.() ?? null,
      stopBackups: backups.stop,
      close: async () => {
        backups.stop()
        // At once, because each finishes what it is doing, which may take until the process ends.
        const workers = [figures, schedule, jobs, ...(mail ? [mail] : []), searchQueue, messageQueue]
        await Promise.all(workers.map((worker) => worker.stop()))
        await changes.close()
        await closeDatabases()
      },
    }
  } catch (error) {
    await closeDatabases()
    throw error
  }
}
