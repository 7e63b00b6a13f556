import { ButtonLink } from '#components/ui/button.tsx'
import { SiteLink } from '#components/ui/link.tsx'
import { sampleStats } from '#lib/admin/sample-stats.ts'
import type { Stats } from '#lib/admin/schema.ts'
import { ActivityList } from '../activity/activity-list.tsx'
import { SampleMark } from '../activity/sample-mark.tsx'
import { Figures } from './figures.tsx'
import { PostsByStatus } from './posts-by-status.tsx'
import { ViewsByMonth } from './views-by-month.tsx'

const quickActions = [
  { label: 'Manage posts', href: '/admin/blogs' },
  { label: 'Read messages', href: '/admin/messages' },
  { label: 'See analytics', href: '/admin/analytics' },
]

/** Without figures of the upstream, the sample stands in and says so. */
export function Dashboard({ stats }: { stats: Stats | null }) {
  const shown = stats ?? sampleStats()
  return (
    <div className="grid max-w-6xl gap-10">
      <div className="grid gap-4">
        <h1 className="sr-only">Dashboard</h1>
        {stats === null && <SampleMark />}
        <Figures stats={shown} />
      </div>
      <div className="grid gap-10 xl:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <ViewsByMonth months={shown.views.months} />
        <PostsByStatus posts={shown.posts} />
      </div>
      <div className="grid gap-10 xl:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <section aria-labelledby="activity">
          <div className="flex items-baseline justify-between gap-4 border-b-[1.5px] border-ink pb-2">
            <h2 id="activity" className="text-xl font-bold">
              Recent activity
            </h2>
            <SiteLink href="/admin/activity" className="link">
              All activity
            </SiteLink>
          </div>
          <ActivityList entries={shown.activity} linked={stats !== null} />
        </section>
        <section aria-labelledby="actions">
          <h2 id="actions" className="border-b-[1.5px] border-ink pb-2 text-xl font-bold">
            Quick actions
          </h2>
          <ul className="mt-4 grid gap-2 sm:grid-cols-2 xl:grid-cols-1">
            <li>
              <ButtonLink href="/admin/blogs/new" className="w-full">
                Write a post
              </ButtonLink>
            </li>
            {quickActions.map(({ label, href }) => (
              <li key={href}>
                <ButtonLink href={href} variant="plain" className="w-full">
                  {label}
                </ButtonLink>
              </li>
            ))}
          </ul>
        </section>
      </div>
    </div>
  )
}
