import { ButtonLink } from '#components/ui/button.tsx'
import { StandaloneLink } from '#components/ui/link.tsx'
import { sampleStats } from '#lib/admin/sample-stats.ts'
import { can, type Ability, type Role } from '#contract/roles.ts'
import type { Stats } from '#contract/stats.ts'
import { SampleBadge } from '../ui/status-badge.tsx'
import { ActivityList } from './activity-list.tsx'
import { PostsByStatus, ViewsByMonth } from './charts.tsx'
import { Figures } from './figures.tsx'

const quickActions: { label: string; href: string; ability?: Ability }[] = [
  { label: 'Manage posts', href: '/admin/blogs' },
  { label: 'Read messages', href: '/admin/messages', ability: 'readMessages' },
]

export function Dashboard({ stats, role }: { stats: Stats | null; role: Role }) {
  const shown = stats ?? sampleStats()
  return (
    <div className="grid max-w-6xl gap-10">
      <div className="grid gap-4">
        <h1 className="sr-only">Dashboard</h1>
        {stats === null && <SampleBadge />}
        <Figures stats={shown} />
      </div>
      <div className="grid gap-10 xl:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        {shown.views && <ViewsByMonth months={shown.views.months} />}
        <PostsByStatus posts={shown.posts} />
      </div>
      <div className="grid gap-10 xl:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
        <section aria-labelledby="actions" className="no-print">
          <h2 id="actions" className="border-b-[1.5px] border-ink pb-2 text-xl font-bold">
            Quick actions
          </h2>
          <ul className="mt-4 grid gap-2 sm:grid-cols-2 xl:grid-cols-1">
            <li>
              <ButtonLink href="/admin/blogs/new" className="w-full">
                Write a post
              </ButtonLink>
            </li>
            {quickActions
              .filter(({ ability }) => !ability || can(role, ability))
              .map(({ label, href }) => (
                <li key={href}>
                  <ButtonLink href={href} variant="plain" className="w-full">
                    {label}
                  </ButtonLink>
                </li>
              ))}
          </ul>
        </section>
        <section aria-labelledby="activity">
          <h2 id="activity" className="border-b-[1.5px] border-ink pb-2 text-xl font-bold">
            Recent activity
          </h2>
          <ActivityList activity={shown.activity} linked={stats !== null} />
          {stats && can(role, 'readActivity') && (
            <StandaloneLink href="/admin/activity">All activity</StandaloneLink>
          )}
        </section>
      </div>
    </div>
  )
}
