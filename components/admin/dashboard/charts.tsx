import { useId, type ReactNode } from 'react'
import type { Stats, Views } from '#contract/stats.ts'
import { formatCount } from '#lib/counts.ts'
import { StatusBadge } from '../ui/status-badge.tsx'

function ChartSection({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="border-b-[1.5px] border-ink pb-2 text-xl font-bold">
        {title}
      </h2>
      {children}
    </section>
  )
}

interface ChartProps {
  title: string
  /** Hidden from assistive technology, because the table has the same figures. */
  children: ReactNode
  columns: [string, string]
  rows: [string, number][]
}

function Chart({ title, children, columns, rows }: ChartProps) {
  return (
    <ChartSection title={title}>
      <div aria-hidden="true" className="mt-6">
        {children}
      </div>
      <details className="mt-3">
        <summary className="flex min-h-11 w-fit items-center text-sm underline underline-offset-4">
          View as table
        </summary>
        <table className="w-full max-w-sm">
          <caption className="sr-only">{title}</caption>
          <thead>
            <tr>
              {columns.map((column) => (
                <th key={column} scope="col" className="py-1 text-left text-sm text-muted last:text-right">
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(([name, value]) => (
              <tr key={name} className="border-t-[1.5px] border-line">
                <th scope="row" className="py-1.5 text-left font-normal">
                  {name}
                </th>
                <td className="text-right font-semibold tabular-nums">{formatCount(value)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </ChartSection>
  )
}

export function PostsByStatus({ posts: { published, draft } }: { posts: Stats['posts'] }) {
  const most = Math.max(1, published, draft)
  const bars = [
    { label: 'Published', status: 'published', posts: published, look: 'fill-good' },
    { label: 'Draft', status: 'draft', posts: draft, look: 'fill-flag-yellow' },
  ] as const
  return (
    <Chart
      title="Posts by status"
      columns={['Status', 'Posts']}
      rows={bars.map(({ label, posts }) => [label, posts])}
    >
      <div className="grid gap-4">
        {bars.map(({ status, posts, look }) => (
          <div key={status} className="grid grid-cols-[5.5rem_minmax(0,1fr)] items-center gap-x-3">
            <span>
              <StatusBadge status={status} />
            </span>
            <svg className="h-10 w-full overflow-visible">
              {posts > 0 && (
                <rect
                  width={`${toShare(posts, most) * 80}%`}
                  height="100%"
                  className={`stroke-ink stroke-[1.5] ${look}`}
                />
              )}
              <text x={`${toShare(posts, most) * 80}%`} dx="8" y="50%" dy="0.35em" className="chart-value">
                {formatCount(posts)}
              </text>
            </svg>
          </div>
        ))}
      </div>
    </Chart>
  )
}

const toShare = (value: number, most: number) => Math.max(0.01, value / most)

const monthName = (month: string, length: 'short' | 'long') =>
  new Date(`${month}-01T00:00:00Z`).toLocaleDateString('en-US', {
    month: length,
    ...(length === 'long' && { year: 'numeric' }),
    timeZone: 'UTC',
  })

/** Each bar is a sixth of the width; the highest leaves room for its label. */
const BAR = { step: 100 / 6, width: 12, highest: 86 }

export function ViewsByMonth({ months }: Pick<Views, 'months'>) {
  const title = 'Views by month'
  if (months.every(({ views }) => views === 0))
    return (
      <ChartSection title={title}>
        <div className="mt-6 bg-sheet px-4 py-14 text-center">
          <p className="font-semibold">No views yet.</p>
          <p className="mt-1 text-sm text-muted">The chart starts with the first visit.</p>
        </div>
      </ChartSection>
    )
  const most = Math.max(...months.map(({ views }) => views))
  return (
    <Chart
      title={title}
      columns={['Month', 'Views']}
      rows={months.map(({ month, views }) => [monthName(month, 'long'), views])}
    >
      <svg className="h-52 w-full border-b-[1.5px] border-ink">
        {months.map(({ month, views }, index) => {
          const height = toShare(views, most) * BAR.highest
          const center = (index + 0.5) * BAR.step
          return (
            <g key={month}>
              <rect
                x={`${center - BAR.width / 2}%`}
                y={`${100 - height}%`}
                width={`${BAR.width}%`}
                height={`${height}%`}
                className="fill-flag-blue dark:fill-flag-yellow"
              />
              <text
                x={`${center}%`}
                y={`${100 - height}%`}
                dy="-0.5em"
                textAnchor="middle"
                className="chart-value"
              >
                {formatCount(views)}
              </text>
            </g>
          )
        })}
      </svg>
      <div className="mt-2 grid grid-cols-6 text-center text-sm text-muted">
        {months.map(({ month }, index) => (
          <span key={month}>
            {monthName(month, 'short')}
            {index === months.length - 1 && <span className="block">so far</span>}
          </span>
        ))}
      </div>
    </Chart>
  )
}
