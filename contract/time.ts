export const MINUTE_MS = 60_000
export const HOUR_MS = 60 * MINUTE_MS
export const DAY_MS = 24 * HOUR_MS

/** Later times have a year of five digits in some time zone, which dates of requests and responses cannot have. */
export const MAX_TIME = Date.UTC(9999, 11, 31)

export function toIso(time: number): string
export function toIso(time: number | null): string | null
export function toIso(time: number | null): string | null {
  return time === null ? null : new Date(time).toISOString()
}
