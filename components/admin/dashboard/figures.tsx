import type { Stats } from '#lib/admin/schema.ts'
import { caseStudies } from '#lib/content/case-studies.ts'

interface Flow {
  recent: number
  before: number
}

const whole = (count: number) => count.toLocaleString('en-US')

/** Against the 30 days before; where there was nothing, nothing can be compared. */
function changeOf({ recent, before }: Flow): string | null {
  if (before === 0) return null
  const percent = Math.round(((recent - before) / before) * 100)
  return `${percent > 0 ? '+' : percent < 0 ? '−' : '±'}${whole(Math.abs(percent))} %`
}

function Figure({ label, value, note, flow }: { label: string; value: number; note: string; flow?: Flow }) {
  const change = flow && changeOf(flow)
  return (
    <div className="flex flex-col-reverse justify-end border-t-[3px] border-ink bg-sheet p-4">
      <dt className="text-muted">
        <span className="font-semibold text-ink">{label}</span>
        <span className="mt-1 block text-sm">{note}</span>
        {change && <span className="mt-1 block text-sm">{change} to the 30 days before</span>}
      </dt>
      <dd className="text-4xl leading-tight font-bold tracking-[-0.03em]">{whole(value)}</dd>
    </div>
  )
}

/** What there is, what came in during the last 30 days, and how that compares. */
export function Figures({ stats }: { stats: Stats }) {
  const { posts, messages, subscribers, users, views } = stats
  const added = ({ recent }: Flow) => `${whole(recent)} new in 30 days`
  return (
    <section aria-labelledby="figures">
      <h2 id="figures" className="sr-only">
        Figures
      </h2>
      <dl className="grid grid-cols-2 gap-4 md:grid-cols-3 2xl:grid-cols-6">
        <Figure label="Blog Posts" value={posts.total} note={added(posts)} flow={posts} />
        <Figure label="Views" value={views.recent} note="in 30 days" flow={views} />
        <Figure label="Messages" value={messages.total} note={added(messages)} flow={messages} />
        <Figure label="Subscribers" value={subscribers.total} note={added(subscribers)} flow={subscribers} />
        <Figure label="Users" value={users.total} note={added(users)} flow={users} />
        <Figure label="Case Studies" value={caseStudies.length} note="on the home page" />
      </dl>
    </section>
  )
}
