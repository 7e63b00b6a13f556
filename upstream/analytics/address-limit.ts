import { LRUCache } from 'lru-cache'
import { rateLimitKey, type RateLimit } from '../http/rate-limit.ts'

const MAX_ADDRESSES = 20_000

/** In memory, because a database row per beacon would cost more than the beacon. */
export function createAddressLimit(limit: RateLimit): (address: string) => boolean {
  const ttl = limit.minutes * 60_000
  const used = new LRUCache<string, { points: number }>({ max: MAX_ADDRESSES, ttl })
  return (address) => {
    const key = rateLimitKey(limit, address)
    const entry = used.get(key) ?? { points: 0 }
    if (entry.points === 0) used.set(key, entry)
    entry.points += 1
    return entry.points <= limit.points
  }
}
