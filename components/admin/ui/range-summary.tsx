import { useState } from 'react'

export interface ListRange {
  shown: number
  total: number
  perPage: number
  noun: readonly [one: string, many: string]
}

const format = (count: number) => count.toLocaleString('en-US')

interface RangeSummaryProps {
  range: ListRange | undefined
  page: number
  busy: boolean
}

/** While another page loads, it names the rows that are still shown. */
export function RangeSummary({ range, page, busy }: RangeSummaryProps) {
  const [shownPage, setShownPage] = useState(page)
  if (range && !busy && shownPage !== page) setShownPage(page)
  if (!range || range.shown === 0) return null
  const { shown, total, perPage, noun } = range
  const first = (shownPage - 1) * perPage + 1
  return (
    <p>
      Showing {format(first)} to {format(first + shown - 1)} of {format(total)} {noun[total === 1 ? 0 : 1]}
    </p>
  )
}
