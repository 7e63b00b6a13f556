import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { sql } from 'kysely'
import { bodyLimits, MAX_PARTS } from '#contract/limits.ts'
import { databases, startUpstream, type TestUpstream } from './testing/harness.ts'

describe.each(databases)('the API on %s', (database) => {
  let up: TestUpstream
  let token: string
  beforeAll(async () => {
    up = await startUpstream(database)
    token = await up.signIn()
  })
  afterAll(() => up.stop())

  const post = (body: string | Uint8Array<ArrayBuffer>, type: string, path = '/api/blogs') =>
    up.call('POST', path, { body, token, headers: { 'content-type': type } })
  const multipart = (parts: string[]) =>
    `${parts.map((part) => `--B\r\ncontent-disposition: form-data; ${part}\r\n`).join('')}--B--\r\n`

  it('reports that it is alive and ready', async () => {
    expect((await up.call('GET', '/api/health')).json).toEqual({ status: 'ok' })
    const ready = await up.call('GET', '/api/ready')
    expect([ready.status, ready.json]).toEqual([200, { status: 'ok' }])
  })

  it('reports a broken database', async () => {
    const other = await startUpstream(database)
    const db = await other.tables()
    await db.schema.dropTable('totals').execute()
    const response = await other.call('GET', '/api/ready')
    expect([response.status, response.json.error]).toEqual([503, 'The database does not respond.'])
    const broken = await other.call('GET', '/api/blogs')
    expect([broken.status, broken.json]).toEqual([500, { error: 'Something went wrong on our side.' }])
    expect(other.logs.splice(0).map((line) => JSON.parse(line).requestId)).toEqual([
      expect.any(String),
      expect.any(String),
    ])
    await other.stop()
  })

  it('responds to unknown paths with JSON errors', async () => {
    expect((await up.call('GET', '/api/nothing')).json).toEqual({ error: 'Not found' })
    expect((await up.call('GET', '/')).status).toBe(404)
    const malformed = await up.call('GET', '/api/blogs/%E0%A4%A')
    expect([malformed.status, malformed.json]).toEqual([400, { error: 'The URL is not valid.' }])
  })

  it.each([
    ['/api/blogs', 'GET, HEAD, POST, OPTIONS'],
    ['/api/blogs/some-post', 'GET, HEAD, PUT, DELETE, OPTIONS'],
    ['/api/blogs/some-post/related', 'GET, HEAD, OPTIONS'],
    ['/api/auth/login', 'POST, OPTIONS'],
    ['/api/media/name', 'PUT, DELETE, GET, HEAD, OPTIONS'],
    ['/api/newsletter/confirm', 'POST, OPTIONS'],
  ])('allows the same methods of %s in OPTIONS and 405 responses', async (path, allow) => {
    const options = await up.call('OPTIONS', path)
    expect([options.status, options.text, options.headers.get('allow')]).toEqual([204, '', allow])
    const rejected = await up.call('PATCH', path, { token })
    expect([rejected.status, rejected.headers.get('allow')]).toEqual([405, allow])
    expect(rejected.json).toEqual({ error: 'PATCH is not allowed here.' })
  })

  it('lists no methods for unknown paths', async () => {
    expect((await up.call('OPTIONS', '/api/nothing')).status).toBe(404)
    expect((await up.call('PATCH', '/api/nothing')).status).toBe(404)
  })

  it.each([
    ['{"title":', 400],
    ['', 400],
    ['{"title":"x","content":"x","__proto__":{"published":true}}', 400],
    ['{"title":"x","content":"x","constructor":1}', 400],
    ['[]', 422],
    ['null', 422],
    ['"text"', 422],
  ])('rejects the JSON %s', async (body, status) => {
    const response = await post(body, 'application/json')
    expect(response.status).toBe(status)
    expect(response.json.error).toEqual(expect.any(String))
  })

  it('rejects invalid UTF-8 and other content types', async () => {
    expect((await post(new Uint8Array([0x22, 0xff, 0x22]), 'application/json')).status).toBe(400)
    expect((await post('title=x', 'application/x-www-form-urlencoded')).status).toBe(415)
    expect((await post('{}', 'text/plain')).status).toBe(415)
  })

  it.each([
    ['no boundary', 'x', 'multipart/form-data', 400],
    ['garbage', 'garbage', 'multipart/form-data; boundary=B', 400],
    [
      'a form cut short',
      '--B\r\ncontent-disposition: form-data; name="title"\r\n\r\nx',
      'multipart/form-data; boundary=B',
      400,
    ],
    [
      'too many parts',
      multipart(Array.from({ length: MAX_PARTS + 1 }, (_, n) => `name="f${n}"\r\n\r\nx`)),
      'multipart/form-data; boundary=B',
      413,
    ],
    [
      'two files',
      multipart(['name="a"; filename="a"\r\n\r\nx', 'name="b"; filename="b"\r\n\r\nx']),
      'multipart/form-data; boundary=B',
      400,
    ],
  ])('rejects a form with %s', async (_name, body, type, status) => {
    const response = await post(body, type)
    expect(response.status).toBe(status)
    expect(response.json.error).toEqual(expect.any(String))
  })

  it('accepts a form with the largest number of parts, line breaks and an empty file input', async () => {
    const fields = ['name="title"\r\n\r\nForm', 'name="content"\r\n\r\nOne\r\nTwo']
    const file = 'name="coverImage"; filename=""\r\ncontent-type: application/octet-stream\r\n\r\n'
    const more = Array.from({ length: MAX_PARTS - 3 }, (_, n) => `name="f${n}"\r\n\r\nx`)
    const response = await post(multipart([...fields, file, ...more]), 'multipart/form-data; boundary=B')
    expect([response.status, response.json.data.content]).toEqual([201, 'One\nTwo'])
  })

  it('limits the bytes of a body', async () => {
    const json = (size: number) => {
      const start = '{"title":"x","content":"x","more":"'
      return `${start}${'x'.repeat(size - start.length - 2)}"}`
    }
    const statusOf = async (body: string, type: string, path?: string) =>
      (await post(body, type, path)).status
    const { json: jsonLimit, contact, post: postLimit, multipart: formLimit } = bodyLimits
    expect(await statusOf(json(jsonLimit + 1), 'application/json', '/api/auth/login')).toBe(413)
    expect(await statusOf(json(jsonLimit), 'application/json', '/api/auth/login')).toBe(422)
    expect(await statusOf(json(contact + 1), 'application/json', '/api/contact')).toBe(413)
    expect(await statusOf(json(postLimit + 1), 'application/json')).toBe(413)
    expect(await statusOf(json(postLimit), 'application/json')).toBe(201)
    expect(await statusOf('x'.repeat(formLimit + 1), 'multipart/form-data; boundary=B')).toBe(413)
  })

  it('authenticates before it reads the body', async () => {
    let read = false
    const body = new ReadableStream(
      {
        pull(controller) {
          read = true
          controller.close()
        },
      },
      { highWaterMark: 0 },
    )
    // TypeScript's RequestInit lacks the required `duplex`.
    const streaming = { method: 'POST', body, duplex: 'half' }
    expect((await up.fetch(new Request('http://upstream/api/blogs', streaming))).status).toBe(401)
    expect(read).toBe(false)
  })
})

describe('a PostgreSQL server that drops its connections', () => {
  it('does not affect reads', async () => {
    const up = await startUpstream('postgres')
    expect((await up.call('GET', '/api/blogs')).status).toBe(200)
    const db = await up.tables()
    // Waits until it is closed, because connections that close one after another could use up the retries of a read.
    await sql`
      select pg_terminate_backend(pid, 60000) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`.execute(db)
    const responses = await Promise.all([1, 2, 3].map(() => up.call('GET', '/api/blogs')))
    expect(responses.map((response) => response.status)).toEqual([200, 200, 200])
    // Background work may read at the same time; it catches up with its next poll.
    for (const line of up.logs.splice(0))
      expect(line).toMatch(/connection.* was lost|terminating connection|Connection terminated/)
    await up.stop()
  })
})
