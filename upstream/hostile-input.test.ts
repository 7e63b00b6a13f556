import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { databases, startUpstream, type TestUpstream } from './testing/harness.ts'
import { runImport, uploadImport } from './testing/transfer.ts'
import { zip } from './testing/zip.ts'

const whole = {
  '/api/auth/login': { email: 'a@example.com', password: 'long enough' },
  '/api/contact': { name: 'Ada', email: 'a@example.com', subject: 'A ferry', message: 'We need a system.' },
  '/api/newsletter': { email: 'a@example.com' },
  '/api/blogs': { title: 'A', content: 'b', excerpt: 'c', tags: ['d'], published: false },
  '/api/previews/review': {
    ...{ token: 'x', revision: 'a'.repeat(64), decision: 'approved' },
    ...{ name: 'Ada', comment: 'Good' },
  },
}
const calls = Object.entries(whole)

const values: [string, unknown][] = [
  ['NUL', 'a\u0000b'],
  ['a lone high surrogate', 'a\ud800'],
  ['a lone low surrogate', '\udc00b'],
  ['a number', 7],
  ['a list', [['x']]],
  ['an object', { toString: 'x', $gt: '' }],
  ['null', null],
  ['true', true],
  ['a megabyte', 'x'.repeat(40_000)],
  ['text of SQL', "'; drop table posts; --"],
  ['bidirectional marks', '\u202e\u2066\ufeff\u200b'],
  ['many combining marks', `e${'\u0301'.repeat(3_000)}`],
]

const bodies: [string, string][] = [
  ['no bytes', ''],
  ['half an object', '{"title":'],
  ['a list', '[]'],
  ['a text', '"x"'],
  ['null', 'null'],
  ['an infinite number', '1e999'],
  ['a prototype key', '{"__proto__":{"published":true,"isAdmin":true}}'],
  ['a constructor key', '{"constructor":{"prototype":{"published":true}}}'],
  ['a nested prototype key', '{"title":{"a":[{"__proto__":{}}]}}'],
  ['an escaped prototype key', '{"\\u005f_proto__":{"published":true}}'],
  ['deep lists', '['.repeat(30_000) + ']'.repeat(30_000)],
  ['deep objects', '{"a":'.repeat(10_000) + '1' + '}'.repeat(10_000)],
  ['a byte order mark and a comment', '\ufeff{}/**/'],
  ['a duplicate key', '{"email":"a@example.com","email":{"x":1}}'],
]

describe.each(databases)('hostile input on %s', (database) => {
  let up: TestUpstream
  let token: string
  beforeAll(async () => {
    up = await startUpstream(database)
    token = await up.signIn()
  })
  // Fails when the upstream logged an error.
  afterAll(() => up.stop())

  let visitor = 0
  const post = (path: string, body: string) =>
    up.call('POST', path, {
      ...{ token, body, address: `10.1.${Math.floor(visitor / 200)}.${visitor++ % 200}` },
      headers: { 'content-type': 'application/json' },
    })

  it.each(values)('rejects or stores %s in any field', async (_what, value) => {
    for (const [path, fields] of calls)
      for (const name of Object.keys(fields)) {
        const response = await post(path, JSON.stringify({ ...fields, [name]: value }))
        expect([path, name, response.status < 500]).toEqual([path, name, true])
        if (response.status >= 400) expect(response.json.error).toEqual(expect.any(String))
      }
    expect((await up.call('GET', '/api/blogs', { token })).status).toBe(200)
  })

  it.each(bodies)('rejects a body of %s', async (_what, body) => {
    for (const [path] of calls) {
      const response = await post(path, body)
      expect([400, 413, 422]).toContain(response.status)
      expect(response.json.error).toEqual(expect.any(String))
    }
    expect(Reflect.get({}, 'published')).toBeUndefined()
  })

  it('rejects paths that cannot be stored, which would fail together with those of other visitors', async () => {
    const path = '/blog/\u0000'
    const missing = { path, referrer: '', linked: true, count: 1 }
    const automatic = { kind: 'post', slug: '\ud800', count: 1 }
    const events = ['view', 'missing'].map((type) => ({
      visitor: 'v',
      route: '/blog/[slug]',
      event: { type, path },
    }))
    for (const event of events)
      expect((await post('/api/analytics/events', JSON.stringify(event))).status).toBe(422)
    for (const hits of [{ missing: [missing] }, { missing: [], automatic: [automatic] }])
      expect((await post('/api/redirects/hits', JSON.stringify({ hits: [], ...hits }))).status).toBe(422)
  })

  it('rejects ids and paths with NUL, which PostgreSQL cannot compare', async () => {
    const { id } = (await up.call('POST', '/api/blogs', { token, json: { title: 'A', content: 'b' } })).json
      .data
    const shared = await up.call('POST', `/api/blogs/${id}/previews`, { token, json: { days: 7 } })
    const secret: string = shared.json.data.url.split('/').at(-1)
    const nul = 'a\u0000b'
    for (const [method, path, json] of [
      ['POST', '/api/previews/notes', { token: secret, name: 'Ada', text: 'Hello', thread: nul }],
      ['POST', '/api/post-checks/references', { paths: [nul], images: [] }],
      ['POST', '/api/post-checks/references', { paths: [], images: [nul] }],
      ['PUT', '/api/notifications', { read: true, ids: [nul] }],
      ['PUT', '/api/notifications', { read: true, upTo: nul }],
    ] as const)
      expect([path, (await up.call(method, path, { token, json })).status]).toEqual([path, 422])
    for (const path of ['users', 'messages', 'imports', 'previews', 'notes', 'auth/sessions', 'subscribers'])
      expect([path, (await up.call('DELETE', `/api/${path}/%00`, { token })).status]).toEqual([path, 404])
    expect((await up.call('GET', '/api/tags?include=details&slug=%00', { token })).status).toBe(200)
  })

  it('imports posts without the NUL in their fields', async () => {
    const fields = [
      'category: "a\\0b"',
      'author: "Ada <a\\0@b.example>"',
      'cover: "/\\0.png"',
      'shareImage: "/\\0.jpg"',
    ]
    const files = fields.map((field, index) => ({
      path: `posts/nul-${index}.md`,
      content: `---\ntitle: NUL ${index}\n${field}\n---\nText.\n`,
    }))
    const { id, checked } = await uploadImport(up, token, 'nul.zip', zip(files))
    expect(checked.status).toBe(200)
    expect((await runImport(up, token, id)).outcomes).toMatchObject({ imported: fields.length })
    expect((await up.call('GET', '/api/categories', { token })).json.data).toMatchObject([{ name: 'a b' }])
  })

  it.each(['search', 'tag', 'author', 'status', 'from', 'to', 'sort', 'page', 'limit', 'include'])(
    'accepts any value of the parameter %s',
    async (name) => {
      for (const value of [
        '%00',
        '%ed%a0%80',
        "'",
        '%25',
        '-1',
        '1e999',
        '[]',
        '%F0%9F%98%80',
        'x'.repeat(5_000),
        '(((',
        '"',
        '*:*',
        'NEAR(',
        '\\',
      ]) {
        for (const path of [
          `/api/blogs?${name}=${value}`,
          `/api/blogs?${name}=${value}&${name}=x&${name}[]=y`,
        ]) {
          expect([path, (await up.call('GET', path)).status]).toEqual([path, 200])
        }
      }
    },
  )
})
