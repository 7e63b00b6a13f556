import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { encode } from 'next-auth/jwt'
import { rawRequest } from './raw-request.ts'
import { account, knownBrowser } from './session.ts'

const sessionName = 'next-auth.session-token'
const now = () => Math.floor(Date.now() / 1000)

const claims = (more: object) => ({
  name: 'Forged',
  email: 'forged@example.com',
  upstreamToken: 'a-token-that-nobody-gave',
  remember: true,
  until: now() + 3600,
  ...more,
})

export const secretOf = async (dataDir: string) =>
  process.env['NEXTAUTH_SECRET'] ?? (await readFile(path.join(dataDir, 'secret'), 'utf8'))

/** A session cookie encrypted like the site's, with any claims. */
export async function sealedCookie(secret: string, more: object = {}, maxAge = 3600): Promise<string> {
  return `${sessionName}=${await encode({ token: claims(more), secret, maxAge })}`
}

export const cookiePairs = (cookies: string[]) => cookies.map((cookie) => cookie.split(';')[0] ?? '')

export async function sessionOf(url: string, visitor: string, credentials = account): Promise<string> {
  const common = { 'x-forwarded-for': visitor, 'sec-fetch-site': 'same-origin' }
  const csrf = await rawRequest(url, '/api/auth/csrf', { headers: common })
  const csrfCookies = cookiePairs([csrf.headers['set-cookie'] ?? []].flat())
  const form = { ...credentials, remember: 'true', csrfToken: JSON.parse(csrf.body).csrfToken }
  const response = await rawRequest(url, '/api/auth/callback/credentials', {
    method: 'POST',
    headers: {
      ...common,
      cookie: [...csrfCookies, `${knownBrowser.name}=${knownBrowser.value}`].join('; '),
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: new URLSearchParams(form).toString(),
  })
  if (response.status !== 200) throw new Error(`Signing in: ${response.status} ${response.body}`)
  return [...csrfCookies, ...cookiePairs([response.headers['set-cookie'] ?? []].flat())].join('; ')
}

export const sessionPair = (cookies: string) =>
  cookies.split('; ').find((pair) => pair.startsWith(`${sessionName}=`)) ?? ''

/** Invalid cookies that the middleware lets pass, because it only checks for presence. */
export async function invalidCookies(url: string, dataDir: string, visitor: string) {
  const secret = await secretOf(dataDir)
  const left = await sessionOf(url, visitor)
  await rawRequest(url, '/api/auth/logout', {
    method: 'POST',
    headers: { cookie: left, 'sec-fetch-site': 'same-origin' },
  })
  const unsigned = (header: object) =>
    [header, claims({})].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.')
  return {
    'any text': `${sessionName}=x`,
    'an unsigned token': `${sessionName}=${unsigned({ alg: 'none', typ: 'JWT' })}.`,
    'a cookie of another secret': await sealedCookie('another secret of thirty-two letters'),
    'a token that was never issued': await sealedCookie(secret),
    'a session without a token': await sealedCookie(secret, { upstreamToken: undefined }),
    'a session past its end': await sealedCookie(secret, { until: now() - 1 }),
    'a session that was signed out': left,
  }
}
