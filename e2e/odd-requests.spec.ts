import { expect, test, unique } from './fixtures.ts'
import { rawRequest } from './raw-request.ts'
import { rawSocket, statusesOf } from './raw-socket.ts'

const post = 'POST /api/contact HTTP/1.1\r\nHost: site\r\nContent-Type: application/json\r\n'
const get = 'GET /api/health HTTP/1.1\r\nHost: site\r\n'
/** What a smuggler hides behind a request. */
const hidden = 'GET /api/tags HTTP/1.1\r\nHost: site\r\n\r\n'

/** Requests that two servers in a row could read differently. */
const ambiguous: Record<string, string> = {
  'a length and chunks': `${post}Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
  'chunks and a length': `${post}Transfer-Encoding: chunked\r\nContent-Length: 4\r\n\r\n0\r\n\r\n`,
  'two lengths': `${post}Content-Length: 2\r\nContent-Length: 4\r\n\r\n{}xx`,
  'the same length twice': `${post}Content-Length: 2\r\nContent-Length: 2\r\n\r\n{}`,
  'a list of lengths': `${post}Content-Length: 2, 2\r\n\r\n{}`,
  'a length with a sign': `${post}Content-Length: +2\r\n\r\n{}`,
  'a length below zero': `${post}Content-Length: -1\r\n\r\n{}`,
  'a length in hex': `${post}Content-Length: 0x2\r\n\r\n{}`,
  'a length beyond numbers': `${post}Content-Length: 99999999999999999999\r\n\r\n{}`,
  'a length shorter than the body': `${post}Content-Length: 1\r\n\r\n{}`,
  'an unknown coding': `${post}Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n`,
  'chunks that are not last': `${post}Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n`,
  'no coding at all': `${post}Transfer-Encoding: identity\r\n\r\n0\r\n\r\n`,
  'chunks twice': `${post}Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
  'a blank before the colon': `${post}Transfer-Encoding : chunked\r\n\r\n0\r\n\r\n`,
  'a control before the value': `${post}Transfer-Encoding: \x0bchunked\r\n\r\n0\r\n\r\n`,
  'chunks in HTTP/1.0': `${post.replace('1.1', '1.0')}Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
  'a chunk below zero': `${post}Transfer-Encoding: chunked\r\n\r\n-2\r\n{}\r\n0\r\n\r\n`,
  'a chunk beyond numbers': `${post}Transfer-Encoding: chunked\r\n\r\nfffffffffffffffff\r\n{}\r\n0\r\n\r\n`,
  'a chunk with a prefix': `${post}Transfer-Encoding: chunked\r\n\r\n0x2\r\n{}\r\n0\r\n\r\n`,
  'a chunk ended by LF': `${post}Transfer-Encoding: chunked\r\n\r\n2\n{}\n0\n\n`,
  'a chunk extension ended by LF': `${post}Transfer-Encoding: chunked\r\n\r\n2;a=\n\r\n{}\r\n0\r\n\r\n`,
  'a head of LFs': 'GET /api/health HTTP/1.1\nHost: site\n\n',
  'one LF in the head': 'GET /api/health HTTP/1.1\r\nHost: site\nX: y\r\n\r\n',
  'a bare CR': 'GET /api/health HTTP/1.1\r\nHost: site\rX: y\r\n\r\n',
  'a folded header': `${get} X: y\r\n\r\n`,
  'NUL in a header': `${get}X: a\x00b\r\n\r\n`,
  'a blank in a name': `${get}X y: z\r\n\r\n`,
  'no host': 'GET /api/health HTTP/1.1\r\n\r\n',
  'two hosts': `${get}Host: evil.example\r\nConnection: close\r\n\r\n`,
  'HTTP/2 as text': 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
  'an unknown version': 'GET /api/health HTTP/1.12\r\nHost: site\r\n\r\n',
  'no version': 'GET /api/health\r\n\r\n',
  'a blank in the address': 'GET /api/health x HTTP/1.1\r\nHost: site\r\n\r\n',
  'bytes above ASCII in the address': 'GET /blog/\xff HTTP/1.1\r\nHost: site\r\n\r\n',
  'a method in small letters': get.replace('GET', 'get') + '\r\n',
  'a method of its own': get.replace('GET', 'FOO') + '\r\n',
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
  '/blog?search=%ed%a0%80': 400,
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
  '/_next/static/%2e%2e/%2e%2e/%2e%2e/data/secret': 307,
  '/_next/image?url=http%3A%2F%2F169.254.169.254%2F&w=64&q=75': 404,
  '/_next/image?url=%2Fapi%2Fauth%2Fsession&w=64&q=75': 404,
  '/figures/..%2f..%2fserver.ts': 404,
  '//evil.example/%2e%2e': 308,
}

test.describe('a request that no browser makes', { tag: '@once' }, () => {
  test('is refused when two servers could read it in two ways, and what it hides is not answered', async ({
    site,
  }) => {
    await Promise.all(
      Object.entries(ambiguous).map(async ([what, bytes]) => {
        const received = await rawSocket(site.url, `${bytes}${hidden}`, 5_000)
        expect(statusesOf(received), what).toEqual([400])
        expect(received, what).not.toMatch(/"data"|set-cookie/i)
      }),
    )
    // The hidden one alone is answered, so its answer would have been seen.
    const closing = hidden.replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n')
    expect(await rawSocket(site.url, closing)).toContain('"data"')
  })

  test('is refused or not found, whatever it asks for', async ({ site }) => {
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

  test('has no effect by a method nobody knows', async ({ site, staff, request }) => {
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
        const answer = await rawRequest(site.url, path, { method, headers })
        expect(answer.status, `${method} ${path}`).toBe(405)
        expect(answer.body, `${method} ${path}`).not.toContain('secret')
      }
    const connect = `CONNECT evil.example:80 HTTP/1.1\r\nHost: evil.example:80\r\n\r\n`
    expect(statusesOf(await rawSocket(site.url, connect))).toEqual([])
    for (const header of ['x-http-method-override', 'x-method-override', 'x-http-method']) {
      const headers = { [header]: 'DELETE', authorization: `Bearer ${staff.token}` }
      await rawRequest(site.url, `/api/blogs/${stored.id}?_method=DELETE`, { headers })
    }
    expect((await request.get(`/api/blogs/${stored.id}`)).status()).toBe(200)
  })

  test('is held to 32 kB of headers', async ({ site }) => {
    for (const more of [`X: ${'a'.repeat(40_000)}\r\n`, 'x: 1\r\n'.repeat(7_000)])
      expect(statusesOf(await rawSocket(site.url, `${get}${more}\r\n`))).toEqual([431])
  })

  test('cannot lie about the length of its body', async ({ site, token }) => {
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
