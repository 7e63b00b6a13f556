import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { missingListResponseSchema } from '#contract/redirects.ts'
import { databases, startUpstream, type TestUpstream } from '../testing/harness.ts'
import { deleteOldMissing } from './hits.ts'
import { redirectsClient } from './testing/redirects-client.ts'

describe.each(databases)('hits of redirects on %s', (database) => {
  let up: TestUpstream
  let token: string
  beforeAll(async () => {
    up = await startUpstream(database)
    token = await up.signInAs('editor')
  })
  afterAll(() => up.stop())

  const { call, create, find } = redirectsClient(() => ({ up, token }))

  it('count their hits, and missing addresses within limits', async () => {
    const { data } = await create('/h/old', '/h/new')
    const missing = (path: string, more: object = {}) => ({
      path,
      referrer: '',
      linked: true,
      count: 1,
      ...more,
    })
    const report = (hits: object[], addresses: object[]) =>
      up.call('POST', '/api/redirects/hits', { json: { hits, missing: addresses } })
    const listed = async (search: string) =>
      missingListResponseSchema.parse((await call('GET', `/missing?search=${search}`)).json)
    expect(
      (
        await report(
          [
            { id: data.id, count: 3 },
            { id: '999999', count: 1 },
          ],
          [],
        )
      ).status,
    ).toBe(204)
    const reported = Date.now()
    await report([{ id: data.id, count: 2 }], [missing('/h/lost', { referrer: 'example.com', count: 2 })])
    await report([], [missing('/h/lost', { linked: false }), missing('/h/old')])
    const [counted] = (await find('/h/old')).data
    expect([counted?.hits, counted?.version]).toEqual([5, 1])
    expect(Date.parse(counted?.lastHitAt ?? '')).toBeGreaterThanOrEqual(reported)
    expect(Date.parse(counted?.lastHitAt ?? '')).toBeLessThanOrEqual(Date.now())
    expect((await listed('/h/')).data).toEqual([
      { path: '/h/lost', hits: 3, referrer: 'example.com', lastAt: expect.any(String) },
    ])
    for (let at = 0; at < 300; at += 100)
      await report(
        [],
        Array.from({ length: 100 }, (_, n) => missing(`/flood/${at + n}`, { linked: false })),
      )
    expect((await listed('/flood/')).total).toBe(100)
    // Addresses with a referrer have a separate limit.
    await report([], [missing('/h/late', { referrer: 'example.com' })])
    expect((await listed('/h/late')).total).toBe(1)
    await create('/h/late', '/h/new')
    expect((await listed('/h/late')).total).toBe(0)
    const results = [{ figure: '2×', label: 'orders' }]
    const study = { title: 'Soon', client: 'Line', summary: 'x', content: 'x', results }
    for (const [folder, path, json] of [
      ['blog', 'blogs', { title: 'Soon', content: 'x' }],
      ['work', 'case-studies', study],
    ] as const) {
      await report([], [missing(`/${folder}/soon`)])
      const { status } = await up.call('POST', `/api/${path}`, { token, json: { ...json, published: false } })
      expect([path, status, (await listed('/soon')).total]).toEqual([path, 201, 1])
      await up.call('PUT', `/api/${path}/soon`, { token, json: { published: true } })
      expect([path, (await listed('/soon')).total]).toEqual([path, 0])
    }
    for (const path of ['no-slash', '', `/${'x'.repeat(300)}`])
      expect((await report([], [missing(path)])).status).toBe(422)
    expect((await report([], [missing('/x', { referrer: 'https://example.com/secret' })])).status).toBe(422)

    const db = await up.tables()
    await db.updateTable('missing_addresses').set({ last_at: 5 }).where('path', 'like', '/flood/%').execute()
    await deleteOldMissing(db)
    expect((await listed('')).data.map(({ path }) => path)).toEqual(['/h/lost'])
  })
})
