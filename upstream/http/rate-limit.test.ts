import { describe, expect, it } from '@jest/globals'
import { sql } from 'kysely'
import { MINUTE_MS } from '#contract/time.ts'
import { databases, startUpstream } from '../testing/harness.ts'
import { rateLimitKey } from './rate-limit.ts'

const keyOf = (address: string) => rateLimitKey({ name: 'test', points: 1, minutes: 1 }, address)

describe('rate limits of IPv6 networks', () => {
  it.each([
    ['2001:db8::1', '2001:db8::2'],
    ['2001:db8::1', '2001:0DB8:0:0:ffff:ffff:ffff:ffff'],
    ['2001:db8:1:2::1', '2001:db8:1:2:3:4:5:6'],
    ['2001:db8:1:2:3::', '2001:db8:1:2::9'],
    ['::1', '0:0:0:0:0:0:0:2'],
    ['fe80::1%eth0', 'fe80::2'],
    ['::ffff:192.0.2.1', '192.0.2.1'],
  ])('are shared by %s and %s', (one, other) => expect(keyOf(one)).toBe(keyOf(other)))

  it.each([
    ['2001:db8::1', '2001:db8:0:1::1'],
    ['2001:db8:1::1', '2001:db8::1'],
    ['2001:db8:1:2::1', '2001:db8:1:3::1'],
    ['192.0.2.1', '192.0.2.2'],
    ['::ffff:192.0.2.1', '::ffff:192.0.2.2'],
  ])('are separate for %s and %s', (one, other) => expect(keyOf(one)).not.toBe(keyOf(other)))
})

it.each(databases)('requests that fail for a reason of ours do not count on %s', async (database) => {
  const up = await startUpstream(database)
  const token = await up.signIn()
  const db = await up.tables()
  const draft = { token: await up.signInAs('author'), json: { title: 'A', content: 'b' } }
  const post = (await up.call('POST', '/api/blogs', draft)).json.data
  const shared = await up.call('POST', `/api/blogs/${post.id}/previews`, { token, json: { days: 7 } })
  const secret: string = shared.json.data.url.split('/').at(-1)
  const opened = await up.call('POST', '/api/previews/open', { json: { token: secret } })
  const { revision } = opened.json.data.review
  const contact = { name: 'Ada', email: 'a@example.com', subject: 'A ferry', message: 'We need a system.' }
  const calls: [string, object][] = [
    ['/api/contact', contact],
    ['/api/newsletter', { email: 'a@example.com' }],
    ['/api/previews/review', { token: secret, revision, decision: 'approved', name: 'Ada' }],
    ['/api/previews/notes', { token: secret, name: 'Ada', text: 'A note' }],
    [`/api/blogs/${post.id}/notes`, { text: 'A note for @author' }],
  ]
  const send = async () => {
    const statuses: number[] = []
    for (const [path, json] of calls) statuses.push((await up.call('POST', path, { token, json })).status)
    const limits = await db.selectFrom('rate_limits').select('points').execute()
    return {
      statuses: new Set(statuses.map((status) => status < 500)),
      points: limits.map(({ points }) => points),
    }
  }
  await db.deleteFrom('rate_limits').execute()
  const tables = ['activity', 'notifications'].map((name) => [sql.id(name), sql.id(`${name}_away`)] as const)
  for (const [name, away] of tables) await sql`alter table ${name} rename to ${away}`.execute(db)
  expect(await send()).toEqual({ statuses: new Set([false]), points: [0, 0, 0, 0, 0] })
  for (const [name, away] of tables) await sql`alter table ${away} rename to ${name}`.execute(db)
  expect(await send()).toEqual({ statuses: new Set([true]), points: [1, 1, 1, 1, 1] })
  up.logs.splice(0)
  await up.stop()
})

it.each(databases)('a limit on %s ends soon when the clock was ahead', async (database) => {
  const up = await startUpstream(database)
  const db = await up.tables()
  const subscribe = async () =>
    (await up.call('POST', '/api/newsletter', { json: { email: 'ada@example.com' }, address: 'ada' })).status
  const until = (minutes: number) =>
    db
      .updateTable('rate_limits')
      .set({ expires_at: Date.now() + minutes * MINUTE_MS, points: 5 })
      .execute()
  expect(await subscribe()).toBe(200)
  await until(10)
  expect(await subscribe()).toBe(429)
  await until(400 * 24 * 60)
  expect(await subscribe()).toBe(200)
  await up.stop()
})
