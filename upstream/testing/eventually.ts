import { setTimeout as wait } from 'node:timers/promises'

const LIMIT_MS = 20_000

/** Asks again until there is an answer other than nothing; what never comes fails the test that waits for it. */
export async function eventually<T>(
  what: string,
  ask: () => Promise<T | undefined | false> | T | undefined | false,
) {
  const started = Date.now()
  while (Date.now() - started < LIMIT_MS) {
    const answer = await ask()
    if (answer !== undefined && answer !== false) return answer
    await wait(20)
  }
  throw new Error(`This never came: ${what}`)
}
