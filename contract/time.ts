export const MINUTE_MS = 60_000
export const HOUR_MS = 60 * MINUTE_MS
export const DAY_MS = 24 * HOUR_MS

export function toIso(time: number): string
export function toIso(time: number | null): string | null
export function toIso(time: number | null): string | null {
  return time === null ? null : new Date(time).toISOString()
}
