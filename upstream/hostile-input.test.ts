import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { databases, startUpstream, type TestUpstream } from './testing/harness.ts'

const whole = {
  '/api/auth/login': { email: 'a@example.com', password: 'long enough' },
  '/api/contact': { name: 'Ada', email: 'a@example.com', subject: 'A ferry', message: 'We need a system.' },
  '/api/newsletter': { email: 'a@example.com' },
  '/api/blogs': { title: 'A', content: 'b', excerpt: 'c', tags: ['d'], published: false },
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
  ['marks of direction', '\u202e\u2066\ufeff\u200b'],
  ['many marks on one letter', `e${'\u0301'.repeat(3_000)}`],
]

const bodies: [string, string][] = [
  ['nothing', ''],
  ['half an object', '{"title":'],
  ['a list', '[]'],
  ['a text', '"x"'],
  ['null', 'null'],
  ['a number beyond all', '1e999'],
  ['a key for the prototype', '{"__proto__":{"published":true,"isAdmin":true}}'],
  ['a key for the constructor', '{"constructor":{"prototype":{"published":true}}}'],
  ['a key for the prototype, deep', '{"title":{"a":[{"__proto__":{}}]}}'],
  ['a key for the prototype, in disguise', '{"\\u005f_proto__":{"published":true}}'],
  ['deep lists', '['.repeat(30_000) + ']'.repeat(30_000)],
  ['deep objects', '{"a":'.repeat(10_000) + '1' + '}'.repeat(10_000)],
  ['a mark of byte order and a comment', '\ufeff{}/**/'],
  ['a key twice', '{"email":"a@example.com","email":{"x":1}}'],
]

describe.each(databases)('hostile input on %s', (database) => {
  let up: TestUpstream
  let token: string
  beforeAll(async () => {
    up = await startUpstream(database)
    token = await up.signIn()
  })
  // Fails when anything of it was a fault of ours.
  afterAll(() => up.stop())

  let visitor = 0
  const post = (path: string, body: string) =>
    up.call('POST', path, {
      ...{ token, body, address: `10.1.${Math.floor(visitor / 200)}.${visitor++ % 200}` },
      headers: { 'content-type': 'application/json' },
    })

  it.each(values)('answers %s in any field in words', async (_what, value) => {
    for (const [path, fields] of calls)
      for (const name of Object.keys(fields)) {
        const answer = await post(path, JSON.stringify({ ...fields, [name]: value }))
        expect([path, name, answer.status < 500]).toEqual([path, name, true])
        if (answer.status >= 400) expect(answer.json.error).toEqual(expect.any(String))
      }
    expect((await up.call('GET', '/api/blogs', { token })).status).toBe(200)
  })

  it.each(bodies)('refuses %s for a body', async (_what, body) => {
    for (const [path] of calls) {
      const answer = await post(path, body)
      expect([400, 413, 422]).toContain(answer.status)
      expect(answer.json.error).toEqual(expect.any(String))
    }
    expect(Reflect.get({}, 'published')).toBeUndefined()
  })

  it.each(['search', 'tag', 'author', 'status', 'from', 'to', 'sort', 'page', 'limit', 'include'])(
    'answers anything for the parameter %s',
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
