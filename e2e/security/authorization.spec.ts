import { request as httpRequest } from 'node:http'
import { can } from '#contract/roles.ts'
import { callers, permissions, sitePermissions, toCall, upstreamOnly } from '#testing/permissions.ts'
import { expect, test, unique } from '../support/fixtures.ts'
import { appFiles } from '../support/app-files.ts'
import { sessionOf, invalidCookies } from '../support/forged-session.ts'
import { createUser } from '../support/people.ts'
import { rawRequest } from '../support/raw-request.ts'

const sameOrigin = { 'sec-fetch-site': 'same-origin' }

const permissionOf = (method: string, route: string) => {
  const call = toCall(method === 'HEAD' ? 'GET' : method, route)
  return permissions[call] ?? sitePermissions[call]
}

/** Pages of the staff area for people who are not signed in. */
const openPages = new Set(['/admin/login', '/admin/forgot', '/admin/reset', '/admin/email'])

/** Headers that Next's router sends to get parts of a page. */
const flights: Record<string, string>[] = [
  { rsc: '1' },
  { rsc: '1', 'next-router-prefetch': '1' },
  { rsc: '1', 'next-router-prefetch': '1', 'next-router-segment-prefetch': '/_tree' },
  { rsc: '1', 'next-router-state-tree': encodeURIComponent('["",{"children":["admin",{}]},null,null,true]') },
]

/** Headers that have bypassed middleware or authentication in other products. */
const bypassHeaders: Record<string, string> = {
  'x-middleware-subrequest': 'middleware:middleware:middleware:middleware:middleware',
  'x-middleware-next': '1',
  'x-middleware-rewrite': '/admin/dashboard',
  'x-middleware-override-headers': 'x-nonce',
  'x-matched-path': '/admin/dashboard',
  'x-invoke-path': '/admin/dashboard',
  'x-original-url': '/admin/dashboard',
  'x-rewrite-url': '/admin/dashboard',
  'x-path': '/admin/login',
  'x-user': 'admin',
}

test.describe('without a staff session', { tag: '@once' }, () => {
  test('no staff page renders, even when the middleware lets the request pass', async ({ site, staff }) => {
    const draft = await staff.create({ title: unique('Guarded'), published: false })
    const pages = appFiles('admin/**/page.tsx', { '[id]': draft.id }).filter(
      ({ route }) => !openPages.has(route),
    )
    expect(pages.length).toBeGreaterThanOrEqual(6)
    const cookies = await invalidCookies(site.url, site.dataDir, site.newVisitor())
    const callers: [string, Record<string, string>][] = [
      ['nobody', {}],
      ['nobody with bypass headers', bypassHeaders],
      ['a bearer token without a session', { authorization: `Bearer ${staff.token}` }],
      ...Object.entries(cookies).map(([who, cookie]): [string, Record<string, string>] => [who, { cookie }]),
    ]
    for (const [page, { address }] of pages.entries())
      for (const [caller, [who, headers]] of callers.entries())
        // Every page and every caller with every kind of request, but not every combination of the three.
        for (const flight of [{}, flights[(page + caller) % flights.length] ?? {}]) {
          const response = await rawRequest(site.url, address, { headers: { ...headers, ...flight } })
          const call = `${address} for ${who} ${JSON.stringify(flight)}`
          expect(`${response.body}${JSON.stringify(response.headers)}`, call).not.toContain(draft.title)
          expect(response.body, call).not.toContain('Editorial team')
          expect(response.headers['cache-control'], call).toContain('no-store')
          if ('rsc' in flight) continue
          expect(response.status, call).toBe(307)
          expect(response.headers['location'], call).toMatch(
            /^\/admin\/(login|ended)\?from=|\/admin\/login\?from=/,
          )
        }
    // Signed in, the same URLs show the content, so the check above could have failed.
    const cookie = await sessionOf(site.url, site.newVisitor())
    const seen = await Promise.all(
      pages.map(({ address }) => rawRequest(site.url, address, { headers: { cookie } })),
    )
    expect(seen.map(({ status }) => status)).toEqual(pages.map(() => 200))
    expect(seen.filter(({ body }) => body.includes(draft.title)).length).toBeGreaterThanOrEqual(3)
  })

  test('every handler returns 401 except the public ones', async ({ site, staff, request }) => {
    const draft = await staff.create({ title: unique('Guarded too'), published: false })
    const handlers = appFiles('api/**/route.ts', { '[ref]': draft.id, '[name]': 'a'.repeat(20) + '.webp' })
    expect(handlers.length).toBeGreaterThanOrEqual(16)
    const cookies = await invalidCookies(site.url, site.dataDir, site.newVisitor())
    const callers: [string, Record<string, string>][] = [
      ['nobody', {}],
      ['nobody with bypass headers', bypassHeaders],
      ['a made-up bearer', { authorization: 'Bearer made-up' }],
      ['another scheme', { authorization: `Basic ${Buffer.from(staff.token).toString('base64')}` }],
      ['a token in the address', {}],
      ...Object.entries(cookies).map(([who, cookie]): [string, Record<string, string>] => [
        who,
        { cookie, ...sameOrigin },
      ]),
    ]
    for (const { route, address } of handlers) {
      const asked = await request.fetch(address, { method: 'PATCH' })
      const allow = asked.headers()['allow'] ?? 'GET, POST, PUT, PATCH, DELETE'
      const methods = allow.split(', ').filter((method) => method !== 'OPTIONS')
      for (const method of methods)
        for (const [who, headers] of callers) {
          const query =
            who === 'a token in the address' ? `?token=${staff.token}&access_token=${staff.token}` : ''
          const response = await rawRequest(site.url, `${address}${query}`, { method, headers })
          const call = `${method} ${address} for ${who}: ${response.body.slice(0, 100)}`
          expect(`${response.body}${JSON.stringify(response.headers)}`, call).not.toContain(draft.title)
          if (permissionOf(method, route) === 'everyone') expect(response.status, call).toBeLessThan(500)
          else expect(response.status, call).toBe(401)
        }
    }
    const still = await request.get(`/api/blogs/${draft.id}`, {
      headers: { authorization: `Bearer ${staff.token}` },
    })
    expect((await still.json()).data.title).toBe(draft.title)
  })

  test('no handler reads the body first', async ({ site, staff }) => {
    const draft = await staff.create({ title: unique('Unread'), published: false })
    for (const [method, path] of [
      ['POST', '/api/blogs'],
      ['PUT', `/api/blogs/${draft.id}`],
      ['POST', '/api/case-studies'],
      ['POST', '/api/media'],
      ['POST', '/api/preview'],
    ] as const) {
      const { status } = await headOnly(site.url, path, method)
      expect(status, `${method} ${path}`).toBe(401)
    }
  })
})

test(
  'every handler rejects the roles that may not use it, and no call is missing',
  { tag: '@once' },
  async ({ site, token, request }) => {
    const unknown = '00000000-0000-4000-8000-000000000000'
    const samples = { '[ref]': unknown, '[id]': unknown, '[name]': `${'a'.repeat(20)}.webp` }
    const handlers = appFiles('api/**/route.ts', samples)
    const served: string[] = []
    const roles = ['author', 'editor', 'owner'] as const
    const users = await Promise.all(roles.map((role) => createUser(site.url, token, role)))
    const tokens = new Map(users.map((user, index) => [roles[index], user.token]))
    // Signing out ends the token, so it comes last.
    for (const { route, address } of handlers.toSorted(
      (a, b) => Number(a.route.endsWith('/logout')) - Number(b.route.endsWith('/logout')),
    )) {
      const allow = (await request.fetch(address, { method: 'PATCH' })).headers()['allow']
      const methods = allow?.split(', ') ?? ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']
      for (const method of methods.filter((name) => name !== 'HEAD' && name !== 'OPTIONS')) {
        const permission = permissionOf(method, route)
        expect(permission, `${method} ${route} is in testing/permissions.ts`).toBeDefined()
        served.push(toCall(method, route))
        for (const caller of callers) {
          if (caller === 'nobody' || !permission || route.includes('[...')) continue
          const headers = {
            ...sameOrigin,
            authorization: `Bearer ${tokens.get(caller)}`,
            'content-type': 'application/json',
          }
          const body = method === 'GET' ? {} : { body: '{}' }
          const { status } = await rawRequest(site.url, address, { method, headers, ...body })
          const isAllowed = permission === 'everyone' || permission === 'signed in' || can(caller, permission)
          const call = `${method} ${address} as ${caller}`
          expect(status, call).toBeLessThan(500)
          if (isAllowed) expect([401, 403], call).not.toContain(status)
          else expect(status, call).toBe(403)
        }
      }
    }
    const listed = [...Object.keys(permissions), ...Object.keys(sitePermissions)]
    expect(served.toSorted()).toEqual(listed.filter((call) => !upstreamOnly.includes(call)).toSorted())
    for (const user of users) await user.remove()
  },
)

/** Announces a body and never sends it: a handler that reads first would never respond. */
async function headOnly(url: string, path: string, method: string) {
  const { hostname, port } = new URL(url)
  return new Promise<{ status: number | undefined }>((resolve, reject) => {
    const outgoing = httpRequest({
      ...{ hostname, port, path, method },
      headers: {
        authorization: 'Bearer made-up',
        'content-type': 'multipart/form-data; boundary=B',
        'content-length': '5000000',
      },
    })
    outgoing.on('response', ({ statusCode }) => {
      resolve({ status: statusCode })
      outgoing.destroy()
    })
    outgoing.on('error', reject)
    outgoing.flushHeaders()
  })
}
