import clsx from 'clsx'
import type { ReactNode } from 'react'
import { SiteLink } from '#components/ui/link.tsx'
import type { Activity } from '#lib/admin/schema.ts'
import { StatusMark, type Status } from '../ui/status-mark.tsx'

/** In the time of New England, where the agency is. */
const moment = new Intl.DateTimeFormat('en-US', {
  dateStyle: 'long',
  timeStyle: 'short',
  timeZone: 'America/New_York',
})

interface Line {
  what: string
  about: string
  href?: string
  status?: Status
}

const verbs = { created: 'Written', changed: 'Changed', published: 'Published' } as const

/** A message waits until somebody has opened it; that a post was published once does not mean that it is now. */
function lineOf(entry: Activity): Line {
  switch (entry.kind) {
    case 'message':
      return {
        what: `Message from ${entry.name}`,
        about: entry.subject,
        href: '/admin/messages',
        ...(!entry.read && { status: 'pending' as const }),
      }
    case 'subscriber':
      return { what: 'New subscriber', about: entry.email }
    default:
      return {
        what: verbs[entry.kind],
        about: entry.title,
        href: `/admin/blogs/edit/${entry.id}`,
        status: entry.published ? 'published' : 'draft',
      }
  }
}

function About({ line, linked }: { line: Line; linked: boolean }): ReactNode {
  if (!linked || !line.href) return <span className="font-semibold">{line.about}</span>
  return (
    <SiteLink href={line.href} className="font-semibold underline-offset-4 hover:underline">
      {line.about}
    </SiteLink>
  )
}

interface ActivityListProps {
  entries: Activity[]
  /** Samples lead nowhere. */
  linked: boolean
  className?: string
}

export function ActivityList({ entries, linked, className }: ActivityListProps) {
  if (entries.length === 0)
    return <p className={clsx('py-3 text-muted', className)}>Nothing has happened yet.</p>
  return (
    <ul className={clsx('divide-y-[1.5px] divide-line', className)}>
      {entries.map((entry, index) => {
        const line = lineOf(entry)
        return (
          <li key={`${entry.at} ${index}`} className="flex items-start justify-between gap-4 py-3">
            <div className="min-w-0 wrap-anywhere">
              <p className="text-sm text-muted">
                {line.what} <time dateTime={entry.at}>{moment.format(new Date(entry.at))}</time>
              </p>
              <About line={line} linked={linked} />
            </div>
            {line.status && <StatusMark status={line.status} className="shrink-0" />}
          </li>
        )
      })}
    </ul>
  )
}
