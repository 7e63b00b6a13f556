import { randomUUID } from 'node:crypto'
import NextAuth from 'next-auth'
import { NextRequest } from 'next/server'
import { ApiError } from '#contract/errors.ts'
import { bodyLimits } from '#contract/limits.ts'
import { readBody } from '../http/body.ts'
import { json } from '../http/response.ts'
import { browserCookie, browserIdentifier } from './browser.ts'
import { requireSameOrigin } from './caller.ts'
import { clientAddressOf, clientAgent } from '../upstream/forward.ts'
import { csrfCookieName, decodeSession, sessionCookieName } from './session.ts'
import { authOptions, type SignInAttempt } from './options.ts'

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

/** Without "remember me" the cookie has no expiry date, so the browser drops it when it closes. */
async function filterCookie(cookie: string): Promise<string[]> {
  const [pair = ''] = cookie.split(';', 1)
  const at = pair.indexOf('=')
  const [name, value] = [pair.slice(0, at), pair.slice(at + 1)]
  if (name === csrfCookieName) return [cookie]
  if (name !== sessionCookieName) return []
  const session = value === '' ? null : await decodeSession({ token: value })
  return [session && !session.remember ? cookie.replace(/;\s*(Expires|Max-Age)=[^;]*/gi, '') : cookie]
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
  for (const cookie of response.headers.getSetCookie())
    for (const filtered of await filterCookie(cookie)) result.headers.append('set-cookie', filtered)
  if (attempt.isSignedIn) result.headers.append('set-cookie', browserCookie(attempt.browser))
  return result
}
