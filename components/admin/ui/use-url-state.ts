'use client'

import { useSearchParams } from 'next/navigation'
import type { UrlFormat } from './url-format.ts'

export type HistoryMode = 'push' | 'replace'

/** The History API avoids a second render on the server, because the rows come from a query. */
export function useUrlState<State extends { page: number }>({ parse, toHref }: UrlFormat<State>) {
  const state = parse(useSearchParams())
  const setState = (change: Partial<State>, mode: HistoryMode = 'push') => {
    // Reads the current URL, because a debounced search may follow another choice.
    const current = parse(new URLSearchParams(window.location.search))
    const href = toHref({ ...current, page: 1, ...change })
    // A second entry for the same state would make Back seem to do nothing.
    if (href === toHref(current)) return
    if (mode === 'push') window.history.pushState(null, '', href)
    else window.history.replaceState(null, '', href)
  }
  return [state, setState] as const
}
