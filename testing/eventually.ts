import { setTimeout as wait } from 'node:timers/promises'

const LIMIT_MS = 90_000

/** Polls until the result is neither undefined nor false; fails after a limit. */
export async function eventually<T>(
  what: string,
  poll: () => Promise<T | undefined | false> | T | undefined | false,
) {
  const started = Date.now()
  while (Date.now() - started < LIMIT_MS) {
    const result = await poll()
    if (result !== undefined && result !== false) return result
    await wait(20)
  }
  throw new Error(`Timed out waiting for ${what}`)
}
