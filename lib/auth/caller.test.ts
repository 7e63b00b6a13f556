import { afterAll, describe, expect, it } from '@jest/globals'
import { ACCOUNT_HEADER } from '#contract/http.ts'
import { sendJson, startFakeUpstream } from '#testing/fake-upstream.ts'

process.env['NEXTAUTH_SECRET'] = 'a secret of at least 32 characters'
const upstream = await startFakeUpstream((request, response) => {
  if (request.url !== '/api/auth/profile') return sendJson(response, { error: 'Not found' }, 404)
  sendJson(response, { data: { name: 'Ada Lovelace', email: 'ada@example.com', role: 'editor' } })
})
const { getToken } = await import('./caller.ts')
const { accountKey, encodeSession, sessionCookieName } = await import('./session.ts')
const { handle, route } = await import('../http/route.ts')

afterAll(() => upstream.close())

const sessionCookie = async (upstreamToken: string, account?: string) => {
  const until = Math.floor(Date.now() / 1000) + 60
  const session = { name: 'Ada', email: 'ada@example.com', upstreamToken, remember: false, until }
  return encodeSession({ token: { ...session, ...(account && { account }) }, secret: '' })
}

it('reads a session cookie that NextAuth divided, in any order of its parts', async () => {
  const upstreamToken = 'long-'.repeat(800)
  const value = await sessionCookie(upstreamToken)
  const parts = [value.slice(3000), value.slice(0, 3000)].map(
    (part, index) => `${sessionCookieName}.${1 - index}=${part}`,
  )
  const cookie = ['theme=dark', ...parts, `${sessionCookieName}-other=x`].join('; ')
  expect(await getToken(new Request('http://site', { headers: { cookie } }))).toBe(upstreamToken)
})

it.each(['Basic c3RhZ2luZzpzZWNyZXQ=', 'Negotiate abc', 'Bearers x', ''])(
  'ignores the credential of another scheme: %j',
  async (authorization) => {
    const cookie = `${sessionCookieName}=${await sessionCookie('token')}`
    const call = (method: string, headers: Record<string, string>) =>
      getToken(new Request('http://site', { method, headers: { authorization, ...headers } }))
    expect(await call('GET', { cookie })).toBe('token')
    expect(await call('POST', { cookie, 'sec-fetch-site': 'same-origin' })).toBe('token')
    await expect(call('POST', { cookie, 'sec-fetch-site': 'cross-site' })).rejects.toThrow(
      'Requests from other sites are not allowed. This site is http://localhost:3000.',
    )
    expect(await call('GET', {})).toBeUndefined()
  },
)

it.each(['Bearer', 'bearer ', 'BEARER two tokens', 'Bearer ü'])(
  'rejects a malformed bearer token in spite of a session: %j',
  async (authorization) => {
    const cookie = `${sessionCookieName}=${await sessionCookie('token')}`
    const request = new Request('http://site', { headers: { authorization, cookie } })
    await expect(getToken(request)).rejects.toThrow('Sign in to continue.')
  },
)

describe('a request of a page', () => {
  const respond = ({ token }: { token: string | undefined }) =>
    Promise.resolve(Response.json({ token: token ?? null }))
  const handlers = route({
    GET: handle('optional', respond),
    DELETE: handle('token', respond),
    PUT: handle('account', respond),
    POST: handle('writePosts', respond),
  })
  const methods = ['GET', 'DELETE', 'PUT', 'POST'] as const

  async function call(method: (typeof methods)[number], headers: Record<string, string>) {
    const body = new FormData()
    body.set('title', 'Halyards')
    const request = new Request('http://site/api/x', {
      method,
      headers: { 'sec-fetch-site': 'same-origin', ...headers },
      ...(method !== 'GET' && { body }),
    })
    const response = await handlers[method](request, { params: Promise.resolve({}) })
    return { status: response.status, body: await response.json() }
  }
  const withCookie = async (account?: string) => ({
    cookie: `${sessionCookieName}=${await sessionCookie('token', account)}`,
  })
  const accepted = { status: 200, body: { token: 'token' } }

  it.each(methods)('is rejected for another account than that of the session: %s', async (method) => {
    const signedIn = await withCookie('key-of-ada')
    expect(await call(method, { ...signedIn, [ACCOUNT_HEADER]: 'key-of-bob' })).toEqual({
      status: 409,
      body: { error: 'You are signed in as Ada Lovelace now. Reload the page.', code: 'other_account' },
    })
    expect(await call(method, { ...signedIn, [ACCOUNT_HEADER]: '' })).toMatchObject({ status: 409 })
    expect(await call(method, { ...signedIn, [ACCOUNT_HEADER]: 'key-of-ada' })).toEqual(accepted)
  })

  it.each(methods)('is accepted without the account, and with a bearer token: %s', async (method) => {
    expect(await call(method, await withCookie('key-of-ada'))).toEqual(accepted)
    const headers = { authorization: 'Bearer token', [ACCOUNT_HEADER]: 'key-of-bob' }
    expect(await call(method, headers)).toEqual(accepted)
  })

  it('needs a session in spite of the account', async () => {
    const headers = { [ACCOUNT_HEADER]: 'key-of-ada' }
    for (const method of ['DELETE', 'PUT', 'POST'] as const)
      expect(await call(method, headers)).toEqual({ status: 401, body: { error: 'Sign in to continue.' } })
    expect(await call('GET', headers)).toEqual({ status: 200, body: { token: null } })
  })

  it('has the account of its e-mail address in a session of an older release', async () => {
    const signedIn = await withCookie()
    const account = accountKey('ada@example.com')
    expect(await call('POST', { ...signedIn, [ACCOUNT_HEADER]: account })).toEqual(accepted)
    const signedInAgain = await withCookie('key-of-ada')
    expect(await call('POST', { ...signedInAgain, [ACCOUNT_HEADER]: account })).toEqual(accepted)
    expect(await call('POST', { ...signedIn, [ACCOUNT_HEADER]: 'key-of-bob' })).toMatchObject({ status: 409 })
  })
})
