import clsx from 'clsx'
import { SiteLink } from '#components/ui/link.tsx'
import type { Activity } from '#contract/stats.ts'
import { StatusBadge, type Status } from '../ui/status-badge.tsx'
import { Timestamp } from '../ui/timestamp.tsx'

interface Entry {
  label: string
  subject: string
  href?: string
  status?: Status
}

const postLabels = { created: 'Draft created', changed: 'Updated', published: 'Published' } as const

/** The status is the current one: a post that was published once may be a draft again. */
function toEntry(activity: Activity): Entry {
  switch (activity.kind) {
    case 'message':
      return {
        label: activity.name,
        subject: activity.subject,
        href: activity.id ? `/admin/messages?message=${encodeURIComponent(activity.id)}` : '/admin/messages',
        ...(!activity.read && { status: 'pending' as const }),
      }
    case 'subscriber':
      return { label: 'New subscriber', subject: activity.email }
    default:
      return {
        label: postLabels[activity.kind],
        subject: activity.title,
        href: `/admin/blogs/edit/${activity.id}`,
        status: activity.published ? 'published' : 'draft',
      }
  }
}

function Subject({ subject, href }: { subject: string; href: string | undefined }) {
  if (!href) return <span className="font-semibold">{subject}</span>
  return (
    <SiteLink href={href} className="font-semibold underline-offset-4 hover:underline">
      {subject}
    </SiteLink>
  )
}

interface ActivityListProps {
  activity: Activity[]
  linked: boolean
  className?: string
}

export function ActivityList({ activity, linked, className }: ActivityListProps) {
  if (activity.length === 0) return <p className={clsx('py-3 text-muted', className)}>No activity yet.</p>
  return (
    <ul className={clsx('divide-y-[1.5px] divide-line', className)}>
      {activity.map((item, index) => {
        const { label, subject, href, status } = toEntry(item)
        return (
          <li key={`${item.at} ${index}`} className="flex items-start justify-between gap-4 py-3">
            <div className="min-w-0 wrap-anywhere">
              <p className="text-sm text-muted">
                {label} · <Timestamp value={item.at} short />
              </p>
              <Subject subject={subject} href={linked ? href : undefined} />
            </div>
            {status && <StatusBadge status={status} className="shrink-0" />}
          </li>
        )
      })}
    </ul>
  )
}
