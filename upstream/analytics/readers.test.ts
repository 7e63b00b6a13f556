import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals'
import { figuresResponseSchema } from '#contract/analytics.ts'
import { setTime } from '../testing/clock.ts'
import { startCounting } from '../testing/figures.ts'
import { databases } from '../testing/harness.ts'
import { closeDays } from './close-days.ts'

afterEach(() => void jest.useRealTimers())

describe.each(databases)('readers on %s', (database) => {
  let site: Awaited<ReturnType<typeof startCounting>>
  beforeAll(async () => {
    site = await startCounting(database)
  })
  afterAll(() => site.up.stop())

  const countedOn = async (day: string) => {
    const token = await site.up.signIn()
    const { json } = await site.up.call('GET', `/api/analytics?from=${day}&to=${day}`, { token })
    const { totals } = figuresResponseSchema.parse(json).data
    return { views: totals.views, readers: totals.readersPerDay }
  }

  it('are counted once while they are recognized, and reloads do not count as views', async () => {
    const at = async (time: string, path = '/') => {
      setTime(`2026-05-04T${time}:00Z`) // Noon UTC is 8 AM in New York.
      expect((await site.view(path)).status).toBe(204)
      await site.figures()
    }
    await at('12:10')
    for (let reload = 0; reload < 20; reload += 1) await at('12:11')
    await at('12:39')
    expect(await countedOn('2026-05-04')).toEqual({ views: 1, readers: 1 })
    await at('12:40')
    await at('12:41', '/about')
    expect(await countedOn('2026-05-04')).toEqual({ views: 3, readers: 1 })
    // The salt of 12:00 is the previous one from 16:00 to 20:00, and renews the mark.
    await at('19:50')
    await at('23:50')
    expect(await countedOn('2026-05-04')).toEqual({ views: 5, readers: 1 })
    // No view since 23:50, which the salt of 20:00 marked.
    setTime('2026-05-05T04:30:00Z')
    await site.view('/')
    expect(await countedOn('2026-05-05')).toEqual({ views: 1, readers: 1 })
  })

  it('count once per search, for result pages and reloads, and once per missing page', async () => {
    const search = (term: string, found: boolean) => ({ search: { term, found } })
    const at = async (time: string) => {
      setTime(`2026-05-11T${time}:00Z`)
      await site.view('/blog', 'ann', search('knots', true))
      await site.view('/blog', 'ann', search('knots', true))
      await site.view('/blog', 'ann', search('sails', false))
      await site.send({ type: 'search', ...search('knots', true) }, 'ben')
      await site.view('/blog/never-written', 'ann')
      await site.send({ type: 'missing', path: '/blog/never-written' }, 'ann')
      return site.figures('?from=2026-05-11&to=2026-05-11')
    }
    const first = await at('12:10')
    expect(first.searches).toEqual([
      { term: 'knots', searches: 2, withoutResults: 0 },
      { term: 'sails', searches: 1, withoutResults: 1 },
    ])
    expect(first.missing).toEqual([{ path: '/blog/never-written', requests: 1 }])
    expect((await at('12:39')).searches).toEqual(first.searches)
    const later = await at('12:40')
    expect(later.searches.map(({ searches }) => searches)).toEqual([4, 2])
    expect(later.missing.map(({ requests }) => requests)).toEqual([2])
  })

  it('cannot be recognized after their salt is deleted after eight hours', async () => {
    setTime('2026-06-01T12:00:00Z')
    await site.view('/')
    await site.figures()
    setTime('2026-06-01T20:00:00Z')
    await site.view('/')
    expect(await countedOn('2026-06-01')).toEqual({ views: 2, readers: 2 })
    const db = await site.up.tables()
    const slots = async (table: 'reader_marks' | 'reader_salts') =>
      (await db.selectFrom(table).select('slot').orderBy('slot').execute()).map(({ slot }) => slot)
    const slot = Math.floor(Date.parse('2026-06-01T20:00:00Z') / (4 * 3_600_000))
    expect(await slots('reader_salts')).toEqual([slot])
    expect(new Set(await slots('reader_marks'))).toEqual(new Set([slot]))
    for (const { hash } of await db.selectFrom('reader_marks').select('hash').execute())
      expect(hash).toMatch(/^[\w-]{22}$/)
    setTime('2026-06-02T04:00:01Z')
    await closeDays(db)
    expect([await slots('reader_salts'), await slots('reader_marks')]).toEqual([[], []])
  })
})
