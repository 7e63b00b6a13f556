import { useState } from 'react'
import { countOf, formatCount } from '#lib/counts.ts'

export interface ListRange {
  shown: number
  total: number
  perPage: number
  noun: readonly [one: string, many: string]
}

interface RangeSummaryProps {
  range: ListRange | undefined
  page: number
  busy: boolean
}

/** While another page loads, it names the rows that are still shown. */
export function RangeSummary({ range, page, busy }: RangeSummaryProps) {
  const [shownPage, setShownPage] = useState(page)
  if (range && !busy && shownPage !== page) setShownPage(page)
  if (!range) return null
  const { shown, total, perPage, noun } = range
  if (shown === 0) return busy ? null : <p className="sr-only">{countOf(0, ...noun)} found</p>
  const first = (shownPage - 1) * perPage + 1
  return (
    <p>
      Showing {formatCount(first)} to {formatCount(first + shown - 1)} of {countOf(total, ...noun)}
    </p>
  )
}
