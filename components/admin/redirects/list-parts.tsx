import { REDIRECTS_PER_PAGE } from '#contract/redirects.ts'
import { Timestamp } from '../ui/timestamp.tsx'

interface RangeSummaryProps {
  list: { data: unknown[]; total: number }
  page: number
  noun: string
}

export function RangeSummary({ list: { data, total }, page, noun }: RangeSummaryProps) {
  if (data.length === 0) return null
  const first = (page - 1) * REDIRECTS_PER_PAGE + 1
  return (
    <p>
      Showing {first.toLocaleString('en-US')} to {(first + data.length - 1).toLocaleString('en-US')} of{' '}
      {total.toLocaleString('en-US')} {noun}
    </p>
  )
}

export const Hits = ({ count }: { count: number }) => (
  <td className="post-fact tabular-nums" data-label="Hits">
    {count.toLocaleString('en-US')}
  </td>
)

export const LastHit = ({ value }: { value: string | null }) => (
  <td className="post-fact" data-label="Last hit">
    {value ? <Timestamp value={value} short /> : <span className="text-muted">never</span>}
  </td>
)
