import { profileResponseSchema, type User } from '#contract/accounts.ts'
import { ApiError } from '#contract/errors.ts'
import { ACCOUNT_HEADER, isRead } from '#contract/http.ts'
import { can, forbiddenMessage, type Ability } from '#contract/roles.ts'
import { env } from '../env.ts'
import { bearer, callForJson } from '../upstream/client.ts'
import { accountKey, decodeSession, joinSessionCookie, type Session } from './session.ts'

const bearerPattern = /^Bearer ([A-Za-z0-9._~+/=-]{1,4096})$/i

export const unauthorized = () =>
  new ApiError('unauthorized', 'Sign in to continue.', { headers: { 'www-authenticate': 'Bearer' } })

function listCookies(request: Request) {
  const pairs = (request.headers.get('cookie') ?? '').split(/;\s*/)
  return pairs.map((pair) => {
    const [name = ''] = pair.split('=', 1)
    return { name, value: pair.slice(name.length + 1) }
  })
}

export const readCookie = (request: Request, name: string): string | undefined =>
  listCookies(request).find((cookie) => cookie.name === name)?.value

/** A write with the session cookie must come from a page of this site, because browsers send cookies with cross-site requests. */
export async function getToken(request: Request): Promise<string | undefined> {
  const header = request.headers.get('authorization') ?? ''
  // Browsers send the password of a proxy in front of the site with another scheme.
  if (/^Bearer(\s|$)/i.test(header)) {
    const token = bearerPattern.exec(header)?.[1]
    if (!token) throw unauthorized()
    return token
  }
  const cookie = joinSessionCookie(listCookies(request))
  const session = cookie ? await decodeSession({ token: cookie }) : null
  if (!session) return undefined
  if (!isRead(request.method)) requireSameOrigin(request)
  await requireSameAccount(request, session)
  return session.upstreamToken
}

export async function requireToken(request: Request): Promise<string> {
  const token = await getToken(request)
  if (!token) throw unauthorized()
  return token
}

export async function getUser(token: string): Promise<User> {
  const { data } = await callForJson('getProfile', profileResponseSchema, { headers: bearer(token) })
  return data.data
}

/** Another tab of the browser may have signed in with another account since the page was loaded. */
async function requireSameAccount(request: Request, { account, upstreamToken }: Session) {
  const expected = request.headers.get(ACCOUNT_HEADER) ?? account
  if (expected === account) return
  const { id, email, name } = await getUser(upstreamToken)
  // A session of an older release has the key of the e-mail address, which may also have changed.
  if ([id ?? email, email].some((own) => accountKey(own) === expected)) return
  throw new ApiError('other_account', `You are signed in as ${name} now. Reload the page.`)
}

/** Checks the token upstream, so that large bodies are read from signed-in callers only. */
export async function requireAccount(request: Request, ability?: Ability): Promise<string> {
  const token = await requireToken(request)
  const { role } = await getUser(token)
  if (ability && !can(role, ability)) throw new ApiError('forbidden', forbiddenMessage(ability))
  return token
}

/** Compares with SITE_URL, because the client controls the host of the request's URL. */
export function requireSameOrigin(request: Request) {
  if (request.headers.get('sec-fetch-site') === 'same-origin') return
  if (request.headers.get('origin') === new URL(env.SITE_URL).origin) return
  throw new ApiError('forbidden', `Requests from other sites are not allowed. This site is ${env.SITE_URL}.`)
}

/** Text browsers name no origin. Without a session, another site gains nothing by sending a form. */
export function requireOwnForm(request: Request) {
  const namesOrigin = ['origin', 'sec-fetch-site'].some((name) => request.headers.has(name))
  if (namesOrigin || joinSessionCookie(listCookies(request))) requireSameOrigin(request)
}
