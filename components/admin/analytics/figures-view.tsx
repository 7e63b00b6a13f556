'use client'

import { useQuery } from '@tanstack/react-query'
import { Download, X } from 'lucide-react'
import { useRef } from 'react'
import type { Figures } from '#contract/analytics.ts'
import { siteTimeZone } from '#contract/calendar.ts'
import './analytics.css'
import { useFocusRecovery } from '../ui/focus.ts'
import { LoadError } from '../ui/load-error.tsx'
import { Breakdowns } from './breakdowns.tsx'
import { VisitsChart } from './chart.tsx'
import { apiUrl, figuresQuery, toQuery, type FiguresState } from './figures-query.ts'
import { formatRange, sourceName } from './format.ts'
import { RangePicker } from './range-picker.tsx'
import { Totals } from './totals.tsx'
import { linkTo, useFiguresState, type ChangeFigures } from './use-figures-state.ts'

export function FiguresView() {
  const [state, onChange] = useFiguresState()
  const { data, isError, isPlaceholderData, refetch } = useQuery(figuresQuery(state))
  const view = useRef<HTMLDivElement>(null)
  const results = useRef<HTMLDivElement>(null)
  useFocusRecovery(view, results)
  return (
    <div ref={view} className="grid max-w-7xl gap-6">
      <RangePicker state={state} onChange={onChange} />
      <Filters state={state} onChange={onChange} />
      <div
        ref={results}
        role="region"
        aria-label="Analytics"
        tabIndex={-1}
        aria-busy={isPlaceholderData}
        className="figure-results"
      >
        {isError && <LoadError what="the analytics" onRetry={refetch} />}
        {data && <Results figures={data} state={state} onChange={onChange} />}
      </div>
    </div>
  )
}

interface FiltersProps {
  state: FiguresState
  onChange: ChangeFigures
}

function Filters({ state, onChange }: FiltersProps) {
  const filters = [
    { label: 'Page', value: state.page, change: { page: undefined } },
    { label: 'Source', value: state.source && sourceName(state.source), change: { source: undefined } },
  ].filter(({ value }) => value)
  if (filters.length === 0) return null
  return (
    <ul aria-label="Filters" className="flex flex-wrap gap-2">
      {filters.map(({ label, value, change }) => (
        <li key={label} className="min-w-0">
          <a {...linkTo(state, change, onChange)} className="figure-filter">
            <span className="min-w-0 truncate">
              {label}: <strong>{value}</strong>
            </span>
            <X aria-hidden="true" className="size-4 shrink-0" />
            <span className="sr-only">Remove this filter</span>
          </a>
        </li>
      ))}
    </ul>
  )
}

/** Readers are unknown on days before the first visit. */
const isNew = ({ points, totals }: Figures) =>
  totals.views === 0 && points.every(({ readers }) => readers === null)

function Results({ figures, state, onChange }: FiltersProps & { figures: Figures }) {
  const ofSource = state.source !== undefined
  const { views, visits, messages, subscriptions, shares } = figures.totals
  const isEmpty = (ofSource ? visits : views) + messages + subscriptions + shares === 0
  if (isEmpty && figures.missing.length === 0 && figures.searches.length === 0)
    return <Empty isNew={!ofSource && isNew(figures)} />
  return (
    <>
      <p className="figure-range">
        <span role="status">{formatRange(figures.from, figures.to)}</span>
        <a href={apiUrl(toQuery(state), { format: 'csv', table: 'days' })} download className="figure-csv">
          <Download aria-hidden="true" className="size-4" />
          CSV<span className="sr-only"> of the chart</span>
        </a>
      </p>
      <Totals figures={figures} ofSource={ofSource} />
      <VisitsChart figures={figures} ofSource={ofSource} />
      <Breakdowns figures={figures} state={state} onChange={onChange} />
      <p className="max-w-measure text-sm text-muted">
        A reader is counted once a day. Visits are times that someone came from outside of the site. Staff,
        bots and visitors who asked not to be tracked are not counted. Days begin at midnight in{' '}
        {siteTimeZone().split('/').at(-1)?.replaceAll('_', ' ')}.
      </p>
    </>
  )
}

function Empty({ isNew: isNewSite }: { isNew: boolean }) {
  return (
    <div className="bg-sheet px-4 py-16 text-center">
      <p role="status" className="text-lg font-semibold">
        {isNewSite ? 'No visits yet' : 'No visits in this time'}
      </p>
      <p className="mx-auto mt-1 max-w-measure text-muted">
        {isNewSite
          ? 'Visits are counted without cookies from now on. Yours are not: open the site in a private window to see the first one here.'
          : 'Choose other dates, or remove the filter.'}
      </p>
    </div>
  )
}
