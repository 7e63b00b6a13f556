import { OTHER, type Figures } from '#contract/analytics.ts'
import { Breakdown, type BreakdownRow } from './breakdown.tsx'
import { apiUrl, toQuery, type FiguresState } from './figures-query.ts'
import { sourceName } from './format.ts'
import { linkTo, type ChangeFigures } from './use-figures-state.ts'

interface BreakdownsProps {
  figures: Figures
  state: FiguresState
  onChange: ChangeFigures
}

const none = 'None in this time.'
const conversionColumns = ['Visits', 'Messages', 'Subscr.'] as const

export function Breakdowns({ figures, state, onChange }: BreakdownsProps) {
  const csvUrl = (table: string) => apiUrl(toQuery(state), { format: 'csv', table })
  const filter = (change: Partial<FiguresState>) => linkTo(state, change, onChange)
  // Other sources of a page are not stored, so their visits have no figures of their own.
  const hasFigures = (source: string) => source !== state.source && !(source === OTHER && state.page)
  const sourceLink = (source: string) => (hasFigures(source) ? filter({ source }) : undefined)
  const pageLink = (page: string) => (page === state.page ? undefined : filter({ page }))
  const isWholeSite = !state.page && !state.source
  return (
    <div className="figure-breakdowns">
      <Breakdown
        title="Pages"
        csvUrl={csvUrl('pages')}
        columns={state.source ? ['First page', 'Visits'] : ['Page', 'Views', 'Readers a day', 'Visits']}
        rows={figures.pages.map(({ path, title, views, readersPerDay, visits }) => ({
          key: path,
          name: <PageName path={path} title={title} />,
          link: pageLink(path),
          values: state.source ? [visits] : [views, readersPerDay, visits],
        }))}
        empty={none}
      />
      <Breakdown
        title="Sources"
        csvUrl={csvUrl('sources')}
        columns={['Source', ...conversionColumns]}
        rows={figures.sources.map(({ name, visits, messages, subscriptions }) => ({
          key: name,
          name: sourceName(name),
          link: sourceLink(name),
          values: [visits, messages, subscriptions],
        }))}
        empty={none}
      />
      <Breakdown
        title="Conversions"
        note="Messages and subscriptions, by the page on which the visit began."
        csvUrl={csvUrl('conversions')}
        columns={['First page', 'Messages', 'Subscr.', 'Visits']}
        rows={figures.landings.map(({ path, source, messages, subscriptions, visits }) => ({
          key: `${path} ${source}`,
          name: <PageName path={sourceName(source)} title={path} />,
          link: filter({ page: path, source }),
          values: [messages, subscriptions, visits],
        }))}
        empty={none}
      />
      <Breakdown
        title="Campaigns"
        note="Links with utm_medium or utm_campaign."
        csvUrl={csvUrl('campaigns')}
        columns={['Campaign', ...conversionColumns]}
        rows={figures.campaigns.map(({ source, medium, campaign, visits, messages, subscriptions }) => ({
          key: `${source}\n${medium}\n${campaign}`,
          name: (
            <PageName
              path={[sourceName(source), medium].filter(Boolean).join(' · ')}
              title={campaign || 'No name'}
            />
          ),
          link: sourceLink(source),
          values: [visits, messages, subscriptions],
        }))}
        empty={none}
      />
      {isWholeSite && <SiteBreakdowns figures={figures} csvUrl={csvUrl} />}
    </div>
  )
}

function SiteBreakdowns({ figures, csvUrl }: { figures: Figures; csvUrl: (table: string) => string }) {
  const searches = figures.searches.map(({ term, searches: count, withoutResults }): BreakdownRow => ({
    key: term,
    name: term || 'Other',
    values: [count, withoutResults],
  }))
  return (
    <>
      <Breakdown
        title="Searches"
        csvUrl={csvUrl('searches')}
        columns={['Search', 'Searches', 'No results']}
        rows={searches}
        empty={none}
      />
      <Breakdown
        title="Missing pages"
        note="Addresses that visitors opened and that do not exist."
        csvUrl={csvUrl('missing')}
        columns={['Address', 'Requests']}
        rows={figures.missing.map(({ path, requests }) => ({
          key: path,
          name: path || 'Other',
          values: [requests],
        }))}
        empty={none}
      />
      <Breakdown
        title="Shares"
        csvUrl={csvUrl('shares')}
        columns={['Button', 'Clicks']}
        rows={figures.shares.map(({ network, clicks }) => ({
          key: network,
          name: network,
          values: [clicks],
        }))}
        empty={none}
      />
    </>
  )
}

function PageName({ path, title }: { path: string; title: string | null }) {
  return (
    <>
      {title && <span className="block">{title}</span>}
      <span className={title ? 'block text-sm text-muted' : 'block'}>{path}</span>
    </>
  )
}
