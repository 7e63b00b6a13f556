import { expect, it, jest } from '@jest/globals'
import { addDays } from '#contract/calendar.ts'
import { startCounting } from '../testing/figures.ts'
import { databases } from '../testing/harness.ts'
import { closeDays } from './close-days.ts'
import { dayPeriod } from './periods.ts'

it.each(databases)('pages have the same figures when thirds of months are added up on %s', async (name) => {
  jest.useFakeTimers({
    now: new Date('2026-05-04T16:00:00Z'),
    doNotFake: [
      'setTimeout',
      'setImmediate',
      'nextTick',
      'queueMicrotask',
      'performance',
      'clearTimeout',
      'setInterval',
      'clearInterval',
    ],
  })
  const { up, figures } = await startCounting(name)
  const db = await up.tables()
  const pages = ['/about', '/blog', '/contact'].map((path, index) => ({ id: index + 1, path }))
  await db.insertInto('figure_pages').values(pages).execute()
  for (let day = '2026-03-05'; day <= '2026-05-04'; day = addDays(day, 1)) {
    const period = dayPeriod(day)
    const counts = (page_id: number) => ({
      ...{ period, page_id, views: (period % 7) * page_id + 1, visits: page_id, shares: 1 },
      readers: page_id === 3 ? null : 2,
    })
    // Nothing was counted on some days.
    if (period % 5 > 0) await db.insertInto('page_figures').values([0, 1, 2, 3].map(counts)).execute()
  }
  const read = async () => [
    (await figures('?from=2026-03-05&to=2026-04-28')).pages,
    (await figures('?from=2026-03-11&to=2026-03-31')).pages,
    (await figures('?from=2026-04-05&to=2026-05-04&page=/blog')).pages,
  ]
  const before = await read()
  await closeDays(db)
  expect(await read()).toEqual(before)
  const thirds = db.selectFrom('page_figures').select('period').distinct().where('period', '<', 10_000_000)
  const stored = [2026031, 2026032, 2026033, 2026041, 2026042, 2026043]
  expect((await thirds.orderBy('period').execute()).map(({ period }) => period)).toEqual(stored)
  // Their days are no longer read.
  await db.deleteFrom('page_figures').where('period', 'in', [20260311, 20260412, 20260430]).execute()
  expect(await read()).toEqual(before)
  await up.stop()
})
