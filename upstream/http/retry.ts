import { setTimeout as wait } from 'node:timers/promises'
import type { Hono } from 'hono'
import { isRead } from '#contract/http.ts'
import { isLostConnection } from '../db/postgres.ts'
import type { AppEnv } from './env.ts'

const READ_TRIES = 3
/** Gives the pool time to notice that its other connections are closed too. */
const RETRY_MS = 50

/** Retries reads that lost their PostgreSQL connection; `onError` rethrows such errors while `canRetry` is set. */
export function fetchWithRetry(
  app: Hono<AppEnv>,
  onError: (error: unknown) => Response,
): (request: Request) => Promise<Response> {
  return async (request) => {
    for (let triesLeft = isRead(request.method) ? READ_TRIES : 1; ;) {
      triesLeft -= 1
      try {
        return await app.fetch(request, { canRetry: triesLeft > 0 })
      } catch (error) {
        if (triesLeft === 0 || !isLostConnection(error)) return onError(error)
        await wait(RETRY_MS)
      }
    }
  }
}
