import type { Stats } from '#contract/stats.ts'
import { formatCount } from '#lib/counts.ts'
import { formatPercent } from '../analytics/format.ts'

type Trend = Pick<Stats['posts'], 'recent' | 'before' | 'finished' | 'finishedBefore'>

function formatPrevious({ before, finished = 0, finishedBefore = 0 }: Trend): string {
  const text = `${formatCount(before)} in the previous 30 days`
  const percent = formatPercent({ now: finished, before: finishedBefore })
  return percent ? `${text} (${percent} without today)` : text
}

function Figure({ label, value, note }: { label: string; value: number; note: string }) {
  return (
    <div className="flex flex-col-reverse justify-end border-t-[3px] border-ink bg-sheet p-4">
      <dt className="text-muted">
        <span className="font-semibold text-ink">{label}</span>
        <span className="mt-1 block text-sm">{note}</span>
      </dt>
      <dd className="text-4xl leading-tight font-bold tracking-[-0.03em]">{formatCount(value)}</dd>
    </div>
  )
}

export function Figures({ stats }: { stats: Stats }) {
  const { posts, messages, subscribers, users, views, caseStudies } = stats
  const newNote = (trend: Trend) => `${formatCount(trend.recent)} new, ${formatPrevious(trend)}`
  return (
    <section aria-labelledby="figures">
      <h2 id="figures" className="sr-only">
        Key figures
      </h2>
      <dl className="grid grid-cols-2 gap-4 md:grid-cols-3 2xl:grid-cols-6">
        <Figure label="Blog Posts" value={posts.total} note={newNote(posts)} />
        {views && <Figure label="Views" value={views.recent} note={`In 30 days, ${formatPrevious(views)}`} />}
        {messages && <Figure label="Messages" value={messages.total} note={newNote(messages)} />}
        {subscribers && <Figure label="Subscribers" value={subscribers.total} note={newNote(subscribers)} />}
        {users && <Figure label="Users" value={users.total} note={newNote(users)} />}
        {caseStudies && (
          <Figure
            label="Case Studies"
            value={caseStudies.total}
            note={`${formatCount(caseStudies.published)} published`}
          />
        )}
      </dl>
    </section>
  )
}
