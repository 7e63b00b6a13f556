import type { Stats } from '#lib/admin/schema.ts'
import { Chart } from './chart.tsx'

const BAR = { step: 100, width: 72, height: 200 }

const monthName = (month: string, length: 'short' | 'long') =>
  new Date(`${month}-01T00:00:00Z`).toLocaleDateString('en-US', {
    month: length,
    ...(length === 'long' && { year: 'numeric' }),
    timeZone: 'UTC',
  })

/** Six bars; the last month is not over, so it is drawn open. */
export function ViewsByMonth({ months }: { months: Stats['views']['months'] }) {
  const most = Math.max(1, ...months.map(({ views }) => views))
  const heightOf = (views: number) => (views === 0 ? 1.5 : Math.max(3, (views / most) * BAR.height))
  return (
    <Chart
      title="Views by month"
      columns={['Month', 'Views']}
      rows={months.map(({ month, views }) => [monthName(month, 'long'), views])}
    >
      <div className="grid grid-cols-6 text-center text-sm font-semibold tabular-nums">
        {months.map(({ month, views }) => (
          <span key={month}>{views.toLocaleString('en-US')}</span>
        ))}
      </div>
      <svg
        viewBox={`0 0 ${BAR.step * 6} ${BAR.height}`}
        preserveAspectRatio="none"
        className="my-2 h-44 w-full border-b-[1.5px] border-ink"
      >
        {months.map(({ month, views }, index) => (
          <rect
            key={month}
            x={index * BAR.step + (BAR.step - BAR.width) / 2}
            y={BAR.height - heightOf(views)}
            width={BAR.width}
            height={heightOf(views)}
            vectorEffect="non-scaling-stroke"
            className={
              index === months.length - 1
                ? 'fill-flag-blue/35 stroke-focus stroke-2'
                : 'fill-flag-blue stroke-focus'
            }
          />
        ))}
      </svg>
      <div className="grid grid-cols-6 text-center text-sm text-muted">
        {months.map(({ month }) => (
          <span key={month}>{monthName(month, 'short')}</span>
        ))}
      </div>
    </Chart>
  )
}
