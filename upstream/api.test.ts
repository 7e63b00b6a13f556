import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { sql } from 'kysely'
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

  it('says that it lives and is ready', async () => {
    expect((await up.call('GET', '/api/health')).json).toEqual({ status: 'ok' })
    const ready = await up.call('GET', '/api/ready')
    expect([ready.status, ready.json]).toEqual([200, { status: 'ok' }])
  })

  it('says when its database is gone', async () => {
    const other = await startUpstream(database)
    const db = await other.tables()
    await db.schema.dropTable('totals').execute()
    const answer = await other.call('GET', '/api/ready')
    expect([answer.status, answer.json.error]).toEqual([503, 'The database does not answer.'])
    const broken = await other.call('GET', '/api/blogs')
    expect([broken.status, broken.json]).toEqual([500, { error: 'Something went wrong on our side.' }])
    expect(other.faults.splice(0).map((line) => JSON.parse(line).requestId)).toEqual([
      expect.any(String),
      expect.any(String),
    ])
    await other.stop()
  })

  it('answers unknown paths and methods in JSON', async () => {
    expect((await up.call('GET', '/api/nothing')).json).toEqual({ error: 'Not found' })
    expect((await up.call('GET', '/')).status).toBe(404)
    const patch = await up.call('PATCH', '/api/blogs/some-post')
    expect([patch.status, patch.headers.get('allow')]).toEqual([405, 'GET, HEAD, PUT, DELETE'])
    expect((await up.call('GET', '/api/auth/login')).headers.get('allow')).toBe('POST')
    expect((await up.call('GET', '/api/blogs/%E0%A4%A')).status).toBe(400)
  })

  it.each([
    ['{"title":', 400],
    ['', 400],
    ['{"title":"x","content":"x","__proto__":{"published":true}}', 400],
    ['{"title":"x","content":"x","constructor":1}', 400],
    ['[]', 422],
    ['null', 422],
    ['"text"', 422],
  ])('refuses the JSON %s', async (body, status) => {
    const answer = await post(body, 'application/json')
    expect(answer.status).toBe(status)
    expect(answer.json.error).toEqual(expect.any(String))
  })

  it('refuses bytes that are no UTF-8 and types that are neither JSON nor a form', async () => {
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
      '21 parts',
      multipart(Array.from({ length: 21 }, (_, n) => `name="f${n}"\r\n\r\nx`)),
      'multipart/form-data; boundary=B',
      413,
    ],
    [
      'two files',
      multipart(['name="a"; filename="a"\r\n\r\nx', 'name="b"; filename="b"\r\n\r\nx']),
      'multipart/form-data; boundary=B',
      400,
    ],
  ])('refuses a form with %s', async (_name, body, type, status) => {
    const answer = await post(body, type)
    expect(answer.status).toBe(status)
    expect(answer.json.error).toEqual(expect.any(String))
  })

  it('counts bytes: 64 kB of JSON, 1 MB for posts, 6 MB of a form', async () => {
    const json = (size: number) => JSON.stringify({ title: 'x', content: 'x', more: 'x'.repeat(size) })
    expect((await post(json(65_000), 'application/json', '/api/auth/login')).status).toBe(413)
    expect((await post(json(1_000_000), 'application/json')).status).toBe(413)
    expect((await post(json(900_000), 'application/json')).status).toBe(201)
    expect((await post('x'.repeat(6_000_001), 'multipart/form-data; boundary=B')).status).toBe(413)
  })

  it('asks who calls before it reads what they send', async () => {
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
    // `duplex` is demanded by the standard and unknown to TypeScript's types of it.
    const streaming = { method: 'POST', body, duplex: 'half' }
    expect((await up.fetch(new Request('http://upstream/api/blogs', streaming))).status).toBe(401)
    expect(read).toBe(false)
  })
})

describe('a PostgreSQL server that drops its connections', () => {
  it('is asked again for what is read', async () => {
    const up = await startUpstream('postgres')
    expect((await up.call('GET', '/api/blogs')).status).toBe(200)
    const db = await up.tables()
    await sql`
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`.execute(db)
    const answers = await Promise.all([1, 2, 3].map(() => up.call('GET', '/api/blogs')))
    expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200])
    for (const line of up.faults.splice(0)) expect(line).toContain('A database connection was lost')
    await up.stop()
  })
})
