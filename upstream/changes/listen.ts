import pg from 'pg'
import type { Logger } from 'pino'
import { CHANNEL } from './record.ts'

const MIN_RETRY_MS = 250
const MAX_RETRY_MS = 10_000

/** Listens on one connection outside the pool. `onChange` also runs after each connect, because notifications may have been missed. */
export function listenForChanges(url: string, onChange: () => void, logger: Logger) {
  let client: pg.Client | undefined
  let timer: NodeJS.Timeout | undefined
  let retryMs = MIN_RETRY_MS
  let closed = false

  function reconnect(lost: pg.Client, reason?: string) {
    if (closed || client !== lost) return
    client = undefined
    logger.warn({ reason, retryMs }, 'The connection for change notifications was lost')
    timer = setTimeout(() => {
      connecting = connect()
    }, retryMs)
    timer.unref()
    retryMs = Math.min(2 * retryMs, MAX_RETRY_MS)
  }

  async function connect() {
    const fresh = new pg.Client({
      connectionString: url,
      connectionTimeoutMillis: 10_000,
      keepAlive: true,
      application_name: 'halyard-changes',
    })
    client = fresh
    fresh.on('error', (error) => reconnect(fresh, error.message))
    fresh.on('end', () => reconnect(fresh))
    fresh.on('notification', onChange)
    try {
      await fresh.connect()
      await fresh.query(`listen ${CHANNEL}`)
      retryMs = MIN_RETRY_MS
      onChange()
    } catch (error) {
      reconnect(fresh, String(error))
      await fresh.end().catch(() => {})
    }
  }

  let connecting = connect()
  return {
    close: async () => {
      closed = true
      clearTimeout(timer)
      await connecting
      await client?.end().catch(() => {})
    },
  }
}
