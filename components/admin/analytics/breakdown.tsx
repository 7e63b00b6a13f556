'use client'

import { Download } from 'lucide-react'
import { useId, useState, type MouseEvent, type ReactNode } from 'react'
import { MAX_FIGURE_ROWS } from '#contract/analytics.ts'
import { TableHeader } from '../ui/table-header.tsx'
import { formatFigure } from './format.ts'

export interface BreakdownRow {
  key: string
  name: ReactNode
  link?: { href: string; onClick: (event: MouseEvent) => void } | undefined
  values: (number | null)[]
}

interface BreakdownProps {
  title: string
  note?: string
  csvUrl: string
  /** The headings of the rows and of the values; the first value is drawn as a bar. */
  columns: [string, ...string[]]
  rows: BreakdownRow[]
  empty: string
}

const ROWS_SHOWN = 8

export function Breakdown({ title, note, csvUrl, columns, rows, empty }: BreakdownProps) {
  const id = useId()
  const [isLong, setLong] = useState(false)
  const shown = isLong ? rows : rows.slice(0, ROWS_SHOWN)
  const isCut = rows.length >= MAX_FIGURE_ROWS
  const most = Math.max(1, ...rows.map(({ values }) => values[0] ?? 0))
  return (
    <section aria-labelledby={id} className="min-w-0">
      <div className="figure-heading flex items-end justify-between gap-4">
        <h2 id={id}>{title}</h2>
        {rows.length > 0 && (
          <a href={csvUrl} download className="figure-csv">
            <Download aria-hidden="true" className="size-4" />
            CSV<span className="sr-only"> of {title}</span>
          </a>
        )}
      </div>
      {note && <p className="pt-2 text-sm text-muted">{note}</p>}
      {rows.length === 0 ? (
        <p className="py-4 text-muted">{empty}</p>
      ) : (
        <table className="figure-table figure-bars">
          <caption className="sr-only">{title}</caption>
          <TableHeader columns={columns} />
          <tbody>
            {shown.map((row) => (
              <Row key={row.key} row={row} share={(row.values[0] ?? 0) / most} columns={columns} />
            ))}
          </tbody>
        </table>
      )}
      {rows.length > ROWS_SHOWN && (
        <button
          type="button"
          className="figure-summary"
          aria-expanded={isLong}
          onClick={() => setLong(!isLong)}
        >
          {isLong ? 'Show fewer' : isCut ? `Show the top ${MAX_FIGURE_ROWS}` : `Show all ${rows.length}`}
        </button>
      )}
    </section>
  )
}

function Row({ row, share, columns }: { row: BreakdownRow; share: number; columns: string[] }) {
  const { name, link, values } = row
  return (
    <tr>
      <th scope="row">
        <svg aria-hidden="true" className="figure-bar" preserveAspectRatio="none">
          <rect width={`${share * 100}%`} height="100%" />
        </svg>
        {link ? (
          <a {...link} className="figure-name">
            {name}
          </a>
        ) : (
          <span className="figure-name">{name}</span>
        )}
      </th>
      {values.map((value, index) => (
        <td key={columns[index + 1]}>{value === null ? '–' : formatFigure(value)}</td>
      ))}
    </tr>
  )
}
