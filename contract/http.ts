export const methods: readonly string[] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']

/** Names the account that a page of the staff area was loaded for; API clients do not send it. */
export const ACCOUNT_HEADER = 'x-account'

export const hostPattern = /^[a-z0-9][a-z0-9.-]{0,99}$/

export const isRead = (method: string | undefined) => method === 'GET' || method === 'HEAD'

export function withoutQuery(url: string): string {
  const start = url.indexOf('?')
  return start === -1 ? url : url.slice(0, start)
}

export function isDecodable(path: string): boolean {
  try {
    return decodeURIComponent(path).isWellFormed()
  } catch {
    return false
  }
}

/** Weak comparison, so `W/` is ignored. */
export const matchesEtag = (ifNoneMatch: string, etag: string) =>
  ifNoneMatch.trim() === '*' ||
  ifNoneMatch.split(',').some((candidate) => candidate.trim().replace(/^W\//, '') === etag)
