import { RequestError } from '../http/request-error.ts'
import { requireSameSite } from '../http/same-site.ts'
import { callForJson } from '../upstream/call.ts'
import { sessionCookieName } from './cookie-name.ts'
import { profileAnswerSchema } from './schema.ts'
import { decodeSession } from './token.ts'

const bearer = /^Bearer ([A-Za-z0-9._~+/=-]{1,4096})$/i
const signInFirst = () => new RequestError(401, 'Sign in to do this.', { 'www-authenticate': 'Bearer' })

function cookieOf(request: Request, name: string): string | undefined {
  const pairs = (request.headers.get('cookie') ?? '').split(/;\s*/)
  return pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1)
}

/**
 * The token of whoever calls `/api`: their own bearer token, or the one in the cookie of a signed-in browser. What a
 * browser sends by itself is believed for a change only when one of our pages sent it.
 */
export async function callerToken(request: Request): Promise<string | undefined> {
  const header = request.headers.get('authorization')
  if (header !== null) {
    const token = bearer.exec(header)?.[1]
    if (!token) throw signInFirst()
    return token
  }
  const cookie = cookieOf(request, sessionCookieName)
  const session = cookie ? await decodeSession({ token: cookie }) : null
  if (!session) return undefined
  if (request.method !== 'GET' && request.method !== 'HEAD') requireSameSite(request)
  return session.upstreamToken
}

export async function requireToken(request: Request): Promise<string> {
  const token = await callerToken(request)
  if (!token) throw signInFirst()
  return token
}

/** A token that the upstream knows, asked before a body is read: megabytes are not taken from just anyone. */
export async function requireKnownToken(request: Request): Promise<string> {
  const token = await requireToken(request)
  await callForJson('profile', profileAnswerSchema, {
    headers: {
      authorization: `Bearer ${token}`,
      'x-request-id': request.headers.get('x-request-id') ?? undefined,
    },
  })
  return token
}
