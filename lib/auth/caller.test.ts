import { expect, it } from '@jest/globals'

process.env['NEXTAUTH_SECRET'] = 'a secret of at least 32 characters'
const { getToken } = await import('./caller.ts')
const { encodeSession, sessionCookieName } = await import('./session.ts')

it('reads a session cookie that NextAuth divided, in any order of its parts', async () => {
  const until = Math.floor(Date.now() / 1000) + 60
  const upstreamToken = 'long-'.repeat(800)
  const session = { name: 'Ada', email: 'ada@example.com', upstreamToken, remember: false, until }
  const value = await encodeSession({ token: session, secret: '' })
  const parts = [value.slice(3000), value.slice(0, 3000)].map(
    (part, index) => `${sessionCookieName}.${1 - index}=${part}`,
  )
  const cookie = ['theme=dark', ...parts, `${sessionCookieName}-other=x`].join('; ')
  expect(await getToken(new Request('http://site', { headers: { cookie } }))).toBe(upstreamToken)
})
