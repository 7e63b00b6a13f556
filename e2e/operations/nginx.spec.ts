import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test as base } from '@playwright/test'
import { type Nginx, startNginx } from '#testing/nginx.ts'
import { accountEnv } from '../support/session.ts'
import { unique } from '../support/fixtures.ts'
import { projectRoot, startServer } from '../support/server-process.ts'
import { Staff } from '../support/staff-client.ts'
import { startStubNode, type StubNode, type StubResponse } from '../support/stub-node.ts'

const noStore = { 'cache-control': 'private, no-store' }

/** deploy/nginx.conf in front of a node that counts its requests. */
const test = base.extend<{ responses: Record<string, StubResponse>; node: StubNode; nginx: Nginx }>({
  responses: async ({ browserName: _ }, provide) =>
    provide({
      '/services': { headers: { 'cache-control': 's-maxage=1', 'set-cookie': 'a=b' } },
      '/contact': { headers: noStore },
      // Long enough for all concurrent requests to arrive.
      '/work': { delayMs: 500, headers: { 'cache-control': 's-maxage=60' } },
    }),
  node: async ({ responses }, provide) => {
    const node = await startStubNode((path) => responses[path] ?? {})
    await provide(node)
    await node.stop()
  },
  nginx: async ({ node }, provide) => {
    const nginx = await startNginx([node.port])
    await provide(nginx)
    await nginx.stop()
  },
})

async function read(url: string, headers: Record<string, string> = {}) {
  const response = await fetch(url, { headers, redirect: 'manual' })
  const cache = response.headers.get('x-cache-status')
  return { status: response.status, cache, text: await response.text(), headers: response.headers }
}

const sessionCookies = [
  'next-auth.session-token=x',
  '__Secure-next-auth.session-token=x',
  'theme=dark; __Secure-next-auth.session-token.0=x',
]

test.describe('nginx with a cached page', { tag: '@once' }, () => {
  test('serves it to visitors for a second', async ({ nginx, node }) => {
    const url = `${nginx.url}/about`
    const { text: first } = await read(url)
    await expect.poll(async () => (await read(url)).text).not.toBe(first)
    await expect.poll(async () => (await read(url)).cache).toBe('HIT')
    const begun = Date.now()
    const before = node.requests.length
    for (let number = 0; number < 50; number += 1) await read(url, { cookie: 'theme=dark' })
    const seconds = (Date.now() - begun) / 1000
    expect(node.requests.length - before).toBeLessThanOrEqual(Math.ceil(seconds) + 1)
  })

  test('asks the node for staff, client navigations and searches', async ({ nginx }) => {
    const url = `${nginx.url}/about`
    const personal = [...sessionCookies.map((cookie) => ({ cookie })), { rsc: '1' }, { rsc: '0' }]
    for (const headers of personal) {
      await expect.poll(async () => (await read(url)).cache).toBe('HIT')
      const own = await read(url, headers)
      expect(own.cache, JSON.stringify(headers)).toBe('BYPASS')
      const { text } = await read(url)
      expect(text, 'a response to staff is not stored').not.toBe(own.text)
    }
    for (const query of ['search=rope', 'result=sent', 'SEARCH=rope'])
      for (const _ of [1, 2]) expect((await read(`${nginx.url}/blog?${query}`)).cache).toBe('BYPASS')
    expect((await read(url, { cookie: 'xnext-auth.session-token=x' })).cache).not.toBe('BYPASS')
  })

  test('stores neither cookies nor private responses', async ({ nginx }) => {
    for (const path of ['/services', '/contact']) {
      const texts = new Set<string>()
      for (let number = 0; number < 4; number += 1) texts.add((await read(nginx.url + path)).text)
      expect(texts.size, path).toBe(4)
    }
    expect((await read(`${nginx.url}/services`)).headers.get('set-cookie')).toBe('a=b')
  })

  test('asks the node once for all concurrent requests', async ({ nginx, node }) => {
    const waiting = Array.from({ length: 20 }, () => read(`${nginx.url}/work`))
    const texts = (await Promise.all(waiting)).map(({ text }) => text)
    expect(new Set(texts)).toEqual(new Set(['/work 1']))
    expect(node.requests.filter(({ path }) => path === '/work')).toHaveLength(1)
  })

  test('serves it when the node is down, but no unpublished page, and nothing to staff', async ({
    responses,
    nginx,
    node,
  }) => {
    const gone = { status: 404, headers: { 'x-accel-expires': '1', ...noStore } }
    const pages = ['/about', '/blog/taken-offline']
    for (const page of pages) expect((await read(nginx.url + page)).status).toBe(200)
    responses['/blog/taken-offline'] = gone
    await expect.poll(async () => (await read(`${nginx.url}/blog/taken-offline`)).status).toBe(404)
    await node.stop()
    await expect.poll(async () => (await read(`${nginx.url}/about`)).cache).toBe('STALE')
    const stale = await read(`${nginx.url}/about`)
    expect([stale.status, stale.text.split(' ')[0]]).toEqual([200, '/about'])
    expect((await read(`${nginx.url}/blog/taken-offline`)).status).toBe(404)
    expect((await read(`${nginx.url}/about`, { cookie: sessionCookies[0] ?? '' })).status).toBe(502)
    const withAndWithoutKey: Record<string, string>[] = [{}, { 'idempotency-key': 'x' }]
    for (const headers of withAndWithoutKey) {
      const call = await read(`${nginx.url}/api/blogs`, headers)
      expect([call.status, JSON.parse(call.text)]).toEqual([
        503,
        { error: 'The service is temporarily unavailable.' },
      ])
    }
  })
})

test.describe('nginx', { tag: '@once' }, () => {
  test('passes the client address to the node, and no headers that a client forged', async ({
    nginx,
    node,
  }) => {
    const claims = {
      'x-forwarded-for': '192.0.2.1',
      'x-forwarded-host': 'evil.example',
      forwarded: 'for=192.0.2.1',
    }
    const { headers } = await read(`${nginx.url}/api/health`, { ...claims, 'x-forwarded-port': '1' })
    const seen = node.requests.at(-1)?.headers ?? {}
    expect(seen['x-forwarded-for']).toBe('127.0.0.1')
    expect(seen['x-forwarded-proto']).toBe('http')
    for (const name of ['x-forwarded-host', 'x-forwarded-port', 'forwarded'])
      expect(seen[name], name).toBe(undefined)
    expect(seen['x-request-id']).toBe(headers.get('x-request-id'))
    const [one, other] = [await read(`${nginx.url}/about`), await read(`${nginx.url}/about`)]
    expect(one.headers.get('x-request-id')).not.toBe(other.headers.get('x-request-id'))
  })

  test('passes the client address that a load balancer in listen.conf reports', async ({ node }) => {
    const listen = await readFile(path.join(projectRoot, 'deploy/halyard/listen.conf'), 'utf8')
    const lines = [...listen.matchAll(/^# ((?:set_real_ip_from|real_ip_).*;)$/gm)].map(([, line]) => line)
    expect(lines).toHaveLength(3)
    const nginx = await startNginx([node.port], lines.join('\n').replace('10.0.0.0/8', '127.0.0.1'))
    await read(`${nginx.url}/api/health`, { 'x-forwarded-for': '198.51.100.7, 192.0.2.1' })
    expect(node.requests.at(-1)?.headers['x-forwarded-for']).toBe('192.0.2.1')
    await nginx.stop()
  })

  test('rejects a body that is larger than any request of the site', async ({ nginx }) => {
    const send = (bytes: number) =>
      fetch(`${nginx.url}/api/blogs`, { method: 'POST', body: Buffer.alloc(bytes) })
    expect((await send(10 * 1024 * 1024)).status).toBe(200)
    const rejected = await send(12 * 1024 * 1024)
    expect([rejected.status, await rejected.json()]).toEqual([413, { error: 'The request is too large.' }])
  })

  test('retries a write whose connection was lost only if it has an idempotency key', async ({ node }) => {
    const lossy = await startStubNode(() => ({ isLost: true }))
    const nginx = await startNginx([lossy.port, node.port])
    const write = async (headers: Record<string, string>) => {
      const before = [lossy, node].map(({ requests }) => requests.length)
      const response = await fetch(`${nginx.url}/api/blogs`, { method: 'POST', headers, body: 'text' })
      const seen = [lossy, node].map(({ requests }, index) => requests.length - (before[index] ?? 0))
      return { status: response.status, body: await response.text(), seen }
    }
    const lost = async (headers: Record<string, string>) => {
      let result = await write(headers)
      while (result.seen[0] === 0) result = await write(headers)
      return result
    }
    expect(await lost({ 'idempotency-key': 'x' })).toMatchObject({ status: 200, seen: [1, 1] })
    const { status, body, seen } = await lost({})
    expect([status, JSON.parse(body), seen]).toEqual([
      503,
      { error: 'The service is temporarily unavailable.' },
      [1, 0],
    ])
    await lossy.stop()
    await nginx.stop()
  })

  test('uses a restarted node while the other one is down', async ({ node }) => {
    const other = await startStubNode(undefined)
    const nginx = await startNginx([other.port, node.port])
    await other.stop()
    for (let number = 0; number < 4; number += 1)
      expect((await read(`${nginx.url}/api/blogs?${number}`)).status).toBe(200)
    const back = await startStubNode(undefined, other.port)
    await node.stop()
    for (let number = 0; number < 20; number += 1)
      expect((await read(`${nginx.url}/api/blogs?again=${number}`)).status).toBe(200)
    await back.stop()
    await nginx.stop()
  })

  test('gets an asset from the node that has it, and serves it when all nodes are down', async ({
    responses,
    node,
  }) => {
    const old = await startStubNode(() => ({ status: 404, headers: noStore }))
    const nginx = await startNginx([old.port, node.port])
    responses['/_next/static/new.js'] = {
      headers: { 'cache-control': 'public, max-age=31536000, immutable' },
    }
    const url = `${nginx.url}/_next/static/new.js`
    const first = await read(url)
    expect([first.status, first.headers.get('cache-control')]).toEqual([
      200,
      'public, max-age=31536000, immutable',
    ])
    for (const server of [old, node]) await server.stop()
    expect(await read(`${url}?v=2`)).toMatchObject({ status: 200, cache: 'HIT', text: first.text })
    expect((await read(`${nginx.url}/_next/static/other.js`)).status).toBe(502)
    await nginx.stop()
  })
})

test('nginx forwards the responses of the site', { tag: '@once' }, async () => {
  const site = await startServer({ entry: '.next/site/start.mjs', portVariable: 'PORT', env: accountEnv })
  const nginx = await startNginx([Number(new URL(site.url).port)])
  const token = await Staff.signIn(nginx.url)
  const staff = new Staff(nginx.url, token)
  const post = await staff.create({ title: unique('Behind a proxy'), content: 'Short' })
  const page = `${nginx.url}/blog/${post.slug}`

  const { text } = await read(page, { 'accept-encoding': 'identity' })
  for (const [accepted, sent] of [
    ['gzip', 'gzip'],
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip;q=0, br;q=0', null],
  ] as const) {
    // The first responses of a page are not compressed yet.
    const compressed = async () => await read(page, { 'accept-encoding': accepted })
    await expect.poll(async () => (await compressed()).headers.get('content-encoding')).toBe(sent)
    expect((await compressed()).text).toBe(text)
  }
  const etag = (await read(page)).headers.get('etag') ?? ''
  expect((await read(page, { 'if-none-match': etag })).status).toBe(304)

  const [asset = ''] = /\/_next\/static\/[^"]+\.js/.exec(text) ?? []
  await read(nginx.url + asset)
  const cached = await read(nginx.url + asset)
  expect([cached.cache, cached.headers.get('content-encoding')]).toEqual(['HIT', 'gzip'])
  expect(cached.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')

  const unknown = await read(`${nginx.url}/no-such-page`)
  expect([unknown.status, unknown.headers.get('location')]).toEqual([307, '/'])
  expect((await read(`${nginx.url}/admin/dashboard`)).status).toBe(307)
  const missing = await read(`${nginx.url}/blog/no-such-post`)
  expect([missing.status, missing.headers.get('x-accel-expires')]).toEqual([404, null])

  const content = unique('A longer text')
  await staff.update(post.id, { content })
  const asStaff = await read(page, { cookie: sessionCookies[0] ?? '' })
  expect(asStaff.text, 'staff see a change at once').toContain(content)
  await expect.poll(async () => (await read(page)).text, { intervals: [100] }).toContain(content)
  await staff.deleteOwn()
  await expect.poll(async () => (await read(page)).status, { intervals: [100] }).toBe(404)

  await site.stop()
  expect((await read(page)).status, 'a deleted page is not served when the node is gone').toBe(404)
  expect((await read(nginx.url + asset)).status).toBe(200)
  await nginx.stop()
})
