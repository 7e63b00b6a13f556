import type { Figures } from '#contract/analytics.ts'
import { today } from './figures-query.ts'
import { formatChange, formatCount, formatDay } from './format.ts'

interface TotalProps {
  label: string
  value: number | null
  note: string
}

function Total({ label, value, note }: TotalProps) {
  return (
    <div className="flex flex-col-reverse justify-end border-t-[3px] border-ink bg-sheet p-4">
      <dt className="text-muted">
        <span className="font-semibold text-ink">{label}</span>
        <span className="mt-1 block text-sm">{note}</span>
      </dt>
      <dd className="text-3xl leading-tight font-bold tracking-[-0.03em] tabular-nums">
        {value === null ? '–' : formatCount(value)}
      </dd>
    </div>
  )
}

interface TotalsProps {
  figures: Figures
  /** For a source only visits are counted, not views. */
  ofSource: boolean
}

export function Totals({ figures: { totals, previousTotals, from, to }, ofSource }: TotalsProps) {
  const isOver = from !== today()
  const note = (name: 'views' | 'visits' | 'messages' | 'subscriptions') =>
    formatChange(totals[name], previousTotals[name], isOver)
  const most = totals.mostReaders
  const readersNote =
    most && from !== to
      ? `At most ${formatCount(most.readers)}, on ${formatDay(most.day)}`
      : formatChange(totals.readersPerDay ?? 0, previousTotals.readersPerDay ?? 0, isOver)
  return (
    <section aria-labelledby="totals">
      <h2 id="totals" className="sr-only">
        Totals
      </h2>
      <dl className="figure-totals">
        {!ofSource && <Total label="Views" value={totals.views} note={note('views')} />}
        {!ofSource && (
          <Total
            label={from === to ? 'Readers' : 'Readers per day'}
            value={totals.readersPerDay}
            note={readersNote}
          />
        )}
        <Total label="Visits" value={totals.visits} note={note('visits')} />
        <Total label="Messages" value={totals.messages} note={note('messages')} />
        <Total label="Subscriptions" value={totals.subscriptions} note={note('subscriptions')} />
      </dl>
    </section>
  )
}
