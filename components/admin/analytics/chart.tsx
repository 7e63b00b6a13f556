'use client'

import { useState, type PointerEvent } from 'react'
import type { FigurePoint, Figures } from '#contract/analytics.ts'
import { formatFigure, formatPoint, formatRange, formatTick, pointBefore } from './format.ts'
import { PointsTable } from './points-table.tsx'

interface ChartProps {
  figures: Figures
  /** When a source is selected, its visits are drawn instead of views. */
  ofSource: boolean
}

/** The smallest round number that is at least the highest value and whose quarters are whole. */
function roundUp(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value))
  const steps = [1, 1.2, 1.6, 2, 2.4, 3.2, 4, 6, 8, 10].map((step) => Math.round(step * power))
  return steps.find((step) => step >= value && step % 4 === 0) ?? 20 * power
}

export function VisitsChart({ figures, ofSource }: ChartProps) {
  const [active, setActive] = useState<number>()
  const { points, unit, previous } = figures
  const value = (point: FigurePoint | undefined) => (ofSource ? point?.visits : point?.views) ?? 0
  const noun = ofSource ? 'visits' : 'views'
  const before = points.map((_, index) => value(pointBefore(figures, index)))
  const top = roundUp(Math.max(4, ...points.map(value), ...before))
  const shown = active === undefined ? undefined : points[active]

  const onPointerMove = (event: PointerEvent<SVGSVGElement>) => {
    const { left, width } = event.currentTarget.getBoundingClientRect()
    const index = Math.floor(((event.clientX - left) / width) * points.length)
    setActive(Math.min(points.length - 1, Math.max(0, index)))
  }
  return (
    <section aria-labelledby="chart">
      <h2 id="chart" className="figure-heading">
        {ofSource ? 'Visits' : 'Views and readers'}
      </h2>
      <div aria-hidden="true">
        <p className="figure-readout">
          {shown ? (
            <>
              <strong>{formatPoint(shown.at, figures)}</strong> {formatFigure(value(shown))} {noun}
              {shown.readers !== null && `, ${formatFigure(shown.readers)} ${readersLabel(unit)}`},{' '}
              {formatFigure(before[active ?? -1] ?? 0)} {noun} before
            </>
          ) : (
            <Legend
              ofSource={ofSource}
              readers={readersLabel(unit)}
              before={formatRange(previous.from, previous.to)}
            />
          )}
        </p>
        <div className="figure-chart">
          <Scale top={top} />
          <svg
            viewBox={`0 0 ${points.length} 100`}
            preserveAspectRatio="none"
            onPointerMove={onPointerMove}
            onPointerLeave={() => setActive(undefined)}
          >
            <Columns values={points.map(value)} top={top} active={active} />
            {!ofSource && (
              <Columns values={points.map(({ readers }) => readers ?? 0)} top={top} active={active} inner />
            )}
            <Before values={before} top={top} />
          </svg>
        </div>
        <Ticks points={points} unit={unit} />
      </div>
      <PointsTable figures={figures} ofSource={ofSource} />
    </section>
  )
}

const readersLabel = (unit: Figures['unit']) =>
  unit === 'hour' ? 'new readers' : unit === 'month' ? 'readers per day' : 'readers'

function Legend({ ofSource, readers, before }: { ofSource: boolean; readers: string; before: string }) {
  return (
    <span className="figure-legend">
      <span data-mark="views">{ofSource ? 'Visits' : 'Views'}</span>
      {!ofSource && <span data-mark="readers">{readers.charAt(0).toUpperCase() + readers.slice(1)}</span>}
      <span data-mark="before">Before ({before})</span>
    </span>
  )
}

const STEPS = [1, 0.75, 0.5, 0.25, 0]

function Scale({ top }: { top: number }) {
  return (
    <div className="figure-scale">
      {STEPS.map((share) => (
        <span key={share}>{formatFigure(top * share)}</span>
      ))}
    </div>
  )
}

interface ColumnsProps {
  values: number[]
  top: number
  active: number | undefined
  inner?: boolean
}

function Columns({ values, top, active, inner = false }: ColumnsProps) {
  const width = inner ? 0.36 : 0.72
  return values.map((value, index) => (
    <rect
      key={index}
      x={index + (1 - width) / 2}
      y={100 - (100 * value) / top}
      width={width}
      height={(100 * value) / top}
      className={inner ? 'figure-readers' : 'figure-views'}
      data-active={index === active || undefined}
    />
  ))
}

function Before({ values, top }: { values: number[]; top: number }) {
  const marks = values.flatMap((value, index) => {
    const y = 100 - (100 * value) / top
    return value > 0 ? [`M${index + 0.06} ${y}h0.88`] : []
  })
  return <path d={marks.join('')} className="figure-before" vectorEffect="non-scaling-stroke" />
}

const MAX_TICKS = 6

function Ticks({ points, unit }: { points: FigurePoint[]; unit: Figures['unit'] }) {
  const every = Math.ceil(points.length / MAX_TICKS)
  return (
    <div className="figure-ticks">
      {points.map(({ at }, index) => (
        <span key={at}>{index % every === 0 && <span>{formatTick(at, unit)}</span>}</span>
      ))}
    </div>
  )
}
