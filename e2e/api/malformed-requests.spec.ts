import { expect, test, unique } from '../support/fixtures.ts'
import { rawRequest } from '../support/raw-request.ts'
import { rawSocket, requestUpgrade, statusesOf } from '../support/raw-socket.ts'

const post = 'POST /api/contact HTTP/1.1\r\nHost: site\r\nContent-Type: application/json\r\n'
const get = 'GET /api/health HTTP/1.1\r\nHost: site\r\n'
/** A second request, smuggled in behind the first. */
const hidden = 'GET /api/tags HTTP/1.1\r\nHost: site\r\n\r\n'

/** Requests that a proxy and the server could parse differently. */
const ambiguous: Record<string, string> = {
  'Content-Length before Transfer-Encoding': `${post}Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
  'Transfer-Encoding before Content-Length': `${post}Transfer-Encoding: chunked\r\nContent-Length: 4\r\n\r\n0\r\n\r\n`,
  'two different lengths': `${post}Content-Length: 2\r\nContent-Length: 4\r\n\r\n{}xx`,
  'the same length twice': `${post}Content-Length: 2\r\nContent-Length: 2\r\n\r\n{}`,
  'a comma-separated list of lengths': `${post}Content-Length: 2, 2\r\n\r\n{}`,
  'a signed length': `${post}Content-Length: +2\r\n\r\n{}`,
  'a negative length': `${post}Content-Length: -1\r\n\r\n{}`,
  'a hexadecimal length': `${post}Content-Length: 0x2\r\n\r\n{}`,
  'a length that overflows': `${post}Content-Length: 99999999999999999999\r\n\r\n{}`,
  'a length shorter than the body': `${post}Content-Length: 1\r\n\r\n{}`,
  'an unknown transfer coding': `${post}Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n`,
  'chunked is not the last coding': `${post}Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n`,
  'the identity coding': `${post}Transfer-Encoding: identity\r\n\r\n0\r\n\r\n`,
  'chunked twice': `${post}Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
  'a space before the colon': `${post}Transfer-Encoding : chunked\r\n\r\n0\r\n\r\n`,
  'a control character before the value': `${post}Transfer-Encoding: \x0bchunked\r\n\r\n0\r\n\r\n`,
  'chunked in HTTP/1.0': `${post.replace('1.1', '1.0')}Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
  'a negative chunk size': `${post}Transfer-Encoding: chunked\r\n\r\n-2\r\n{}\r\n0\r\n\r\n`,
  'a chunk size that overflows': `${post}Transfer-Encoding: chunked\r\n\r\nfffffffffffffffff\r\n{}\r\n0\r\n\r\n`,
  'a chunk size with the prefix 0x': `${post}Transfer-Encoding: chunked\r\n\r\n0x2\r\n{}\r\n0\r\n\r\n`,
  'a chunk that ends with LF': `${post}Transfer-Encoding: chunked\r\n\r\n2\n{}\n0\n\n`,
  'a chunk extension that ends with LF': `${post}Transfer-Encoding: chunked\r\n\r\n2;a=\n\r\n{}\r\n0\r\n\r\n`,
  'headers that end with LF': 'GET /api/health HTTP/1.1\nHost: site\n\n',
  'one header that ends with LF': 'GET /api/health HTTP/1.1\r\nHost: site\nX: y\r\n\r\n',
  'a bare CR': 'GET /api/health HTTP/1.1\r\nHost: site\rX: y\r\n\r\n',
  'a folded header': `${get} X: y\r\n\r\n`,
  'NUL in a header value': `${get}X: a\x00b\r\n\r\n`,
  'a space in a header name': `${get}X y: z\r\n\r\n`,
  'no Host header': 'GET /api/health HTTP/1.1\r\n\r\n',
  'two Host headers': `${get}Host: evil.example\r\nConnection: close\r\n\r\n`,
  'the HTTP/2 preface': 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
  'an unknown HTTP version': 'GET /api/health HTTP/1.12\r\nHost: site\r\n\r\n',
  'no HTTP version': 'GET /api/health\r\n\r\n',
  'a space in the target': 'GET /api/health x HTTP/1.1\r\nHost: site\r\n\r\n',
  'a byte above ASCII in the target': 'GET /blog/\xff HTTP/1.1\r\nHost: site\r\n\r\n',
  'a lowercase method': get.replace('GET', 'get') + '\r\n',
  'a method that Node does not parse': get.replace('GET', 'FOO') + '\r\n',
}

const targets: Record<string, number> = {
  'http://evil.example/': 400,
  'http://evil.example/api/blogs': 400,
  'https://evil.example//x': 400,
  'http://[::1': 400,
  '*': 400,
  blog: 400,
  '?x': 400,
  '/%': 400,
  '/blog/%e0%80%80': 400,
  '/api/blogs/%25%32%66': 404,
  '/api/blogs/%252e%252e%252fhealth': 404,
  '/api/blogs/..%252f..%252fready': 404,
  '/api/blogs/..%2f..%2fready': 404,
  '/api/blogs/..%5c..%5cready': 404,
  '/api/blogs/%00': 404,
  '/api/blogs/x%00y': 404,
  '/api/blogs/x%0d%0aSet-Cookie:%20a=b': 404,
  '/api/media/..%2f..%2fhalyard.db': 404,
  '/api/media/%2e%2e%2fsecret': 404,
  '/_next/static/..%2f..%2f..%2fpackage.json': 404,
  '/_next/static/%2e%2e/%2e%2e/%2e%2e/data/secret': 400,
  '/_next/image?url=http%3A%2F%2F169.254.169.254%2F&w=64&q=75': 404,
  '/_next/image?url=%2Fapi%2Fauth%2Fsession&w=64&q=75': 404,
  '/figures/..%2f..%2fserver.ts': 404,
  '//evil.example/%2e%2e': 400,
}

test.describe('a malformed request', { tag: '@once' }, () => {
  test('is rejected when it is ambiguous, and a smuggled request gets no response', async ({ site }) => {
    await Promise.all(
      Object.entries(ambiguous).map(async ([what, bytes]) => {
        const received = await rawSocket(site.url, `${bytes}${hidden}`)
        expect(statusesOf(received), what).toEqual([400])
        expect(received, what).not.toMatch(/"data"|set-cookie/i)
      }),
    )
    // Sent alone, the hidden request gets a response.
    const closing = hidden.replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n')
    expect(await rawSocket(site.url, closing)).toContain('"data"')
  })

  test('gets 400 or 404 for a target that is malformed or escapes its folder', async ({ site }) => {
    for (const [target, status] of Object.entries(targets)) {
      const received = await rawSocket(
        site.url,
        `GET ${target} HTTP/1.1\r\nHost: site\r\nConnection: close\r\n\r\n`,
      )
      expect(statusesOf(received), target).toEqual([status])
      const location = /^location: (.*)$/im.exec(received)?.[1]
      if (location) expect(new URL(location.trim(), site.url).origin, target).toBe(site.url)
      expect(received, target).not.toMatch(/SQLite format|"dependencies"|at .*\.js:\d/)
    }
  })

  test('with an unknown method gets 405 and has no effect', async ({ site, staff, request }) => {
    const stored = await staff.create({ title: unique('Method') })
    for (const method of [
      'TRACE',
      'PROPFIND',
      'QUERY',
      'PURGE',
      'LOCK',
      'MOVE',
      'LINK',
      'SEARCH',
      'M-SEARCH',
    ])
      for (const path of [
        '/',
        '/blog',
        `/blog/${stored.slug}`,
        '/api/blogs',
        '/admin/dashboard',
        '/feed.xml',
      ]) {
        const headers = { cookie: 'secret=yes', authorization: `Bearer ${staff.token}` }
        const response = await rawRequest(site.url, path, { method, headers })
        expect(response.status, `${method} ${path}`).toBe(405)
        expect(JSON.parse(response.body), `${method} ${path}`).toEqual({ error: expect.any(String) })
        expect(response.body, `${method} ${path}`).not.toContain('secret')
      }
    const connect = `CONNECT evil.example:80 HTTP/1.1\r\nHost: evil.example:80\r\n\r\n`
    expect(statusesOf(await rawSocket(site.url, connect))).toEqual([])
    for (const header of ['x-http-method-override', 'x-method-override', 'x-http-method']) {
      const headers = { [header]: 'DELETE', authorization: `Bearer ${staff.token}` }
      await rawRequest(site.url, `/api/blogs/${stored.id}?_method=DELETE`, { headers })
    }
    expect((await request.get(`/api/blogs/${stored.id}`)).status()).toBe(200)
  })

  test('with more than 32 kB of headers gets 431', async ({ site }) => {
    for (const more of [`X: ${'a'.repeat(40_000)}\r\n`, 'x: 1\r\n'.repeat(7_000)])
      expect(statusesOf(await rawSocket(site.url, `${get}${more}\r\n`))).toEqual([431])
  })

  test('with a wrong Content-Length is rejected and stores nothing', async ({ site, token }) => {
    const call = (path: string, type: string, length: number, body: string) =>
      `POST ${path} HTTP/1.1\r\nHost: site\r\nAuthorization: Bearer ${token}\r\nConnection: close\r\nContent-Type: ${type}\r\nContent-Length: ${length}\r\n\r\n${body}`
    const message = JSON.stringify({
      ...{ name: 'Ada', email: 'ada@example.com', message: 'We need a system.' },
      subject: unique('Shortened'),
    })
    const before = site.countStored('contact_messages', 'email', 'ada@example.com')
    for (const bytes of [
      call('/api/contact', 'application/json', message.length + 1, message),
      call('/api/contact', 'application/json', 17_000, message),
      call('/api/blogs', 'application/json', 1_100_000, '{}'),
      call('/api/blogs', 'multipart/form-data; boundary=B', 7_000_000, '--B--'),
      call('/api/auth/login', 'application/json', 70_000, '{}'),
    ]) {
      const [status = 400] = statusesOf(await rawSocket(site.url, bytes, 700))
      expect([400, 413], bytes.slice(0, 40)).toContain(status)
    }
    expect(site.countStored('contact_messages', 'email', 'ada@example.com')).toBe(before)
    expect(site.log()).toBe('')
  })
})

/** The head and the JSON body of the one response on this connection. */
async function rawResponse(url: string, bytes: string) {
  const received = await rawSocket(url, bytes)
  const [head = '', ...body] = received.split('\r\n\r\n')
  const json = /\{.*\}/s.exec(body.join('\r\n\r\n'))?.[0] ?? 'null'
  return { statuses: statusesOf(received), head, body: JSON.parse(json) }
}

test.describe('a request that never reaches Next', { tag: '@once' }, () => {
  const error = { error: expect.any(String) }
  const closing = 'Host: site\r\nConnection: close\r\n'

  test('is one with a Next-Action header: 400', async ({ site }) => {
    for (const path of ['/', '/blog', '/contact', '/admin/login', '/api/contact'])
      for (const method of ['GET', 'POST']) {
        const headers = { 'next-action': '0'.repeat(42), 'content-type': 'text/plain;charset=UTF-8' }
        const response = await rawRequest(site.url, path, { method, headers, body: '[]' })
        expect(response.status, `${method} ${path}`).toBe(400)
        expect(JSON.parse(response.body), `${method} ${path}`).toEqual(error)
      }
  })

  test('is one that asks for another protocol: 400', async ({ site }) => {
    for (const [protocol, path] of [
      ['websocket', '/'],
      ['websocket', '/_next/webpack-hmr'],
      ['h2c', '/api/health'],
    ]) {
      const head = `GET ${path} HTTP/1.1\r\nHost: site\r\nConnection: Upgrade\r\nUpgrade: ${protocol}\r\n`
      const key = 'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n'
      const { statuses, body } = await rawResponse(site.url, head + key)
      expect(statuses, `${protocol} ${path}`).toEqual([400])
      expect(body, `${protocol} ${path}`).toEqual(error)
    }
  })

  test('is one that asks for another protocol, whose connection is closed soon', async ({ site }) => {
    const { socket, received } = await requestUpgrade(site.url)
    expect(statusesOf(received)).toEqual([400])
    // Shows that the server has closed the connection, because it then resets it.
    const sending = setInterval(() => socket.write('x'), 100)
    await expect.poll(() => socket.closed, { timeout: 30_000 }).toBe(true)
    clearInterval(sending)
  })

  test('is one with an absolute-form target: 400', async ({ site }) => {
    for (const target of ['http://evil.example/', 'http://site/blog', 'https://evil.example/api/blogs']) {
      const { statuses, body } = await rawResponse(site.url, `GET ${target} HTTP/1.1\r\n${closing}\r\n`)
      expect(statuses, target).toEqual([400])
      expect(body, target).toEqual(error)
    }
  })

  test('is one with an unknown method: 405, with the methods that exist', async ({ site }) => {
    for (const method of ['PROPFIND', 'TRACE', 'QUERY']) {
      const { statuses, head, body } = await rawResponse(
        site.url,
        `${method} /blog HTTP/1.1\r\n${closing}\r\n`,
      )
      expect(statuses, method).toEqual([405])
      expect(head, method).toMatch(/^allow: .*GET.*HEAD/im)
      expect(body, method).toEqual(error)
    }
  })

  test('is a write outside the API: 405, with the methods of a page', async ({ site }) => {
    for (const path of [
      '/',
      '/blog',
      '/blog/nowhere',
      '/contact',
      '/nowhere',
      '/admin/dashboard',
      '/feed.xml',
    ])
      for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
        const headers = { 'content-type': 'application/x-www-form-urlencoded' }
        const response = await rawRequest(site.url, path, { method, headers, body: 'a=b' })
        expect(response.status, `${method} ${path}`).toBe(405)
        expect(response.headers['allow'], `${method} ${path}`).toBe('GET, HEAD, OPTIONS')
        expect(JSON.parse(response.body), `${method} ${path}`).toEqual(error)
      }
  })

  test('is one with a malformed path: 400', async ({ site }) => {
    const undecodable = ['/%', '/blog/%', '/blog/%zz', '/blog/%e0%80%80', '/api/blogs/%ff', '/%c0%af?a=b']
    const dotSegments = ['/blog/%2e%2e', '/blog/.', '/authors/%2E%2E/feed.xml', '/preview/.%2e', '/x/../blog']
    const flights: Record<string, string>[] = [{}, { rsc: '1' }]
    for (const path of [...undecodable, ...dotSegments])
      for (const headers of flights) {
        const response = await rawRequest(site.url, path, { headers })
        expect(response.status, path).toBe(400)
        expect(JSON.parse(response.body), path).toEqual(error)
      }
  })
})

test('a query that is not valid percent-encoding is a page', { tag: '@once' }, async ({ site, page }) => {
  for (const path of [
    '/?utm_campaign=50%off',
    '/blog?search=%',
    '/blog?search=%ed%a0%80',
    '/about?%zz',
    '/contact?%',
  ]) {
    const response = await rawRequest(site.url, path)
    expect(response.status, path).toBe(200)
    expect(response.headers['content-type'], path).toContain('text/html')
  }
  await page.goto('/?utm_campaign=50%off')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
})
