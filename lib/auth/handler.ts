import { randomUUID, randomBytes } from 'node:crypto'
import NextAuth from 'next-auth'
import { NextRequest } from 'next/server'
import { ApiError } from '#contract/errors.ts'
import { bodyLimits } from '#contract/limits.ts'
import { isSecureSite } from '../env.ts'
import { readBody } from '../http/body.ts'
import { json } from '../http/response.ts'
import { requireSameOrigin, readCookie } from './caller.ts'
import { clientAddressOf, clientAgent } from '../upstream/forward.ts'
import { csrfCookieName, decodeSession, isSessionCookie, joinSessionCookie } from './session.ts'
import { authOptions, type SignInAttempt } from './options.ts'

const cookieName = `${isSecureSite ? '__Host-' : ''}known-browser`
const YEAR_SECONDS = 365 * 24 * 60 * 60

/** Identifies the browser, so that users are notified of sign-ins from new ones. It grants no access. */
function browserIdentifier(request: Request): string {
  const [known] = /^[\w-]{43}$/.exec(readCookie(request, cookieName) ?? '') ?? []
  return known ?? randomBytes(32).toString('base64url')
}

const browserCookie = (identifier: string) =>
  `${cookieName}=${identifier}; Path=/; Max-Age=${YEAR_SECONDS}; HttpOnly; SameSite=Lax${isSecureSite ? '; Secure' : ''}`

const actions = {
  GET: new Set(['csrf', 'session']),
  POST: new Set(['callback/credentials', 'signout']),
} as const

/** Drops `callbackUrl`, because the sign-in page validates the return path itself. */
async function toNextAuthRequest(request: Request, method: 'GET' | 'POST', action: string) {
  const url = `http://localhost/api/auth/${action}`
  if (method === 'GET') return new NextRequest(url)
  const form = new URLSearchParams(new TextDecoder().decode(await readBody(request, bodyLimits.json)))
  form.delete('callbackUrl')
  form.set('json', 'true')
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  return new NextRequest(url, { method, headers, body: form.toString() })
}

function parseSetCookie(header: string) {
  const [pair = ''] = header.split(';', 1)
  const [name = ''] = pair.split('=', 1)
  return { header, name, value: pair.slice(name.length + 1) }
}

/** Without "remember me" the session cookie has no expiry date, so the browser drops it when it closes. */
async function filterCookies(headers: string[]): Promise<string[]> {
  const cookies = headers.map(parseSetCookie)
  const session = await decodeSession({ token: joinSessionCookie(cookies) })
  const isSessionOnly = session !== null && !session.remember
  return cookies
    .filter((cookie) => cookie.name === csrfCookieName || isSessionCookie(cookie))
    .map(({ header, name, value }) =>
      isSessionOnly && name !== csrfCookieName && value !== ''
        ? header.replace(/;\s*(Expires|Max-Age)=[^;]*/gi, '')
        : header,
    )
}

/** NextAuth reports the result of a POST in the URL that it redirects to. */
async function resultOf(response: Response, { error }: SignInAttempt): Promise<Response> {
  if (error) return error.toResponse()
  const { url } = await response.json()
  if (String(url).includes('csrf=true'))
    throw new ApiError('forbidden', 'The form has expired. Please try again.')
  return json({})
}

export async function handleAuth(request: Request, path: string[]): Promise<Response> {
  const action = path.join('/')
  const method = request.method === 'POST' ? 'POST' : 'GET'
  if (!actions[method].has(action)) throw new ApiError('not_found', 'Not found')
  if (method === 'POST') requireSameOrigin(request)

  const attempt: SignInAttempt = {
    clientAddress: clientAddressOf(request),
    agent: clientAgent(request),
    browser: browserIdentifier(request),
  }
  const context = { params: Promise.resolve({ nextauth: path }) }
  const response: Response = await NextAuth(await toNextAuthRequest(request, method, action), context, {
    ...authOptions(attempt),
    // A malformed callback-url cookie makes NextAuth respond with 500, so the cookie has an unguessable name.
    cookies: { callbackUrl: { name: randomUUID(), options: {} } },
  })

  const result =
    method === 'GET' ? json(await response.json(), response.status) : await resultOf(response, attempt)
  result.headers.set('cache-control', 'private, no-store')
  for (const cookie of await filterCookies(response.headers.getSetCookie()))
    result.headers.append('set-cookie', cookie)
  if (attempt.isSignedIn) result.headers.append('set-cookie', browserCookie(attempt.browser))
  return result
}
