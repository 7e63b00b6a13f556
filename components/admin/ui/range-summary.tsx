import { useState } from 'react'

export interface ListRange {
  /** The number of rows that are shown. */
  shown: number
  total: number
  perPage: number
  noun: readonly [one: string, many: string]
}

const format = (count: number) => count.toLocaleString('en-US')

/** While another page loads, it names the rows that are still shown. */
export function RangeSummary(props: ListRange & { page: number; busy: boolean }) {
  const { shown, total, perPage, noun, page, busy } = props
  const [shownPage, setShownPage] = useState(page)
  if (!busy && shownPage !== page) setShownPage(page)
  if (shown === 0) return null
  const first = (shownPage - 1) * perPage + 1
  return (
    <p>
      Showing {format(first)} to {format(first + shown - 1)} of {format(total)} {noun[total === 1 ? 0 : 1]}
    </p>
  )
}
