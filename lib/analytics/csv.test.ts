import { expect, it } from '@jest/globals'
import type { Figures } from '#contract/analytics.ts'
import { toFiguresCsv } from './csv.ts'
import { csvFile } from '../http/response.ts'

const totals = {
  views: 0,
  visits: 0,
  readersPerDay: null,
  mostReaders: null,
  shares: 0,
  messages: 0,
  subscriptions: 0,
}
const figures: Figures = {
  from: '2026-11-22',
  to: '2026-11-22',
  previous: { from: '2026-11-21', to: '2026-11-21' },
  unit: 'day',
  points: [{ at: '2026-11-22', views: 3, visits: 2, readers: null }],
  previousPoints: [],
  totals,
  previousTotals: totals,
  pages: [],
  sources: [],
  campaigns: [],
  landings: [],
  searches: [
    { term: '=cmd|"calc"!a1', searches: 2, withoutResults: 2 },
    { term: '-2+3', searches: 1, withoutResults: 0 },
    { term: ' @sum', searches: 1, withoutResults: 0 },
    { term: 'sails, "old"', searches: 1, withoutResults: 0 },
    { term: "x;=cmd|' /c calc'!a1;", searches: 1, withoutResults: 0 },
    { term: 'x\t "=1+1";\u00a0-1', searches: 1, withoutResults: 0 },
    { term: 'x\n@sum; a-b; c', searches: 1, withoutResults: 0 },
    { term: '\uff1d1+1', searches: 1, withoutResults: 0 },
    { term: ' \uff0b1', searches: 1, withoutResults: 0 },
    { term: 'x;\uff0d1', searches: 1, withoutResults: 0 },
    { term: 'x\t"\uff20sum"', searches: 1, withoutResults: 0 },
    { term: 'x\uff1dy', searches: 1, withoutResults: 0 },
  ],
  missing: [],
  shares: [],
}

it('guards against formulas and quotes what needs it', () => {
  expect(toFiguresCsv(figures, 'searches', { ofSource: false })).toBe(
    'Search,Searches,Without results\r\n' +
      `"'=cmd|""calc""!a1",2,2\r\n` +
      "'-2+3,1,0\r\n" +
      "' @sum,1,0\r\n" +
      '"sails, ""old""",1,0\r\n' +
      `"x;'=cmd|' /c calc'!a1;",1,0\r\n` +
      `"x\t ""'=1+1"";\u00a0'-1",1,0\r\n` +
      `"x\n'@sum; a-b; c",1,0\r\n` +
      "'\uff1d1+1,1,0\r\n" +
      "' \uff0b1,1,0\r\n" +
      `"x;'\uff0d1",1,0\r\n` +
      `"x\t""'\uff20sum""",1,0\r\n` +
      'x\uff1dy,1,0\r\n',
  )
})

it('leaves a cell empty that has no figure', () => {
  expect(toFiguresCsv(figures, 'days', { ofSource: false })).toBe(
    'Time,Views,Visits,Readers\r\n2026-11-22,3,2,\r\n',
  )
})

it('has no column for what is not known of a source', () => {
  const pages = [{ path: '/about', title: null, views: 0, visits: 2, readersPerDay: 0, shares: 0 }]
  const csvOf = (table: 'days' | 'pages') => toFiguresCsv({ ...figures, pages }, table, { ofSource: true })
  expect(csvOf('days')).toBe('Time,Visits\r\n2026-11-22,2\r\n')
  expect(csvOf('pages')).toBe('First page,Title,Visits\r\n/about,,2\r\n')
})

it('tells the rest of the searches from a search for the same word', () => {
  const searches = ['other', ''].map((term) => ({ term, searches: 1, withoutResults: 0 }))
  expect(toFiguresCsv({ ...figures, searches }, 'searches', { ofSource: false })).toBe(
    'Search,Searches,Without results\r\nother,1,0\r\nOther,1,0\r\n',
  )
})

it('sends a CSV file with a byte order mark and its name', async () => {
  const response = csvFile('searches', 'Search\r\n')
  expect(response.headers.get('content-disposition')).toBe('attachment; filename="searches.csv"')
  expect(Buffer.from(await response.arrayBuffer()).toString('latin1')).toBe('\u00ef\u00bb\u00bfSearch\r\n')
})
