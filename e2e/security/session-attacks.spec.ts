import { decode } from 'next-auth/jwt'
import { redirectCorpus } from '#contract/testing/redirect-corpus.ts'
import { account, accountEnv } from '../support/session.ts'
import { expect, test, unique } from '../support/fixtures.ts'
import { cookiePairs, sealedCookie, secretOf, sessionOf, sessionPair } from '../support/forged-session.ts'
import { rawRequest } from '../support/raw-request.ts'
import { startServer } from '../support/server-process.ts'

const sameOrigin = { 'sec-fetch-site': 'same-origin' }
const formType = { 'content-type': 'application/x-www-form-urlencoded' }
const wrong = 'not the password'

const csrfOf = (cookies: string) =>
  decodeURIComponent(/next-auth\.csrf-token=([^;]*)/.exec(cookies)?.[1] ?? '').split('|')[0] ?? ''

async function csrf(url: string, headers: Record<string, string> = {}) {
  const response = await rawRequest(url, '/api/auth/csrf', { headers })
  return cookiePairs([response.headers['set-cookie'] ?? []].flat()).join('; ')
}

test.describe('a session', { tag: '@once' }, () => {
  test('ends at sign-out, even while other requests refresh it', async ({ site }) => {
    for (let round = 0; round < 3; round++) {
      const cookies = await sessionOf(site.url, site.newVisitor())
      const headers = { cookie: cookies, ...sameOrigin }
      const body = new URLSearchParams({ csrfToken: csrfOf(cookies) }).toString()
      const read = () => rawRequest(site.url, '/api/auth/session', { headers })
      const signOut = () =>
        rawRequest(site.url, '/api/auth/signout', {
          method: 'POST',
          headers: { ...headers, ...formType },
          body,
        })
      const before = Array.from({ length: 8 }, read)
      const responses = await Promise.all([...before, signOut(), ...Array.from({ length: 8 }, read)])
      expect(responses[8]?.status).toBe(200)
      const given = responses.flatMap((response) =>
        cookiePairs([response.headers['set-cookie'] ?? []].flat()),
      )
      const left = new Set(
        [sessionPair(cookies), ...given.map(sessionPair)].filter((pair) => pair.length > 60),
      )
      expect(left.size, 'reads seal the cookie anew').toBeGreaterThan(1)
      for (const cookie of left) {
        const profile = await rawRequest(site.url, '/api/auth/profile', { headers: { cookie } })
        expect(profile.status).toBe(401)
        const page = await rawRequest(site.url, '/admin/dashboard', { headers: { cookie } })
        expect(page.headers['location']).toMatch(/^\/admin\/ended/)
      }
    }
  })

  test('ends at its absolute expiry, even when it is read often', async ({ site }) => {
    const secret = await secretOf(site.dataDir)
    const opened = async (pair: string) => decode({ token: pair.split('=')[1], secret })
    let cookie = sessionPair(await sessionOf(site.url, site.newVisitor()))
    const { until, upstreamToken } = (await opened(cookie)) ?? {}
    for (let read = 0; read < 3; read++) {
      const response = await rawRequest(site.url, '/api/auth/session', { headers: { cookie } })
      cookie = sessionPair(cookiePairs([response.headers['set-cookie'] ?? []].flat()).join('; ')) || cookie
      const now = await opened(cookie)
      expect(now).toMatchObject({ until, upstreamToken })
      expect(Number(now?.['exp'])).toBeLessThanOrEqual(Number(until) + 1)
      expect(Object.keys(JSON.parse(response.body)).toSorted()).toEqual(['expires', 'user'])
    }
    const over = { upstreamToken, until: Math.floor(Date.now() / 1000) - 1 }
    const ended = await sealedCookie(secret, over)
    const profile = await rawRequest(site.url, '/api/auth/profile', { headers: { cookie: ended } })
    expect(profile.status).toBe(401)
    const session = await rawRequest(site.url, '/api/auth/session', { headers: { cookie: ended } })
    expect(JSON.parse(session.body)).toEqual({})
    // The same claims with a future expiry are valid, so the expiry caused the rejection.
    const ongoing = await sealedCookie(secret, { ...over, until: over.until + 100 })
    const going = await rawRequest(site.url, '/api/auth/profile', { headers: { cookie: ongoing } })
    expect(going.status).toBe(200)
  })

  test('ignores updates from the browser', async ({ site }) => {
    const cookies = await sessionOf(site.url, site.newVisitor())
    const headers = { cookie: cookies, ...sameOrigin, 'content-type': 'application/json' }
    const data = { name: 'Owner', upstreamToken: 'mine', until: 9e9, user: { name: 'Owner' } }
    const body = JSON.stringify({ csrfToken: csrfOf(cookies), data })
    for (const action of ['session', 'callback/email', 'signin/credentials', '_log', 'providers', 'error']) {
      const response = await rawRequest(site.url, `/api/auth/${action}`, { method: 'POST', headers, body })
      expect(response.status, action).toBe(404)
    }
    const session = await rawRequest(site.url, '/api/auth/session', { headers: { cookie: cookies } })
    expect(JSON.parse(session.body).user.name).toBe('Editorial team')
  })
})

function signInWays(url: string, email: string) {
  const byPage = async (headers: Record<string, string>, password = wrong) => {
    const cookie = await csrf(url, headers)
    const form = new URLSearchParams({ email, password, csrfToken: csrfOf(cookie) })
    return rawRequest(url, '/api/auth/callback/credentials', {
      method: 'POST',
      headers: { ...headers, ...sameOrigin, ...formType, cookie },
      body: form.toString(),
    })
  }
  const byCall = (headers: Record<string, string>, password = wrong) =>
    rawRequest(url, '/api/auth/login', {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify({ email, password }),
    })
  return { byPage, byCall }
}

const address = (number: number) => `203.0.113.${number}`
/** Headers that some proxies use for the client address. */
const claims = (number: number) => ({
  'x-client-address': address(number),
  'x-real-ip': address(number),
  'x-client-ip': address(number),
  'true-client-ip': address(number),
  'cf-connecting-ip': address(number),
  forwarded: `for=${address(number)}`,
})

test(
  'the identifier of a browser is set by a sign-in only, and bound to an https site',
  { tag: '@once' },
  async () => {
    const env = { ...accountEnv, SITE_URL: 'https://www.halyard.test' }
    const secure = await startServer({ entry: '.next/site/start.mjs', portVariable: 'PORT', env })
    const { byPage, byCall } = signInWays(secure.url, account.email)
    const given = async (response: ReturnType<typeof byPage>) =>
      [(await response).headers['set-cookie'] ?? []]
        .flat()
        .filter((cookie) => cookie.includes('known-browser'))
    expect(await given(byPage({}))).toEqual([])
    expect(await given(byCall({}, account.password))).toEqual([])
    expect(await given(byPage({}, account.password))).toEqual([
      expect.stringMatching(
        /^__Host-known-browser=[\w-]{43}; Path=\/; Max-Age=31536000; HttpOnly; SameSite=Lax; Secure$/,
      ),
    ])
    await secure.stop()
  },
)

test.describe('password guessing', { tag: '@once' }, () => {
  test('is limited across both ways to sign in, ignoring forwarded addresses without a proxy', async () => {
    const env = { ...accountEnv, TRUST_PROXY: '0' }
    const bare = await startServer({ entry: '.next/site/start.mjs', portVariable: 'PORT', env })
    const { byPage, byCall } = signInWays(bare.url, account.email)
    const statuses: number[] = []
    for (let tries = 0; tries < 7; tries++) {
      const headers = { ...claims(tries), 'x-forwarded-for': `${address(tries)}, ${address(100 + tries)}` }
      statuses.push((await (tries % 2 ? byPage(headers) : byCall(headers))).status)
    }
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429, 429])
    const last = await byPage(claims(99), account.password)
    expect(last.status, 'not even with the password').toBe(429)
    expect(Number(last.headers['retry-after'])).toBeGreaterThan(60)
    await bare.stop()
  })

  test('is limited by the address that the trusted proxy reports', async ({ site }) => {
    const email = `${unique('spoofed').replace(' ', '-')}@example.com`
    const { byPage, byCall } = signInWays(site.url, email)
    const real = site.newVisitor()
    const statuses: number[] = []
    for (let tries = 0; tries < 6; tries++) {
      const headers = { ...claims(tries), 'x-forwarded-for': `${address(tries)}, ${address(9)}, ${real}` }
      statuses.push((await (tries % 2 ? byPage(headers) : byCall(headers))).status)
    }
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429])
    expect((await byCall({ 'x-forwarded-for': site.newVisitor() })).status).toBe(401)
  })

  test('does not reveal which accounts exist', async ({ site }) => {
    const known = signInWays(site.url, account.email)
    const unknown = signInWays(site.url, 'nobody-at-all@example.com')
    for (const way of ['byPage', 'byCall'] as const) {
      const responses = []
      for (const ways of [known, unknown]) {
        const { status, body, headers } = await ways[way]({ 'x-forwarded-for': site.newVisitor() })
        const own = new Set(['date', 'content-length', 'set-cookie', 'etag', 'x-request-id'])
        const otherHeaders = Object.fromEntries(Object.entries(headers).filter(([name]) => !own.has(name)))
        responses.push({ status, body, otherHeaders })
      }
      expect(responses[0]?.status).toBe(401)
      expect(responses[1], way).toEqual(responses[0])
    }
  })
})

test.describe('the return path', { tag: '@once' }, () => {
  const stays = (location: unknown, site: string, what: string) => {
    const url = new URL(String(location), site)
    expect(url.origin, what).toBe(site)
    const from = url.searchParams.get('from')
    if (from === null) return
    const back = new URL(from, site)
    expect([back.origin, back.pathname.startsWith('/admin/')], what).toEqual([site, true])
  }

  test('after a session has ended stays on the site', async ({ site }) => {
    for (const wanted of redirectCorpus)
      for (const from of [
        encodeURIComponent(wanted.toWellFormed()),
        encodeURIComponent(encodeURIComponent(wanted)),
      ]) {
        const response = await rawRequest(site.url, `/admin/ended?from=${from}`, {
          headers: { cookie: 'next-auth.session-token=x' },
        })
        expect(response.status, wanted).toBe(307)
        stays(response.headers['location'], site.url, wanted)
      }
  })

  test('is never taken from the callbackUrl of next-auth', async ({ site }) => {
    const cookies = await csrf(site.url)
    for (const wanted of redirectCorpus) {
      const value = encodeURIComponent(wanted)
      const cookie = `${cookies}; next-auth.callback-url=${value}; __Secure-next-auth.callback-url=${value}`
      const query = `?callbackUrl=${value}&redirect=${value}`
      for (const action of ['csrf', 'session', 'signin', 'signout', 'error']) {
        const response = await rawRequest(site.url, `/api/auth/${action}${query}`, { headers: { cookie } })
        expect([200, 404], `${action} ${wanted}`).toContain(response.status)
        expect(response.headers['location'], `${action} ${wanted}`).toBeUndefined()
        expect(JSON.stringify(response), `${action} ${wanted}`).not.toContain('evil')
      }
      const form = new URLSearchParams({ csrfToken: csrfOf(cookies), callbackUrl: wanted, json: 'false' })
      const response = await rawRequest(site.url, `/api/auth/signout${query}`, {
        method: 'POST',
        headers: { cookie, ...sameOrigin, ...formType },
        body: form.toString(),
      })
      expect([response.status, response.headers['location'], response.body], wanted).toEqual([
        200,
        undefined,
        '{}',
      ])
    }
  })

  test('of a protected URL stays on the site', async ({ site }) => {
    for (const wanted of [
      '//evil.example',
      '/\\evil.example',
      '@evil.example',
      'https://evil.example',
      '..%2f..%2f',
    ]) {
      const response = await rawRequest(site.url, `/admin/${wanted}?next=//evil.example`)
      stays(response.headers['location'] ?? '/', site.url, wanted)
    }
  })
})
