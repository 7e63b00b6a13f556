import { REDIRECTS_PER_PAGE } from '#contract/redirects.ts'

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

export const EmptyList = ({ title, text }: { title: string; text: string }) => (
  <div className="post-empty">
    <h2 className="text-xl font-semibold">{title}</h2>
    <p className="text-muted">{text}</p>
  </div>
)
