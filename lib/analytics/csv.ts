import type { Figures } from '#contract/analytics.ts'
import { toCsv } from '#contract/csv.ts'

export const figureTables = [
  'days',
  'pages',
  'sources',
  'campaigns',
  'conversions',
  'searches',
  'missing',
  'shares',
] as const
type FigureTable = (typeof figureTables)[number]

type Cell = string | number | null

const conversionColumns = ['Visits', 'Messages', 'Subscriptions']

function toRows(figures: Figures, table: FigureTable): Cell[][] {
  switch (table) {
    case 'days':
      return [
        ['Time', 'Views', 'Visits', 'Readers'],
        ...figures.points.map(({ at, views, visits, readers }) => [at, views, visits, readers]),
      ]
    case 'pages':
      return [
        ['Page', 'Title', 'Views', 'Readers per day', 'Visits that began here', 'Shares'],
        ...figures.pages.map((page) => [
          page.path,
          page.title,
          page.views,
          page.readersPerDay,
          page.visits,
          page.shares,
        ]),
      ]
    case 'sources':
      return [
        ['Source', ...conversionColumns],
        ...figures.sources.map((row) => [row.name, row.visits, row.messages, row.subscriptions]),
      ]
    case 'campaigns':
      return [
        ['Source', 'Medium', 'Campaign', ...conversionColumns],
        ...figures.campaigns.map((row) => [
          row.source,
          row.medium,
          row.campaign,
          row.visits,
          row.messages,
          row.subscriptions,
        ]),
      ]
    case 'conversions':
      return [
        ['First page', 'Source', ...conversionColumns],
        ...figures.landings.map((row) => [row.path, row.source, row.visits, row.messages, row.subscriptions]),
      ]
    case 'searches':
      return [
        ['Search', 'Searches', 'Without results'],
        ...figures.searches.map((row) => [row.term, row.searches, row.withoutResults]),
      ]
    case 'missing':
      return [['Address', 'Requests'], ...figures.missing.map((row) => [row.path, row.requests])]
    case 'shares':
      return [['Network', 'Clicks'], ...figures.shares.map((row) => [row.network, row.clicks])]
  }
}

/** The byte order mark tells Excel that the file is UTF-8. */
export const toFiguresCsv = (figures: Figures, table: FigureTable): string =>
  `\uFEFF${toCsv(toRows(figures, table).map((row) => row.map((cell) => String(cell ?? ''))))}`
