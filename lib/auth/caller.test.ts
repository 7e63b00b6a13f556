import { expect, it } from '@jest/globals'

process.env['NEXTAUTH_SECRET'] = 'a secret of at least 32 characters'
const { getToken } = await import('./caller.ts')
const { encodeSession, sessionCookieName } = await import('./session.ts')

const sessionCookie = async (upstreamToken: string) => {
  const until = Math.floor(Date.now() / 1000) + 60
  const session = { name: 'Ada', email: 'ada@example.com', upstreamToken, remember: false, until }
  return encodeSession({ token: session, secret: '' })
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
