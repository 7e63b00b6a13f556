import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { databases, startUpstream, type TestUpstream } from '../testing/harness.ts'

describe.each(databases)('the subscribers on %s', (database) => {
  let up: TestUpstream
  let token: string

  beforeAll(async () => {
    up = await startUpstream(database)
    token = await up.signInAs('editor')
    for (const email of ['Ann@a.example', 'bob_1@b.example', '=cmd@c.example'])
      await up.call('POST', '/api/newsletter', { json: { email }, address: email })
    const pending = {
      id: 'x',
      address: 'd@d.example',
      email: 'd@d.example',
      created_at: 1,
      confirmed_at: null,
    }
    await (await up.tables()).insertInto('subscribers').values(pending).execute()
  })
  afterAll(() => up.stop())

  const list = async (query = '') => (await up.call('GET', `/api/subscribers${query}`, { token })).json
  const emails = async (query?: string) =>
    (await list(query)).data.map(({ email }: { email: string }) => email).toSorted()

  it('are listed when confirmed, and found by part of the address', async () => {
    expect(await list()).toMatchObject({ total: 3, totalPages: 1 })
    expect(await emails('?search=ANN@')).toEqual(['Ann@a.example'])
    expect(await emails('?search=_')).toEqual(['bob_1@b.example'])
    expect(await emails('?search=nobody')).toEqual([])
  })

  it('are downloaded as a file that a spreadsheet does not run', async () => {
    const { text, headers } = await up.call('GET', '/api/subscribers?format=csv', { token })
    expect(headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(text).toMatch(/^email,subscribed\r\n/)
    expect(text).toContain('Ann@a.example,2')
    expect(text).toContain("'=cmd@c.example,")
  })

  it('can be removed once, which the activity log shows without the address', async () => {
    const { data } = await list('?search=ann')
    const remove = () => up.call('DELETE', `/api/subscribers/${data[0].id}`, { token })
    expect((await remove()).status).toBe(200)
    expect((await remove()).status).toBe(404)
    expect(await emails()).toEqual(['=cmd@c.example', 'bob_1@b.example'])
    const log = await up.call('GET', '/api/activity?kind=subscriber', { token })
    expect(log.json.data.activity[0]).toMatchObject({ kind: 'subscriber.deleted', object: { name: '' } })
    expect((await up.call('GET', '/api/subscribers', { token: await up.signInAs('author') })).status).toBe(
      403,
    )
  })
})
