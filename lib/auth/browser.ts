import { randomBytes } from 'node:crypto'
import { readCookie } from './caller.ts'
import { isSecureSite } from './session.ts'

const cookieName = `${isSecureSite ? '__Host-' : ''}known-browser`
const YEAR_SECONDS = 365 * 24 * 60 * 60

/** Identifies the browser, so that users are notified of sign-ins from new ones. It grants no access. */
export function browserIdentifier(request: Request): string {
  const [known] = /^[\w-]{43}$/.exec(readCookie(request, cookieName) ?? '') ?? []
  return known ?? randomBytes(32).toString('base64url')
}

export const browserCookie = (identifier: string) =>
  `${cookieName}=${identifier}; Path=/; Max-Age=${YEAR_SECONDS}; HttpOnly; SameSite=Lax${isSecureSite ? '; Secure' : ''}`
