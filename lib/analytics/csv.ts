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

const conversionColumns = ['Visits', 'Messages', 'Subscriptions']

const rest = 'Other'

type Rows = (string | number | null)[][]

/** Of a source, views, readers and shares are not known. */
function toRowsOfSource({ points, pages }: Figures, table: FigureTable): Rows | undefined {
  if (table === 'days') return [['Time', 'Visits'], ...points.map(({ at, visits }) => [at, visits])]
  if (table !== 'pages') return undefined
  return [['First page', 'Title', 'Visits'], ...pages.map(({ path, title, visits }) => [path, title, visits])]
}

function toRows(figures: Figures, table: FigureTable): Rows {
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
        ...figures.searches.map((row) => [row.term || rest, row.searches, row.withoutResults]),
      ]
    case 'missing':
      return [['Address', 'Requests'], ...figures.missing.map((row) => [row.path || rest, row.requests])]
    case 'shares':
      return [['Network', 'Clicks'], ...figures.shares.map((row) => [row.network, row.clicks])]
  }
}

export function toFiguresCsv(
  figures: Figures,
  table: FigureTable,
  { ofSource }: { ofSource: boolean },
): string {
  const rows = ofSource ? toRowsOfSource(figures, table) : undefined
  return toCsv(rows ?? toRows(figures, table))
}
