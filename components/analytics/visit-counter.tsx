'use client'

import { usePathname, useSearchParams } from 'next/navigation'
import { useEffect, useRef } from 'react'
import { recordSearch, recordView } from './beacon.ts'

/** Runs when the page is loaded and visible; a prerendered page becomes visible when it is opened. */
function whenVisible(run: () => void): () => void {
  const check = () => {
    if (document.readyState !== 'complete' || document.visibilityState !== 'visible') return
    stop()
    run()
  }
  const stop = () => {
    removeEventListener('load', check)
    document.removeEventListener('visibilitychange', check)
  }
  addEventListener('load', check)
  document.addEventListener('visibilitychange', check)
  check()
  return stop
}

const MAX_SEARCH = 60

function readSearch(term: string) {
  const total = document.querySelector('[data-total]')?.getAttribute('data-total')
  return term === '' || !total ? undefined : { term: term.slice(0, MAX_SEARCH), found: total !== '0' }
}

/** Counts views of documents and of client navigations. Rendered after the content, which it reads. */
export function VisitCounter() {
  const pathname = usePathname()
  const term = useSearchParams().get('search')?.trim() ?? ''
  const viewed = useRef('')

  useEffect(
    () =>
      whenVisible(() => {
        const search = readSearch(term)
        if (viewed.current !== pathname) {
          viewed.current = pathname
          void recordView(pathname, search)
        } else if (search) recordSearch(search)
      }),
    [pathname, term],
  )

  return null
}
