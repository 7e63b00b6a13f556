'use client'

import { useEffect, useEffectEvent, useRef, type ReactNode } from 'react'
import { Pagination } from './pagination.tsx'
import { RangeSummary, type ListRange } from './range-summary.tsx'
import { useFocusRecovery } from './focus.ts'
import type { HistoryMode } from './use-url-state.ts'

interface PagedListProps {
  label: string
  busy: boolean
  toolbar?: ReactNode
  range?: ListRange | undefined
  summary?: ReactNode
  selectionBar?: ReactNode
  page: number
  totalPages: number
  hrefOf: (page: number) => string
  onPage: (page: number, mode?: HistoryMode) => void
  children: ReactNode
}

export function PagedList(props: PagedListProps) {
  const { label, busy, toolbar, range, summary, selectionBar, children, ...pages } = props
  const list = useRef<HTMLDivElement>(null)
  const results = useRef<HTMLDivElement>(null)
  useFocusRecovery(list, results)
  useExistingPage(pages, busy)

  const hasSelection = Boolean(selectionBar)
  // The bar appears over the last rows on the screen.
  useEffect(() => {
    if (hasSelection && results.current?.contains(document.activeElement))
      document.activeElement?.scrollIntoView({ block: 'nearest' })
  }, [hasSelection])

  const changePage = (page: number) => {
    pages.onPage(page)
    results.current?.focus({ preventScroll: true })
    results.current?.scrollIntoView({ block: 'start' })
  }
  return (
    <div ref={list}>
      {toolbar}
      <div
        ref={results}
        role="region"
        aria-label={label}
        tabIndex={-1}
        aria-busy={busy}
        className="list-results"
      >
        {children}
      </div>
      <div className="list-foot">
        <div role="status" className="text-muted">
          <RangeSummary range={range} page={pages.page} busy={busy} />
          {summary}
        </div>
        <Pagination {...pages} onPage={changePage} />
      </div>
      {selectionBar}
    </div>
  )
}

function useExistingPage(
  { page, totalPages, onPage }: Pick<PagedListProps, 'page' | 'totalPages' | 'onPage'>,
  busy: boolean,
) {
  const isGone = !busy && totalPages > 0 && page > totalPages
  const goToLast = useEffectEvent(() => onPage(totalPages, 'replace'))
  useEffect(() => {
    if (isGone) goToLast()
  }, [isGone])
}
