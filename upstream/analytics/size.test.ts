import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals'
import { addDays, toDay } from '#contract/calendar.ts'
import type { Db } from '../db/open.ts'
import { setTime } from '../testing/clock.ts'
import { fixed, startCounting } from '../testing/figures.ts'
import { databases } from '../testing/harness.ts'
import { closeDays } from './close-days.ts'
import { limitRows } from './limit-rows.ts'

// The tests happen on one day.
beforeEach(() => void setTime('2026-05-04T16:00:00Z'))
afterEach(() => void jest.useRealTimers())

const tables = ['page_figures', 'landing_figures', 'name_figures', 'figure_pages', 'figure_sources'] as const

async function countRows(db: Db) {
  const counts = []
  for (const table of tables) {
    const { rows } = await db
      .selectFrom(table)
      .select((eb) => eb.fn.countAll<number>().as('rows'))
      .executeTakeFirstOrThrow()
    counts.push(rows)
  }
  return counts
}

describe.each(databases)('the size of figures on %s', (database) => {
  let site: Awaited<ReturnType<typeof startCounting>>
  beforeAll(async () => {
    site = await startCounting(database)
  })
  afterAll(() => site.up.stop())

  it('does not grow with the views of known pages', async () => {
    const db = await site.up.tables()
    const visit = (from: number, to: number) =>
      Promise.all(
        Array.from({ length: to - from }, (_, index) =>
          site.view(fixed[index % fixed.length] ?? '/', `reader ${from + index}`, { entry: true }),
        ),
      )
    await visit(0, 20)
    await site.figures()
    const before = await countRows(db)
    await visit(20, 220)
    expect((await site.figures()).totals).toMatchObject({ views: 220, readersPerDay: 220 })
    expect(await countRows(db)).toEqual(before)
  })

  it('is limited for made-up paths, sources and searches', async () => {
    const made = Array.from({ length: 600 }, (_, index) => index)
    await Promise.all(
      made.flatMap((index) => [
        site.view('/', `made ${index}`, {
          entry: true,
          referrer: `spam-${index}.example`,
          campaign: `c${index}`,
        }),
        site.view(`/blog/made-up-${index}`, `made ${index}`),
        site.send({ type: 'search', search: { term: `made up ${index}`, found: false } }),
      ]),
    )
    const { missing, searches, sources } = await site.figures()
    expect([missing.length, searches.length, sources.length]).toEqual([101, 101, 101])
    expect(missing.at(-1)).toEqual({ path: '', requests: 500 })
    expect(searches.at(-1)).toEqual({ term: '', searches: 500, withoutResults: 500 })
    const stored = await (
      await site.up.tables()
    )
      .selectFrom('name_figures')
      .select('hits')
      .where('name', '=', '')
      .execute()
    expect(stored).toEqual([300, 300, 300, 300].map((hits) => ({ hits })))
    const db = await site.up.tables()
    const [, landings = 0, names = 0, pages = 0, storedSources = 0] = await countRows(db)
    expect([landings < 1300, names, pages, storedSources < 310]).toEqual([true, 1204, 4, true])
  })

  it('does not change the sum of the sources', async () => {
    const db = await site.up.tables()
    const [period, page_id] = [20250301, 0]
    const ids = Array.from({ length: 100 }, (_, index) => 5_000 + index)
    await db
      .insertInto('figure_sources')
      .values(ids.map((id) => ({ id, name: `named ${id}`, medium: '', campaign: '' })))
      .execute()
    const toRow = (source_id: number) => ({
      ...{ period, page_id, source_id, visits: 1, messages: 0, subscriptions: 0 },
    })
    const other = { visits: 50, messages: 7, subscriptions: 3 }
    await db
      .insertInto('landing_figures')
      .values([...ids.map(toRow), { ...toRow(0), ...other }])
      .execute()
    await db
      .insertInto('page_figures')
      .values({ period, page_id, views: 150, readers: 150, visits: 150, shares: 0 })
      .execute()
    const { sources } = await site.figures('?from=2025-03-01&to=2025-03-01')
    expect([sources.length, sources.at(-1)]).toEqual([101, { name: 'other', ...other }])
    for (const table of ['landing_figures', 'page_figures'] as const)
      await db.deleteFrom(table).where('period', '=', period).execute()
    await db.deleteFrom('figure_sources').where('id', 'in', ids).execute()
  })

  it('is reduced when a day and its month are over', async () => {
    const db = await site.up.tables()
    const today = toDay(Date.now())
    const sum = async () =>
      (
        await db
          .selectFrom('landing_figures')
          .select((eb) => eb.fn.sum<number>('visits').as('visits'))
          .where('page_id', '=', 0)
          .executeTakeFirstOrThrow()
      ).visits
    const before = await sum()
    setTime(Date.parse(`${addDays(today, 62)}T12:00:00Z`))
    await Promise.all([closeDays(db), closeDays(db)])
    const [figures = 0, landings = 0, names = 0] = await countRows(db)
    expect(await sum()).toBe(before)
    // A day with 100 sources, 100 searches and 100 missing pages, each with "other", and their month.
    expect([figures, names]).toEqual([10, 804])
    expect(landings).toBeLessThan(850)
  })

  it('is reduced when the last day of a month had no views', async () => {
    const { up } = await startCounting(database)
    const db = await up.tables()
    const march = { period: 202603, kind: 'search', hits: 1, misses: 0 } as const
    await db
      .insertInto('name_figures')
      .values(Array.from({ length: 400 }, (_, index) => ({ ...march, name: `term ${index}` })))
      .execute()
    const viewOn = (period: number) =>
      db
        .insertInto('page_figures')
        .values({ period, page_id: 0, views: 1, readers: 1, visits: 1, shares: 0 })
        .execute()
    const namesAt = async (time: string) => {
      setTime(time)
      await closeDays(db)
      return (await db.selectFrom('name_figures').select('hits').execute()).map(({ hits }) => hits)
    }
    await viewOn(20260330)
    expect(await namesAt('2026-03-31T12:00:00Z')).toHaveLength(400)
    await viewOn(20260402)
    const hits = await namesAt('2026-04-03T12:00:00Z')
    expect([hits.length, hits.reduce((sum, each) => sum + each, 0)]).toEqual([301, 400])
    await up.stop()
  })

  it('is reduced on a day with searches only', async () => {
    const { up } = await startCounting(database)
    const db = await up.tables()
    const search = { period: 20260502, kind: 'search', hits: 1, misses: 0 } as const
    await db
      .insertInto('name_figures')
      .values(Array.from({ length: 150 }, (_, index) => ({ ...search, name: `term ${index}` })))
      .execute()
    await closeDays(db)
    const names = await db.selectFrom('name_figures').select('hits').orderBy('hits', 'desc').execute()
    expect([names.length, names[0]?.hits]).toEqual([101, 50])
    expect(await db.selectFrom('figure_jobs').select('closed_day').execute()).toEqual([
      { closed_day: search.period },
    ])
    await up.stop()
  })

  it('is reduced with a few statements', async () => {
    const db = await site.up.tables()
    const [period, pages, sources] = [202501, 40, 120]
    const counts = { visits: 1, messages: 0, subscriptions: 0 }
    const ids = Array.from({ length: sources }, (_, index) => 10_000 + index)
    await db
      .insertInto('figure_sources')
      .values(ids.map((id) => ({ id, name: `source ${id}`, medium: '', campaign: '' })))
      .execute()
    for (let page_id = 0; page_id < pages; page_id += 1)
      await db
        .insertInto('landing_figures')
        .values(ids.map((source_id) => ({ period, page_id, source_id, ...counts, messages: page_id % 2 })))
        .execute()
    let statements = 0
    const counted = db.withPlugin({
      transformQuery: ({ node }) => {
        statements += 1
        return node
      },
      transformResult: async ({ result }) => result,
    })
    await counted.transaction().execute((trx) => limitRows(trx, period, { names: 20, pairs: 50 }))
    expect(statements).toBeLessThan(10)
    const left = await db.selectFrom('landing_figures').selectAll().where('period', '=', period).execute()
    const named = left.filter(({ source_id }) => source_id !== 0)
    const other = left.filter(({ source_id }) => source_id === 0)
    expect([named.filter(({ page_id }) => page_id === 0).length, named.length]).toEqual([20, 70])
    expect(other.find(({ page_id }) => page_id === 0)?.visits).toBe(sources - 20)
    expect(left.reduce((sum, { messages }) => sum + messages, 0)).toBe((pages / 2) * sources)
    const stored = await db.selectFrom('figure_sources').select('id').where('id', '>=', 10_000).execute()
    expect(stored).toHaveLength(20)
  })

  it('counts the events of one address up to a limit', async () => {
    const other = await startCounting(database)
    for (let sent = 0; sent < 650; sent += 1)
      expect((await other.send({ type: 'view', path: '/' }, `r${sent}`, '192.0.2.1')).status).toBe(204)
    expect((await other.figures()).totals.views).toBe(600)
    await other.up.stop()
  })
})
