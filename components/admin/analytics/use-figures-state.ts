'use client'

import { useSearchParams } from 'next/navigation'
import type { MouseEvent } from 'react'
import { isPlainClick } from '#components/ui/link.tsx'
import { parseState, toHref, type FiguresState } from './figures-query.ts'

export type ChangeFigures = (change: Partial<FiguresState>) => void

/** The History API avoids a second render on the server, because the figures come from a query. */
export function useFiguresState(): [FiguresState, ChangeFigures] {
  const state = parseState(useSearchParams())
  const onChange: ChangeFigures = (change) => {
    const href = toHref({ ...state, ...change })
    if (href !== toHref(state)) window.history.pushState(null, '', href)
  }
  return [state, onChange]
}

export const linkTo = (state: FiguresState, change: Partial<FiguresState>, onChange: ChangeFigures) => ({
  href: toHref({ ...state, ...change }),
  onClick: (event: MouseEvent) => {
    if (!isPlainClick(event.nativeEvent)) return
    event.preventDefault()
    onChange(change)
  },
})
