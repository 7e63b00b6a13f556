'use client'

import { useSearchParams } from 'next/navigation'
import { staffListHref, staffListState, type StaffListState } from '#lib/blog/staff-list.ts'

type Go = (change: Partial<StaffListState>, how?: 'push' | 'replace') => void

/**
 * The address is the state of the list. It is changed past the router, which would render the page on the server once
 * more, while the rows come through the query. Whatever narrows the list anew begins at page 1.
 */
export function useListState(): { state: StaffListState; go: Go } {
  const state = staffListState(useSearchParams())
  const go: Go = (change, how = 'push') => {
    // As it is now: typing that pauses may have been overtaken by another choice.
    const current = staffListState(new URLSearchParams(window.location.search))
    const href = staffListHref({ ...current, page: 1, ...change })
    if (how === 'push') window.history.pushState(null, '', href)
    else window.history.replaceState(null, '', href)
  }
  return { state, go }
}
