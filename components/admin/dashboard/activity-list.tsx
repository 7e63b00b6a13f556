import clsx from 'clsx'
import { SiteLink } from '#components/ui/link.tsx'
import type { RecentActivity } from '#contract/stats.ts'
import { linkTo, toLabel, toTitle } from '../activity/activity-text.ts'
import { StatusBadge } from '../ui/status-badge.tsx'
import { Timestamp } from '../ui/timestamp.tsx'

function Subject({ subject, href }: { subject: string; href: string | undefined }) {
  if (!href) return <span className="font-semibold">{subject}</span>
  return (
    <SiteLink href={href} className="font-semibold underline-offset-4 hover:underline">
      {subject}
    </SiteLink>
  )
}

interface ActivityListProps {
  activity: RecentActivity[]
  linked: boolean
  className?: string
}

export function ActivityList({ activity, linked, className }: ActivityListProps) {
  if (activity.length === 0) return <p className={clsx('py-3 text-muted', className)}>No activity yet.</p>
  return (
    <ul className={clsx('divide-y-[1.5px] divide-line', className)}>
      {activity.map((entry) => {
        const { id, at, kind, object, status, editable = true } = entry
        return (
          <li key={id} className="flex items-start justify-between gap-4 py-3">
            <div className="min-w-0 wrap-anywhere">
              <p className="text-sm text-muted">
                {toLabel(entry)} · <Timestamp value={at} short />
              </p>
              <Subject
                subject={object.name || toTitle(object.type)}
                href={linked && editable ? linkTo(object, kind).href : undefined}
              />
            </div>
            {status && <StatusBadge status={status} className="shrink-0" />}
          </li>
        )
      })}
    </ul>
  )
}
