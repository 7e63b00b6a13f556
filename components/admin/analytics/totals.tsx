import type { Figures, FigureTotals } from '#contract/analytics.ts'
import { today } from './figures-query.ts'
import { formatChange, formatFigure, formatDay } from './format.ts'

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
        {value === null ? '–' : formatFigure(value)}
      </dd>
    </div>
  )
}

interface TotalsProps {
  figures: Figures
  ofSource: boolean
}

export function Totals({ figures, ofSource }: TotalsProps) {
  const { totals, previousTotals, finished, from, to } = figures
  const note = (name: 'views' | 'visits' | 'readersPerDay' | 'messages' | 'subscriptions') => {
    const change = (now: FigureTotals, before: FigureTotals) => ({
      now: now[name] ?? 0,
      before: before[name] ?? 0,
    })
    const ofFinished = finished && change(finished.totals, finished.previousTotals)
    const end = to !== today() ? 'over' : from === to ? 'today' : { finished: ofFinished }
    return formatChange(change(totals, previousTotals), end)
  }
  const most = totals.mostReaders
  const readersNote =
    most && from !== to
      ? `At most ${formatFigure(most.readers)}, on ${formatDay(most.day)}`
      : note('readersPerDay')
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
