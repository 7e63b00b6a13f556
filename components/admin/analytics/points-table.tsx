import type { Figures } from '#contract/analytics.ts'
import { TableHeader } from '../ui/table-header.tsx'
import { formatFigure, formatPoint, pointBefore } from './format.ts'

interface PointsTableProps {
  figures: Figures
  ofSource: boolean
}

export function PointsTable({ figures, ofSource }: PointsTableProps) {
  const { points } = figures
  const columns = ofSource ? ['Visits'] : ['Views', 'Readers', 'Visits']
  return (
    <details className="mt-2">
      <summary className="figure-summary">View as table</summary>
      <div className="figure-scroll" role="group" aria-label="Table of the chart" tabIndex={0}>
        <table className="figure-table">
          <caption className="sr-only">{ofSource ? 'Visits' : 'Views and readers'}</caption>
          <TableHeader columns={['Time', ...columns, 'Before']} />
          <tbody>
            {points.map(({ at, views, readers, visits }, index) => {
              const before = pointBefore(figures, index)
              const cells = ofSource ? [visits] : [views, readers, visits]
              return (
                <tr key={at}>
                  <th scope="row">{formatPoint(at, figures)}</th>
                  {cells.map((cell, column) => (
                    <td key={columns[column]}>{cell === null ? '–' : formatFigure(cell)}</td>
                  ))}
                  <td>{before ? formatFigure(ofSource ? before.visits : before.views) : '–'}</td>
                </tr>
              )
            })}
          </tbody>
        </table>
      </div>
    </details>
  )
}
