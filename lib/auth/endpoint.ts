import { randomUUID } from 'node:crypto'
import NextAuth from 'next-auth'
import { NextRequest } from 'next/server'
import { json } from '../http/answer.ts'
import { JSON_LIMIT, readBody } from '../http/body.ts'
import { RequestError } from '../http/request-error.ts'
import { requireSameSite } from '../http/same-site.ts'
import { authOptions, type AuthAttempt } from './options.ts'
import { csrfCookieName, sessionCookieName } from './cookie-name.ts'
import { decodeSession } from './token.ts'

/** What next-auth is asked for; its other pages and providers do not exist here. */
const actions = {
  GET: new Set(['csrf', 'session']),
  POST: new Set(['callback/credentials', 'signout']),
} as const

/** The request as next-auth may see it: the form alone, without a way back, which the sign-in page minds itself. */
async function narrowed(request: Request, method: 'GET' | 'POST', action: string): Promise<NextRequest> {
  const address = `http://localhost/api/auth/${action}`
  if (method === 'GET') return new NextRequest(address)
  const form = new URLSearchParams(new TextDecoder().decode(await readBody(request, JSON_LIMIT)))
  form.delete('callbackUrl')
  form.set('json', 'true')
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  return new NextRequest(address, { method, headers, body: form.toString() })
}

/** A session that is not to be remembered ends with the browser: its cookie has no date. */
async function ownCookie(cookie: string): Promise<string[]> {
  const [pair = ''] = cookie.split(';', 1)
  const at = pair.indexOf('=')
  const [name, value] = [pair.slice(0, at), pair.slice(at + 1)]
  if (name === csrfCookieName) return [cookie]
  if (name !== sessionCookieName) return []
  const session = value === '' ? null : await decodeSession({ token: value })
  return [session && !session.remember ? cookie.replace(/;\s*(Expires|Max-Age)=[^;]*/gi, '') : cookie]
}

export async function answerAuth(request: Request, path: string[]): Promise<Response> {
  const action = path.join('/')
  const method = request.method === 'POST' ? 'POST' : 'GET'
  if (!actions[method].has(action)) throw new RequestError(404, 'There is no such call.')
  if (method === 'POST') requireSameSite(request)

  const attempt: AuthAttempt = { visitor: request.headers.get('x-client-address') ?? undefined }
  const options = authOptions(attempt)
  // A malformed cookie of this name answers 500 on every address of next-auth: nobody can know the name.
  const unused = { name: randomUUID(), options: {} }
  const context = { params: Promise.resolve({ nextauth: path }) }
  const answer: Response = await NextAuth(await narrowed(request, method, action), context, {
    ...options,
    cookies: { callbackUrl: unused },
  })

  const response =
    method === 'GET' ? json(await answer.json(), answer.status) : await outcome(answer, attempt)
  response.headers.set('cache-control', 'private, no-store')
  for (const cookie of answer.headers.getSetCookie())
    for (const own of await ownCookie(cookie)) response.headers.append('set-cookie', own)
  return response
}

/** next-auth says what happened by where it would redirect to. */
async function outcome(answer: Response, { fault }: AuthAttempt): Promise<Response> {
  if (fault) {
    const headers: Record<string, string> = fault.retryAfter ? { 'retry-after': fault.retryAfter } : {}
    return json({ error: fault.message, fields: fault.fields }, fault.status, headers)
  }
  const { url } = await answer.json()
  if (String(url).includes('csrf=true')) throw new RequestError(403, 'The form is too old. Please try again.')
  return json({})
}
