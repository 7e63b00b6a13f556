import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { statsAnswerSchema } from '#lib/admin/schema.ts'
import { databases, startUpstream, type TestUpstream } from '../testing/harness.ts'

const DAY_MS = 24 * 3_600_000
const dayBefore = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 10)

describe.each(databases)('figures on %s', (database) => {
  let up: TestUpstream
  let token: string
  beforeAll(async () => {
    up = await startUpstream(database)
    token = await up.signIn()
  })
  afterAll(() => up.stop())

  const stats = async () => statsAnswerSchema.parse((await up.call('GET', '/api/stats', { token })).json).data
  const create = async (title: string, published: boolean): Promise<string> =>
    (await up.call('POST', '/api/blogs', { json: { title, content: 'Text', published }, token })).json.data.id
  const update = (id: string, json: unknown) => up.call('PUT', `/api/blogs/${id}`, { json, token })

  it('are for staff only', async () => {
    expect((await up.call('GET', '/api/stats')).status).toBe(401)
    expect((await up.call('GET', '/api/stats', { token: 'wrong' })).status).toBe(401)
  })

  it('are zero where there is nothing but the first account', async () => {
    const { activity, ...figures } = await stats()
    expect(activity).toEqual([])
    expect(figures).toMatchObject({
      posts: { total: 0, published: 0, draft: 0, recent: 0, before: 0 },
      messages: { total: 0, unread: 0, recent: 0, before: 0 },
      subscribers: { total: 0, recent: 0, before: 0 },
      users: { total: 1, recent: 1, before: 0 },
      views: { recent: 0, before: 0 },
    })
    expect(figures.views.months).toHaveLength(6)
    expect(figures.views.months.at(-1)?.month).toBe(dayBefore(0).slice(0, 7))
  })

  it('tell what happened, newest first, and what state it led to', async () => {
    const live = await create('Live', true)
    const draft = await create('Draft', false)
    await up.call('POST', '/api/contact', {
      json: { name: 'Ann', email: 'ann@example.com', subject: 'A project', message: 'We would like a site.' },
      address: 'a',
    })
    await up.call('POST', '/api/newsletter', { json: { email: 'r@example.com' }, address: 'a' })
    await update(draft, { published: true })
    await update(live, { title: 'Live again' })
    const { activity, ...figures } = await stats()
    expect(figures).toMatchObject({
      posts: { total: 2, published: 2, draft: 0, recent: 2 },
      messages: { total: 1, unread: 1, recent: 1 },
      subscribers: { total: 1, recent: 1 },
    })
    expect(activity).toEqual([
      expect.objectContaining({ kind: 'changed', id: live, title: 'Live again', published: true }),
      expect.objectContaining({ kind: 'published', id: draft, published: true }),
      expect.objectContaining({ kind: 'subscriber', email: 'r@example.com' }),
      expect.objectContaining({ kind: 'message', name: 'Ann', subject: 'A project' }),
      expect.objectContaining({ kind: 'created', id: draft }),
      expect.objectContaining({ kind: 'published', id: live }),
    ])
  })

  it('compare the last 30 days with the 30 before', async () => {
    const db = await up.tables()
    const at = (days: number) => Date.now() - days * DAY_MS
    const older = [31, 45, 59, 61].map((days) => ({
      address: `${days}@example.com`,
      email: `${days}@example.com`,
      created_at: at(days),
      confirmed_at: at(days),
    }))
    const unconfirmed = { address: 'u@example.com', email: 'u@example.com', created_at: at(1) }
    await db
      .insertInto('subscribers')
      .values([...older, { ...unconfirmed, confirmed_at: null }])
      .execute()
    const days = [0, 29, 30, 59, 60, 400].map((day) => ({ day: dayBefore(day), views: 10 ** (day % 7) }))
    await db.insertInto('view_days').values(days).execute()
    const { subscribers, views } = await stats()
    expect(subscribers).toEqual({ total: 5, recent: 1, before: 3 })
    expect(views.recent).toBe(1 + 10)
    expect(views.before).toBe(100 + 1000)
    const month = (start: string) =>
      days.filter(({ day }) => day.startsWith(start)).reduce((sum, row) => sum + row.views, 0)
    for (const shown of views.months) expect(shown.views).toBe(month(shown.month))
    await db.deleteFrom('view_days').execute()
  })

  it('count a view once a visitor and day, and keep it when its post is gone', async () => {
    const id = await create('Seen', true)
    const see = (visitor: string) => up.call('POST', `/api/blogs/${id}/views`, { json: { visitor } })
    await see('a')
    await see('a')
    await see('b')
    await up.call('DELETE', `/api/blogs/${id}`, { token })
    const { views } = await stats()
    expect([views.recent, views.months.at(-1)?.views]).toEqual([2, 2])
  })
})
