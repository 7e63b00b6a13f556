import { useId, type ReactNode } from 'react'

interface ChartProps {
  title: string
  /** The drawing; it is decoration beside the table. */
  children: ReactNode
  columns: [string, string]
  rows: [string, number][]
}

/** A drawing with the figures it is drawn from behind it, as a table for whoever wants or needs it. */
export function Chart({ title, children, columns, rows }: ChartProps) {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="border-b-[1.5px] border-ink pb-2 text-xl font-bold">
        {title}
      </h2>
      <div aria-hidden="true" className="mt-6">
        {children}
      </div>
      <details className="mt-3">
        <summary className="flex min-h-11 w-fit items-center text-sm underline underline-offset-4">
          Figures as a table
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
                <td className="text-right font-semibold tabular-nums">{value.toLocaleString('en-US')}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </section>
  )
}
