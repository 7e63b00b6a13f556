import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals'
import { toDay } from '#contract/calendar.ts'
import { statsResponseSchema } from '#contract/stats.ts'
import { DAY_MS } from '#contract/time.ts'
import { setTime } from '../testing/clock.ts'
import { databases, startUpstream, type TestUpstream } from '../testing/harness.ts'

afterEach(() => void jest.useRealTimers())

function parseFigures(json: unknown) {
  const { views, ...figures } = statsResponseSchema.parse(json).data
  if (!views) throw new Error('The figures have no views')
  return { ...figures, views }
}

describe.each(databases)('figures on %s', (database) => {
  // Each test happens in one moment, on one day of the site.
  beforeEach(() => void setTime(Date.now()))
  let up: TestUpstream
  let token: string
  beforeAll(async () => {
    up = await startUpstream(database)
    token = await up.signIn()
  })
  afterAll(() => up.stop())

  const stats = async () => parseFigures((await up.call('GET', '/api/stats', { token })).json)
  const create = async (title: string, published: boolean): Promise<string> =>
    (await up.call('POST', '/api/blogs', { json: { title, content: 'Text', published }, token })).json.data.id
  const update = (id: string, json: unknown) => up.call('PUT', `/api/blogs/${id}`, { json, token })

  it('are for staff only', async () => {
    expect((await up.call('GET', '/api/stats')).status).toBe(401)
    expect((await up.call('GET', '/api/stats', { token: 'wrong' })).status).toBe(401)
  })

  it('are zero for a new installation', async () => {
    const { activity, ...figures } = await stats()
    expect(activity).toEqual([])
    expect(figures).toMatchObject({
      posts: { total: 0, published: 0, draft: 0, recent: 0, before: 0 },
      messages: { total: 0, unread: 0, recent: 0, before: 0 },
      subscribers: { total: 0, recent: 0, before: 0 },
      users: { total: 1, recent: 1, before: 0 },
      caseStudies: { total: 0, published: 0 },
      media: { total: 0 },
      views: { recent: 0, before: 0 },
    })
    expect(figures.views.months).toHaveLength(6)
    expect(figures.views.months.at(-1)?.month).toBe(toDay(Date.now()).slice(0, 7))
  })

  it('list the activity with the status at that time, newest first', async () => {
    const started = Date.now()
    let steps = 0
    // Two writes in the same millisecond would have no order.
    const nextSecond = () => setTime(started + 1000 * (steps += 1))
    const live = await create('Live', true)
    nextSecond()
    const draft = await create('Draft', false)
    nextSecond()
    const sent = await up.call('POST', '/api/contact', {
      json: { name: 'Ann', email: 'ann@example.com', subject: 'A project', message: 'We would like a site.' },
      address: 'a',
    })
    nextSecond()
    await up.call('POST', '/api/newsletter', { json: { email: 'r@example.com' }, address: 'a' })
    nextSecond()
    await update(draft, { published: true })
    nextSecond()
    await update(live, { title: 'Live again' })
    nextSecond()
    await update(live, { published: false })
    const { activity, ...figures } = await stats()
    expect(figures).toMatchObject({
      posts: { total: 2, published: 1, draft: 1, recent: 2 },
      messages: { total: 1, unread: 1, recent: 1 },
      subscribers: { total: 1, recent: 1 },
    })
    expect(
      activity.map(({ kind, person, object, status }) => [kind, person?.name, object.name, status]),
    ).toEqual([
      ['post.unpublished', 'Editorial team', 'Live again', 'draft'],
      ['post.changed', 'Editorial team', 'Live again', undefined],
      ['post.published', 'Editorial team', 'Draft', 'published'],
      ['subscriber.added', undefined, 'r@example.com', undefined],
      ['message.received', 'Ann', 'A project', 'pending'],
      ['post.created', 'Editorial team', 'Draft', 'draft'],
      ['post.published', 'Editorial team', 'Live', 'published'],
    ])
    expect(activity.map(({ object }) => object.id)).toEqual(
      expect.arrayContaining([live, draft, sent.json.data.id]),
    )
  })

  it('hide messages, subscribers, users and views from authors', async () => {
    const author = await up.signInAs('author')
    const { data } = statsResponseSchema.parse((await up.call('GET', '/api/stats', { token: author })).json)
    expect(data).not.toHaveProperty('messages')
    expect(data).not.toHaveProperty('subscribers')
    expect(data).not.toHaveProperty('users')
    expect(data).not.toHaveProperty('views')
    const editor = await up.signInAs('editor')
    expect(
      parseFigures((await up.call('GET', '/api/stats', { token: editor })).json).views.months,
    ).toHaveLength(6)
    expect(new Set(data.activity.map(({ object }) => object.type))).toEqual(new Set(['post']))
  })

  it('tell authors which posts of the activity they can edit', async () => {
    const author = await up.signInAs('author')
    const post = { title: 'My post', content: 'Text' }
    await up.call('POST', '/api/blogs', { json: post, token: author })
    const read = async (reader: string) => {
      const { json } = await up.call('GET', '/api/stats', { token: reader })
      return statsResponseSchema.parse(json).data.activity.filter(({ object }) => object.type === 'post')
    }
    const editable = (await read(author)).filter((entry) => entry.editable)
    expect(editable.map(({ object }) => object.name)).toEqual(['My post'])
    expect((await read(token)).every((entry) => entry.editable)).toBe(true)
  })

  it('call a post with a time to publish scheduled', async () => {
    const publishAt = new Date(Date.now() + DAY_MS).toISOString()
    const post = { title: 'Tomorrow', content: 'Text', publishAt }
    await up.call('POST', '/api/blogs', { json: post, token })
    const entry = (await stats()).activity.find(({ object }) => object.name === 'Tomorrow')
    expect(entry?.status).toBe('scheduled')
  })

  it('count a view once per visitor and day, including views of deleted posts', async () => {
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

describe.each(databases)('days and months of the site on %s', (database) => {
  let up: TestUpstream
  beforeAll(async () => {
    up = await startUpstream(database)
  })
  afterAll(() => up.stop())

  const statsAt = async (now: string) => {
    setTime(now)
    const token = await up.signIn()
    return parseFigures((await up.call('GET', '/api/stats', { token })).json)
  }

  it('begin at midnight in the site’s time zone, including clock changes', async () => {
    const token = await up.signIn()
    const post = { title: 'Seen', content: 'Text', published: true }
    const { id } = (await up.call('POST', '/api/blogs', { json: post, token })).json.data
    const seeAt = async (now: string) => {
      setTime(now)
      await up.call('POST', `/api/blogs/${id}/views`, { json: { visitor: 'ann' } })
    }
    await seeAt('2026-11-01T03:30:00Z') // October 31, 11:30 PM EDT
    await seeAt('2026-11-01T04:30:00Z') // November 1, 12:30 AM EDT
    await seeAt('2026-11-01T04:50:00Z') // the same view
    await seeAt('2026-12-01T04:30:00Z') // November 30, 11:30 PM EST
    await seeAt('2026-12-01T05:30:00Z')
    await seeAt('2027-04-01T03:30:00Z') // March 31, 11:30 PM EDT
    const { views: last } = await statsAt('2027-04-01T03:59:00Z')
    expect(last.months).toEqual([
      { month: '2026-10', views: 1 },
      { month: '2026-11', views: 2 },
      { month: '2026-12', views: 1 },
      { month: '2027-01', views: 0 },
      { month: '2027-02', views: 0 },
      { month: '2027-03', views: 1 },
    ])
    await seeAt('2027-04-01T04:00:00Z')
    const { views: next } = await statsAt('2027-04-01T04:01:00Z')
    expect(next.months.map(({ views }) => views)).toEqual([2, 1, 0, 0, 1, 1])
    expect([next.recent, next.before]).toEqual([2, 0])
    const db = await up.tables()
    const days = await db
      .selectFrom('page_figures')
      .select('period')
      .where('page_id', '=', 0)
      .where('period', '>', 20_000_000)
      .where('period', '<', 30_000_000)
      .orderBy('period')
      .execute()
    const expected = [20261031, 20261101, 20261130, 20261201, 20270331, 20270401]
    expect(days).toEqual(expected.map((period) => ({ period })))
    await db.deleteFrom('page_figures').execute()
  })

  it('limit the last 30 days and the 30 before', async () => {
    const db = await up.tables()
    const times = [
      '2026-10-16T04:00:00Z', // midnight, EDT
      '2026-10-16T03:59:59Z',
      '2026-09-16T04:00:00Z',
      '2026-09-16T03:59:59Z',
    ]
    const subscriber = (time: string) => ({ id: time, address: time, email: time, created_at: 0 })
    await db
      .insertInto('subscribers')
      .values([
        ...times.map((time) => ({ ...subscriber(time), confirmed_at: Date.parse(time) })),
        { ...subscriber('unconfirmed'), created_at: Date.parse('2026-11-14T00:00:00Z'), confirmed_at: null },
      ])
      .execute()
    const days = [20261114, 20261016, 20261015, 20260916, 20260915]
    const figures = { page_id: 0, readers: 0, visits: 0, shares: 0 }
    await db
      .insertInto('page_figures')
      .values(days.map((period, index) => ({ ...figures, period, views: 10 ** index })))
      .execute()
    // November 14, 11:30 PM EST
    const { subscribers, views } = await statsAt('2026-11-15T04:30:00Z')
    expect(subscribers).toEqual({ total: 4, recent: 1, before: 2, finished: 1, finishedBefore: 1 })
    expect(views).toMatchObject({ recent: 1 + 10, before: 100 + 1000, finished: 10, finishedBefore: 1000 })
    expect(views.months.slice(-3).map((month) => month.views)).toEqual([11_000, 110, 1])
    await db.deleteFrom('page_figures').execute()
  })
})
