import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { HOUR_MS } from '#contract/time.ts'

const sentKeys = new LRUCache<string, string>({
  max: 10_000,
  ttl: HOUR_MS,
  ttlResolution: 0,
  // The time of the wall clock, like that of the key.
  perf: { now: () => Date.now() },
})

/** The same content of the same sender is stored once within an hour, so that a second click sends nothing. */
export function keyOfContent(clientAddress: string | undefined, body: string): string {
  const hash = createHash('sha256').update(`${clientAddress}\0${body}`).digest('base64url')
  // Other nodes compute the same key within an hour of the clock.
  const key = sentKeys.get(hash) ?? `${hash}.${Math.floor(Date.now() / HOUR_MS)}`
  if (!sentKeys.has(hash)) sentKeys.set(hash, key)
  return key
}
