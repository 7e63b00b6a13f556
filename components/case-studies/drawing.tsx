import type { CSSProperties } from 'react'
import type { Drawing as DrawingData } from '#contract/case-studies.ts'

const formatNumber = (value: number) => value.toLocaleString('en-US')

/** Draws in the text color; the highlight is red on paper and yellow on a flag color. */
export function Drawing({ drawing: { kind, values } }: { drawing: DrawingData }) {
  if (kind === 'line') return <Line values={values} />
  const [first = 0, second = 0] = values
  return kind === 'bars' ? <Bars before={first} after={second} /> : <Dots count={first} />
}

export function CaptionedDrawing({ drawing, className }: { drawing: DrawingData; className?: string }) {
  return (
    <figure className={className}>
      <Drawing drawing={drawing} />
      <figcaption className="drawing-caption">{drawing.caption}</figcaption>
    </figure>
  )
}

const WIDTH = 700
const HEIGHT = 400
const RULES = 4

function Line({ values }: { values: number[] }) {
  const low = Math.min(...values)
  const high = Math.max(...values)
  const range = high - low || 1
  const x = (index: number) => 6 + (index / (values.length - 1)) * (WIDTH - 24)
  const y = (value: number) => HEIGHT - 44 - ((value - low) / range) * (HEIGHT - 76)
  const points = values.map((value, index) => `${x(index).toFixed(1)},${y(value).toFixed(1)}`)
  const [first = 0, last = 0] = [values.at(0), values.at(-1)]
  const verb = last > first ? 'climbs' : last < first ? 'falls' : 'goes'
  return (
    <svg
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      role="img"
      aria-label={`A line that ${verb} from ${formatNumber(first)} to ${formatNumber(last)} in ${values.length - 1} steps`}
      className="drawing-line"
    >
      {Array.from({ length: RULES }, (_, index) => (
        <path
          key={index}
          d={`M0 ${y(low + (range * index) / (RULES - 1))}H${WIDTH}`}
          className="drawing-rule"
        />
      ))}
      <polyline points={points.join(' ')} className="drawing-stroke" />
      <circle cx={x(values.length - 1)} cy={y(last)} r="13" className="drawing-mark" />
    </svg>
  )
}

/** As wide as 10,000 dots in 125 columns. */
const RATIO = 125 / 80

function Dots({ count }: { count: number }) {
  const pattern = `dots-${count}`
  const columns = Math.ceil(Math.sqrt(count * RATIO))
  const rows = Math.ceil(count / columns)
  const inLastRow = count - (rows - 1) * columns
  const shape: CSSProperties & Record<'--columns' | '--rows', number> = {
    '--columns': columns,
    '--rows': rows,
  }
  const fill = `url(#${pattern})`
  return (
    <div className="drawing-dots" style={shape}>
      <svg viewBox={`0 0 ${columns} ${rows}`} role="img" aria-label={`${formatNumber(count)} dots`}>
        <pattern id={pattern} width="1" height="1" patternUnits="userSpaceOnUse">
          <circle cx="0.5" cy="0.5" r="0.31" fill="currentColor" />
        </pattern>
        <rect width={columns} height={rows - 1} fill={fill} />
        <rect y={rows - 1} width={inLastRow} height="1" fill={fill} />
        <circle
          cx={Math.floor(columns * 0.7) + 0.5}
          cy={Math.floor(rows * 0.39) + 0.5}
          r={Math.max(0.34, columns * 0.012)}
          className="drawing-dot-mark"
          strokeWidth={columns * 0.0032}
        />
      </svg>
    </div>
  )
}

function Bars({ before, after }: { before: number; after: number }) {
  const longest = Math.max(before, after)
  const width = (value: number) => ({ inlineSize: `${(value / longest) * 100}%` })
  const percent = before > 0 ? Math.round((after / before - 1) * 100) : null
  const change =
    percent === null
      ? `before ${formatNumber(before)}, after ${formatNumber(after)}`
      : `after is ${Math.abs(percent)} percent ${percent < 0 ? 'below' : 'above'} before`
  return (
    <div role="img" aria-label={`Two bars: ${change}`} className="drawing-bars">
      <p style={width(before)}>Before</p>
      <p style={width(after)}>After</p>
    </div>
  )
}
