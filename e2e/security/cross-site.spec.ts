import { expect, test, unique } from '../support/fixtures.ts'
import { appFiles } from '../support/app-files.ts'
import { sessionOf } from '../support/forged-session.ts'
import { rawRequest } from '../support/raw-request.ts'
import { allRows, changedTables } from '../support/stored-rows.ts'

/** Writes without a session; other checks protect them from cross-site requests. */
const withoutSession = ['/api/auth/login', '/api/auth/forgot', '/api/contact', '/api/newsletter']

/** Authorized by a token; mail services and pages without referrer send no Origin. */
const byToken = new Set([
  '/api/auth/email',
  '/api/auth/reset',
  '/api/invitations/accept',
  '/api/newsletter/confirm',
  '/api/newsletter/unsubscribe',
  '/api/previews/unlock',
  '/api/previews/review',
  '/api/previews/notes',
])

const others: Record<string, Record<string, string>> = {
  'no headers': {},
  'an origin it hides': { origin: 'null' },
  'another origin': { origin: 'https://evil.example' },
  'an origin that begins like ours': { origin: 'SITE.evil.example' },
  'an origin that ends like ours': { origin: 'http://evil-localhost' },
  'our host by another scheme': { origin: 'HTTPS' },
  'our host without its port': { origin: 'http://localhost' },
  'a cross-site fetch': { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' },
  'a cross-site fetch, hidden': { 'sec-fetch-site': 'cross-site', origin: 'null' },
  'a same-site fetch': { 'sec-fetch-site': 'same-site', origin: 'http://other.localhost' },
  'a same-site fetch without Origin': { 'sec-fetch-site': 'same-site' },
  'a typed address': { 'sec-fetch-site': 'none' },
  'two fetch sites': { 'sec-fetch-site': 'same-origin, cross-site' },
  'a referrer of ours': { referer: 'SITE/admin/blogs' },
  'the host of another': { host: 'evil.example', origin: 'http://evil.example' },
  'the forwarded host of another': { 'x-forwarded-host': 'evil.example', origin: 'http://evil.example' },
}

const filledIn = (headers: Record<string, string>, url: string) =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name,
      value.replace('SITE', url).replace('HTTPS', url.replace('http:', 'https:')),
    ]),
  )

/** Content types that a cross-site form or script can send without a preflight. */
const simpleTypes = [
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=B',
  'text/plain; application/json',
  '',
]

test.describe('a cross-site request', { tag: '@once' }, () => {
  test('cannot write with a cookie, for any Origin and Sec-Fetch-Site', async ({ site, staff, request }) => {
    const post = await staff.create({ title: unique('Untouched') })
    const cookie = await sessionOf(site.url, site.newVisitor())
    const handlers = appFiles('api/**/route.ts', { '[ref]': post.id, '[...nextauth]': 'signout' })
    const before = allRows(site.dataDir)
    let tried = 0
    for (const { route, address } of handlers.filter((handler) => !byToken.has(handler.route))) {
      const allow = (await request.fetch(address, { method: 'PATCH' })).headers()['allow'] ?? ''
      for (const method of allow
        .split(', ')
        .filter((name) => name && !['GET', 'HEAD', 'OPTIONS'].includes(name)))
        for (const [from, headers] of Object.entries(others)) {
          // Handlers share one check, so every type with every origin is tried at some of them only.
          const everyType =
            ['/api/blogs', ...withoutSession].includes(route) || from === 'another origin' ? simpleTypes : []
          const types = withoutSession.includes(route) ? simpleTypes : ['application/json', ...everyType]
          for (const type of types) {
            const sent = { cookie, ...filledIn(headers, site.url), ...(type && { 'content-type': type }) }
            const response = await rawRequest(site.url, address, { method, headers: sent, body: '{}' })
            const expected = withoutSession.includes(route) ? [403, 415] : [403]
            expect(expected, `${method} ${address} as ${type} with ${from}: ${response.status}`).toContain(
              response.status,
            )
            tried += 1
          }
        }
    }
    expect(tried).toBeGreaterThan(700)
    expect(changedTables(before, allRows(site.dataDir))).toEqual([])
    const own = { cookie, 'sec-fetch-site': 'same-origin', origin: 'https://evil.example' }
    for (const headers of [own, { cookie, origin: site.url }])
      expect((await rawRequest(site.url, '/api/blogs/none', { method: 'DELETE', headers })).status).toBe(404)
  })

  test('cannot read a response', async ({ site }) => {
    for (const path of ['/', '/blog', '/api/blogs', '/api/auth/session', '/feed.xml', '/admin/dashboard'])
      for (const method of ['GET', 'OPTIONS']) {
        const headers = { origin: 'https://evil.example', 'access-control-request-method': 'PUT' }
        const response = await rawRequest(site.url, path, { method, headers })
        const cors = Object.keys(response.headers).filter((name) => name.startsWith('access-control-'))
        expect(cors, `${method} ${path}`).toEqual([])
      }
  })
})

test('GET requests change nothing', { tag: '@once' }, async ({ site, staff, page: _ }) => {
  const post = await staff.create({ title: unique('Looked at') })
  const cookie = await sessionOf(site.url, site.newVisitor())
  const samples = { '[ref]': post.id, '[id]': post.id, '[slug]': post.slug, '[page]': '1', '[tag]': 'SEO' }
  const found = appFiles('**/{page.tsx,route.ts}', samples).map(({ address }) => address)
  const auth = ['signout', 'signin', 'signin/credentials', 'callback/credentials', 'csrf', 'error', '_log']
  const addresses = [
    ...found,
    ...auth.map((action) => `/api/auth/${action}?callbackUrl=/`),
    `/api/blogs/${post.id}?_method=DELETE&published=false`,
    `/api/auth/login?email=a@example.com&password=abcdef`,
    '/api/newsletter?email=a@example.com',
  ]
  const before = allRows(site.dataDir)
  for (const address of addresses)
    for (const method of ['GET', 'HEAD', 'OPTIONS']) {
      const headers = {
        ...{ cookie, 'sec-fetch-site': 'same-origin', 'x-http-method-override': 'DELETE' },
        'user-agent': 'Mozilla/5.0 (X11; Linux) Firefox/140.0',
      }
      const { status } = await rawRequest(site.url, address, { method, headers })
      expect(status, `${method} ${address}`).toBeLessThan(500)
    }
  const changed = changedTables(before, allRows(site.dataDir))
  // Invalid links are counted against guessing.
  expect(changed.filter((table) => table !== 'rate_limits')).toEqual([])
  expect((await rawRequest(site.url, '/api/auth/profile', { headers: { cookie } })).status).toBe(200)
})
