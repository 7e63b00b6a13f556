import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals'
import { sql } from 'kysely'
import pino from 'pino'
import { addDays, toDay } from '#contract/calendar.ts'
import { eventually } from '#testing/eventually.ts'
import { setTime } from '../testing/clock.ts'
import { startCounting } from '../testing/figures.ts'
import { databases } from '../testing/harness.ts'
import { startRecorder } from './recorder.ts'

const otherTimers = [
  ...(['setInterval', 'clearInterval', 'setImmediate', 'clearImmediate'] as const),
  ...(['nextTick', 'queueMicrotask', 'hrtime', 'performance'] as const),
]

// All events of a test are on one day.
beforeEach(() => void setTime('2026-05-04T16:00:00Z'))
afterEach(() => void jest.useRealTimers())

describe.each(databases)('figures of visits on %s', (database) => {
  let site: Awaited<ReturnType<typeof startCounting>>
  beforeAll(async () => {
    site = await startCounting(database)
  })
  afterAll(() => site.up.stop())

  it('are empty at first', async () => {
    const figures = await site.figures()
    expect(figures.points).toHaveLength(30)
    expect(figures.totals).toMatchObject({ views: 0, visits: 0, readersPerDay: null, mostReaders: null })
    expect([figures.pages, figures.sources, figures.searches, figures.missing]).toEqual([[], [], [], []])
  })

  it('count every event of a visitor', async () => {
    const { send, view, createPost, up } = site
    const { slug } = await createPost('Knots')
    await view('/', 'ann', { entry: true, referrer: 'www.Example.org' })
    await view('/blog', 'ann', { search: { term: ' Knots ', found: true } })
    await view(`/blog/${slug}`, 'ann')
    await view('/about', 'ben', { entry: true, source: 'Newsletter', medium: 'email', campaign: 'May' })
    await view('/', 'cat', { entry: true })
    await send({ type: 'search', search: { term: 'sails', found: false } })
    await send({ type: 'search', search: { term: 'ann@example.com', found: false } })
    await send({ type: 'share', path: `/blog/${slug}`, network: 'LinkedIn' })
    await send({ type: 'conversion', kind: 'message', path: '/', referrer: 'example.org' })
    await send({
      type: 'conversion',
      kind: 'subscription',
      path: '/about',
      source: 'newsletter',
      medium: 'email',
      campaign: 'may',
    })
    await send({ type: 'conversion', kind: 'message', path: '/blog/not-there', source: 'google.com' })
    await send({ type: 'missing', path: '/old-page' })
    // No route, but a property of every object: the events beside it are counted.
    const json = { visitor: 'ann', route: 'constructor', event: { type: 'view', path: '/x' } }
    expect((await up.call('POST', '/api/analytics/events', { json })).status).toBeLessThan(300)
    await view('/blog/never-written')
    const figures = await site.figures()
    expect(figures.totals).toEqual({
      views: 5,
      visits: 3,
      readersPerDay: 3,
      mostReaders: { day: figures.to, readers: 3 },
      shares: 1,
      messages: 2,
      subscriptions: 1,
    })
    expect(figures.points.at(-1)).toEqual({ at: figures.to, views: 5, visits: 3, readers: 3 })
    expect(figures.pages.find(({ path }) => path === '/')).toMatchObject({ views: 2, visits: 2 })
    expect(figures.pages.find(({ path }) => path === `/blog/${slug}`)).toMatchObject({
      title: 'Knots',
      views: 1,
      shares: 1,
    })
    expect(figures.sources).toEqual([
      { name: 'direct', visits: 1, messages: 0, subscriptions: 0 },
      { name: 'example.org', visits: 1, messages: 1, subscriptions: 0 },
      { name: 'newsletter', visits: 1, messages: 0, subscriptions: 1 },
      { name: 'google.com', visits: 0, messages: 1, subscriptions: 0 },
    ])
    expect(figures.campaigns).toEqual([
      { source: 'newsletter', medium: 'email', campaign: 'may', visits: 1, messages: 0, subscriptions: 1 },
    ])
    expect(figures.landings).toEqual([
      { path: '/', source: 'example.org', visits: 1, messages: 1, subscriptions: 0 },
      { path: '/about', source: 'newsletter', visits: 1, messages: 0, subscriptions: 1 },
    ])
    expect(figures.searches).toEqual([
      { term: 'knots', searches: 1, withoutResults: 0 },
      { term: 'sails', searches: 1, withoutResults: 1 },
      { term: '', searches: 1, withoutResults: 1 },
    ])
    expect(figures.missing).toEqual([
      { path: '/blog/never-written', requests: 1 },
      { path: '/old-page', requests: 1 },
      { path: '/x', requests: 1 },
    ])
    expect(figures.shares).toEqual([{ network: 'LinkedIn', clicks: 1 }])
    const post = (await up.call('GET', `/api/blogs/${slug}`)).json.data
    expect(post.views).toBe(1)
    const { views } = (await up.call('GET', '/api/stats', { token: site.token })).json.data
    expect(views.recent).toBe(5)
  })

  it('are filtered by page and by source', async () => {
    const ofPage = await site.figures('?page=/about')
    expect(ofPage.totals).toMatchObject({ views: 1, visits: 1, subscriptions: 1, messages: 0 })
    expect(ofPage.sources.map(({ name }) => name)).toEqual(['newsletter'])
    expect(ofPage.pages.map(({ path }) => path)).toEqual(['/about'])
    const ofSource = await site.figures('?source=example.org')
    expect(ofSource.totals).toMatchObject({ visits: 1, messages: 1, subscriptions: 0, readersPerDay: null })
    expect(ofSource.pages.map(({ path, visits }) => [path, visits])).toEqual([['/', 1]])
    expect((await site.figures('?page=/about&source=example.org')).totals.visits).toBe(0)
    expect((await site.figures('?page=/unknown')).totals.views).toBe(0)
    expect((await site.figures('?source=unknown')).totals.visits).toBe(0)
  })

  it('have hours, days or months', async () => {
    const today = toDay(Date.now())
    const hours = await site.figures(`?from=${today}&to=${today}`)
    expect([hours.unit, hours.points.length]).toEqual(['hour', 24])
    expect(hours.points.reduce((views, point) => views + point.views, 0)).toBe(5)
    for (const query of ['?page=/about', `?from=${today}`, '']) {
      const { pages, totals } = await site.figures(query)
      const sum = pages.reduce((readers, page) => readers + page.readersPerDay, 0)
      expect([pages.length > 0, sum]).toEqual([true, query === '?page=/about' ? totals.readersPerDay : 5])
    }
    const year = await site.figures(`?from=${addDays(today, -364)}`)
    expect([year.unit, year.totals.views]).toEqual(['month', 5])
    expect(year.pages.reduce((views, page) => views + page.views, 0)).toBe(5)
    expect(year.previous).toEqual({ from: addDays(today, -729), to: addDays(today, -365) })
    const long = await site.figures('?from=0001-01-01&to=0001-02-01')
    expect([long.from, long.to]).toEqual([addDays(today, -1826), today])
    for (const query of [
      '?from=2026-02-30',
      '?to=x',
      '?from=9999-01-01',
      '?page=x&from[]=1',
      '?to=0000-01-01',
    ])
      expect((await site.figures(query)).points).toHaveLength(30)
  })

  it('compare the finished days of a range that ends today', async () => {
    const today = toDay(Date.now())
    const week = await site.figures(`?from=${addDays(today, -6)}`)
    expect([week.totals.views, week.finished?.totals.views]).toEqual([5, 0])
    setTime('2026-05-11T16:00:00Z')
    const next = await site.figures(`?from=${addDays(today, 1)}`)
    expect([next.previousTotals.views, next.previousTotals.messages]).toEqual([5, 2])
    expect(next.finished?.previousTotals).toMatchObject({ views: 0, messages: 0, subscriptions: 0 })
    const later = await site.figures(`?from=${today}`)
    expect(later.finished?.totals).toMatchObject({ views: 5, messages: 2, subscriptions: 1 })
    for (const query of [`?from=${today}&to=${today}`, `?from=${addDays(today, 7)}`])
      expect(await site.figures(query)).not.toHaveProperty('finished')
  })

  it('are for owners and editors', async () => {
    const { up, token } = site
    const status = async (options = {}) => (await up.call('GET', '/api/analytics', options)).status
    expect(await status()).toBe(401)
    expect(await status({ token: 'wrong' })).toBe(401)
    expect(await status({ token })).toBe(200)
    expect(await status({ token: await up.signInAs('editor') })).toBe(200)
    expect(await status({ token: await up.signInAs('author') })).toBe(403)
  })

  it.each([
    ['no visitor', { visitor: '', route: '/', event: { type: 'view', path: '/' } }],
    ['an unknown event', { visitor: 'a', route: '/', event: { type: 'click', path: '/' } }],
    ['an invalid path', { visitor: 'a', route: '/', event: { type: 'view', path: 'about' } }],
    ['an unknown network', { visitor: 'a', route: '/', event: { type: 'share', path: '/', network: 'X' } }],
  ])('reject %s', async (_name, json) => {
    expect((await site.up.call('POST', '/api/analytics/events', { json })).status).toBe(422)
  })

  it('reject a large body', async () => {
    const event = { type: 'view', path: `/${'x'.repeat(3000)}` }
    const response = await site.up.call('POST', '/api/analytics/events', {
      json: { visitor: 'a', route: null, event },
    })
    expect(response.status).toBe(413)
  })
})

describe.each(databases)('a page of a post on %s', (database) => {
  it('keeps its figures when the slug changes', async () => {
    const site = await startCounting(database)
    const post = await site.createPost('First name')
    await site.view('/blog/first-name', 'ann')
    await site.figures()
    await site.up.call('PUT', `/api/blogs/${post.id}`, {
      json: { title: 'First name', slug: 'second-name' },
      token: site.token,
    })
    const { slug } = (await site.up.call('GET', `/api/blogs/${post.id}`)).json.data
    expect((await site.figures(`?page=/blog/${slug}`)).totals.views).toBe(1)
    await site.view(`/blog/${slug}`, 'ben')
    const { pages } = await site.figures()
    expect(pages.map(({ path, views }) => [path, views])).toEqual([[`/blog/${slug}`, 2]])
    const draft = await site.createPost('A draft', false)
    await site.view(`/blog/${draft.slug}`)
    expect((await site.figures()).missing).toEqual([{ path: '/blog/a-draft', requests: 1 }])
    await site.up.stop()
  })

  it('or a case study keeps its figures, too', async () => {
    const { up, token, view, figures } = await startCounting(database)
    const results = [{ figure: '9', label: 'islands' }]
    const study = { title: 'A ferry', client: 'Line', summary: 'Sold out.', content: 'Text', results }
    const json = { ...study, published: true }
    const { id } = (await up.call('POST', '/api/case-studies', { json, token })).json.data
    await view('/work/a-ferry', 'ann')
    await figures()
    await up.call('PUT', `/api/case-studies/${id}`, { json: { slug: 'a-boat' }, token })
    await view('/work/a-boat', 'ben')
    const { pages } = await figures()
    expect(pages.map(({ path, views }) => [path, views])).toEqual([['/work/a-boat', 2]])
    await up.stop()
  })

  it('is counted at once with the source of the visit', async () => {
    const site = await startCounting(database)
    await site.createPost('Late')
    const json = { visitor: 'ann', entry: true, referrer: 'example.org' }
    const counted = await site.up.call('POST', '/api/blogs/late/views', { json })
    expect(counted.json).toEqual({ data: { views: 1 } })
    expect((await site.figures()).sources).toMatchObject([{ name: 'example.org', visits: 1 }])
    await site.up.stop()
  })

  it('is compacted again within minutes after a failure', async () => {
    const site = await startCounting(database)
    const db = await site.up.tables()
    const rename = (from: string, to: string) => sql.raw(`alter table ${from} rename to ${to}`).execute(db)
    await rename('figure_jobs', 'figure_jobs_away')
    jest.useFakeTimers({ now: Date.parse('2026-11-20T01:00:00Z'), doNotFake: otherTimers })
    const failed = Promise.withResolvers<void>()
    const recorder = startRecorder(db, pino({ level: 'warn' }, { write: () => failed.resolve() }))
    jest.advanceTimersByTime(60_000)
    await failed.promise
    await rename('figure_jobs_away', 'figure_jobs')
    jest.advanceTimersByTime(3 * 60_000)
    jest.useRealTimers()
    const runs = db.selectFrom('job_runs').select('result').where('name', '=', 'figures')
    await eventually('compacted', async () => (await runs.executeTakeFirst())?.result === 'ok')
    await recorder.stop()
    await site.up.stop()
  })

  it('is not compacted for long at shutdown', async () => {
    const site = await startCounting(database)
    const db = await site.up.tables()
    const figures = { page_id: 0, views: 1, readers: 0, visits: 0, shares: 0 }
    const days = [20260501, 20260502, 20260503]
    await db
      .insertInto('page_figures')
      .values(days.map((period) => ({ ...figures, period })))
      .execute()
    jest.useFakeTimers({ now: Date.parse('2026-11-20T01:00:00Z'), doNotFake: otherTimers })
    const recorder = startRecorder(db, pino({ level: 'silent' }))
    jest.advanceTimersByTime(60_000)
    await recorder.stop()
    expect(await db.selectFrom('figure_jobs').select('closed_day').execute()).not.toEqual([
      { closed_day: days.at(-1) },
    ])
    jest.useRealTimers()
    await site.up.stop()
  })

  it('is counted at shutdown', async () => {
    const site = await startCounting(database)
    const db = await site.up.tables()
    const recorder = startRecorder(db, pino({ level: 'silent' }), 3_600_000)
    const view = (visitor: string) =>
      recorder.record({ visitor, route: '/', event: { type: 'view', path: '/', entry: false } })
    await view('first')
    const stored = view('second')
    await recorder.stop()
    await stored
    expect((await site.figures()).totals.views).toBe(2)
    await site.up.stop()
  })
})
