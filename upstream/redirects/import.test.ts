import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { MAX_REDIRECTS, redirectImportResponseSchema } from '#contract/redirects.ts'
import { batchesOf } from '../db/parameters.ts'
import { databases, startUpstream, type TestUpstream } from '../testing/harness.ts'
import { redirectsClient } from './testing/redirects-client.ts'

describe.each(databases)('files of redirects on %s', (database) => {
  let up: TestUpstream
  let token: string
  const queries: string[] = []
  beforeAll(async () => {
    up = await startUpstream(database, { onQuery: ({ query }) => queries.push(query.sql) })
    token = await up.signInAs('editor')
  })
  afterAll(() => up.stop())

  const { call, create, find, map, post } = redirectsClient(() => ({ up, token }))

  const importCsv = async (csv: string, dryRun: boolean) => {
    const { status, json } = await call('POST', '/import', { csv, dryRun })
    return { status, json, data: redirectImportResponseSchema.safeParse(json).data?.data }
  }

  it('are imported from a CSV file, after a dry run, all or nothing', async () => {
    const { slug } = await post('In the way')
    await create('/i/kept', '/i/target')
    await create('/i/moved', '/i/target')
    const bad = [
      'Status;From;TO;comment',
      '301;/i/a;/i/b;x',
      ';/i/b;/i/c',
      `301;/blog/${slug};/i/c`,
      '301;/about;/i/c',
      '303;/i/d;/i/c',
      '301;/i/a/;/i/c',
      '410;/i/gone;',
      '301;/i/kept;/i/target',
      '302;/i/moved;/i/elsewhere',
    ].join('\n')
    const { data } = await importCsv(bad, true)
    expect(data?.lines.map(({ line, result, message }) => [line, result, message])).toEqual([
      [2, 'invalid', '“/i/b” redirects to “/i/c”. Enter that address instead.'],
      [3, 'new', ''],
      [4, 'invalid', '“In the way” is at this address, and a page wins over a redirect.'],
      [5, 'invalid', 'This page exists, and a page wins over a redirect.'],
      [6, 'invalid', 'The status must be 301, 302 or 410.'],
      [7, 'invalid', 'An earlier line has the same path.'],
      [8, 'new', ''],
      [9, 'unchanged', ''],
      [10, 'changed', 'Was 301 /i/target'],
    ])
    expect(data).toMatchObject({ dryRun: true, new: 2, changed: 1, unchanged: 1, invalid: 5 })
    const before = await map()
    const failed = await importCsv(bad, false)
    expect([failed.status, failed.json.error]).toEqual([
      422,
      'Nothing was imported: line 2: “/i/b” redirects to “/i/c”. Enter that address instead.',
    ])
    expect(await map()).toEqual(before)

    const good = 'from,to,status\n/i/a,https://site.example/i/c,301\n/i/target,/i/c,\n/i/gone,,410\n'
    expect((await importCsv(good, true)).data).toMatchObject({ new: 3, retargeted: ['/i/kept', '/i/moved'] })
    expect(await map()).toEqual(before)
    expect((await importCsv(good, false)).data).toMatchObject({ dryRun: false, new: 3, invalid: 0 })
    const after = await map()
    expect(['/i/a', '/i/target', '/i/gone', '/i/kept'].map((path) => after.get(path))).toEqual([
      '301 /i/c',
      '301 /i/c',
      '410 ',
      '301 /i/c',
    ])
    expect((await importCsv(good, false)).data).toMatchObject({ new: 0, changed: 0, unchanged: 3 })
    for (const csv of [
      '',
      'a,b\n/x,/y',
      'from,to',
      'from,to\n"/x,/y',
      `from,to\n${'/x,/y\n'.repeat(10_001)}`,
    ])
      expect((await importCsv(csv, true)).status).toBe(422)
    const { json } = await up.call('GET', '/api/activity?kind=redirect.imported', { token })
    expect(json.data.activity).toHaveLength(1)
    expect(json.data.activity[0].object.name).toBe('3 redirects')
  })

  it('are imported once for an idempotency key', async () => {
    const headers = { 'idempotency-key': 'one' }
    const write = (csv: string, dryRun = false) => call('POST', '/import', { csv, dryRun }, headers)
    const first = await write('from,to\n/i/once,/i/target-of-once')
    expect(first.json.data).toMatchObject({ new: 1 })
    expect((await write('from,to\n/i/once,/i/target-of-once')).json).toEqual(first.json)
    expect((await write('from,to\n/i/once,/i/target-of-once', true)).json.data).toMatchObject({ new: 0 })
    expect((await write('from,to\n/i/twice,/i/target-of-once')).status).toBe(422)
  })

  it('are written in few queries, and keep hits and the post unless the target changes', async () => {
    const db = await up.tables()
    const { slug } = await post('Redirected to')
    const posts = db.selectFrom('posts').select('id').where('slug', '=', slug)
    const { id } = await posts.executeTakeFirstOrThrow()
    const paths = Array.from({ length: 600 }, (_, number) => `/w/${number}`)
    const write = async (status: number, toTarget: (path: string) => string) => {
      const lost = { path: paths[0] ?? '', hits: 1, referrer: '', linked: 0, first_day: 1, last_at: 1 }
      await db.insertInto('missing_addresses').values(lost).execute()
      const lines = paths.map((path) => `${path},${toTarget(path)},${status}`)
      queries.length = 0
      const { data } = await importCsv(['from,to,status', ...lines].join('\n'), false)
      expect(queries.length).toBeLessThan(100)
      expect(await db.selectFrom('missing_addresses').select('path').execute()).toEqual([])
      return data
    }
    const rows = db.selectFrom('redirects').where('source', 'like', '/w/%')
    expect(await write(301, () => '/w-target')).toMatchObject({ new: 600, changed: 0 })
    const ids = (await rows.select('id').execute()).map((row) => row.id)
    expect(new Set(ids).size).toBe(600)
    await db.updateTable('redirects').set({ post_id: id, hits: 5 }).where('id', 'in', ids).execute()
    const toTarget = (path: string) => (path === '/w/1' ? '/w-other' : '/w-target')
    expect(await write(302, toTarget)).toMatchObject({ new: 0, changed: 600 })
    const stored = await rows.select(['source', 'target', 'status', 'version', 'post_id', 'hits']).execute()
    const expected = { status: 302, version: 2, hits: 5 }
    expect(new Map(stored.map((row) => [row.source, row]))).toEqual(
      new Map(
        paths.map((source) => {
          const post_id = source === '/w/1' ? null : id
          return [source, { ...expected, source, target: toTarget(source), post_id }]
        }),
      ),
    )
    await db.deleteFrom('redirects').where('id', 'in', ids).execute()
  })

  it('are imported from a file of at most 5 MB', async () => {
    const { status, json } = await importCsv(`from,to\n${'é'.repeat(2_500_000)}`, true)
    expect([status, json.fields]).toEqual([422, { csv: 'The file must be at most 5 MB.' }])
    const largest = `from,to,note\n/i/large,/i/c,${'"'.repeat(4_900_000)}`
    expect((await importCsv(largest, true)).data).toMatchObject({ new: 1, invalid: 0 })
  })

  it('are exported as a file that can be imported again', async () => {
    await create('/i/x;=1+1', '/i/y;-1')
    const file = await call('GET', '?format=csv')
    expect(file.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(file.text).toContain('from,to,status,hits,last hit,created by,created\r\n')
    const { total } = await find('')
    const line = (_: unknown, index: number) => `/i/many/${index}${'/long'.repeat(40)},/i/c`
    const large = `${file.text}${Array.from({ length: 10_000 - total }, line).join('\r\n')}`
    expect((await importCsv(large, true)).data).toMatchObject({ unchanged: total, new: 10_000 - total })
    expect((await importCsv(file.text, false)).data).toMatchObject({
      unchanged: total,
      new: 0,
      changed: 0,
      invalid: 0,
    })
    const found = await call('GET', '?format=csv&search=X;=')
    expect(found.text.split('\r\n')).toEqual([
      expect.stringContaining('from,to,'),
      expect.stringContaining('"/i/x;=1+1","/i/y;-1",301,'),
      '',
    ])
  })

  it('are limited in number, together with single redirects', async () => {
    const db = await up.tables()
    const { total } = (await call('GET')).json
    const row = { target: '/x', status: 301, created_by: 'editor', created_at: 1 }
    const rows = Array.from({ length: MAX_REDIRECTS - total - 1 }, (_, n) => ({
      ...{ ...row, id: 1_000_000 + n, source: `/limit/${n}` },
    }))
    for (const batch of batchesOf(rows)) await db.insertInto('redirects').values(batch).execute()
    expect((await importCsv('from,to\n/over/1,/x\n/over/2,/x', false)).status).toBe(409)
    expect((await importCsv('from,to\n/over/1,/x\n/limit/1,/y', false)).status).toBe(200)
    const over = await call('POST', '', { from: '/over/2', to: '/x' })
    expect([over.status, over.json.error]).toEqual([409, 'There can be at most 10,000 redirects.'])
    await db.deleteFrom('redirects').where('id', '>=', 1_000_000).execute()
  })
})
