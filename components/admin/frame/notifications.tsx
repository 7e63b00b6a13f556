'use client'

import '../notifications/notifications.css'
import { useQuery } from '@tanstack/react-query'
import { Bell } from 'lucide-react'
import * as Popover from 'radix-ui/popover'
import { Button } from '#components/ui/button.tsx'
import { SiteLink } from '#components/ui/link.tsx'
import { sampleStats } from '#lib/admin/sample-stats.ts'
import { ActivityList } from '../dashboard/activity-list.tsx'
import { NotificationItem } from '../notifications/notification-item.tsx'
import { notificationsQuery } from '../notifications/notifications-query.ts'
import { allUpTo, useMarkNotifications, usePendingMarks } from '../notifications/use-mark-notifications.ts'
import { onEscape } from '../ui/on-escape.ts'
import { SampleBadge } from '../ui/status-badge.tsx'
import { useOpenOnPage } from '../ui/use-open-on-page.ts'
import { useStats } from './use-stats.ts'

const MAX_SHOWN = 5
const MAX_COUNT = 99

function Recent({ onOpen }: { onOpen: () => void }) {
  const { data: stored, isError } = useQuery({
    ...notificationsQuery({ page: 1, status: undefined }, MAX_SHOWN),
    refetchOnMount: 'always',
  })
  const data = usePendingMarks(stored)
  const mark = useMarkNotifications()
  const problem = isError && <p className="px-4 py-3 text-muted">Failed to load notifications.</p>
  if (!data) return problem || <p className="px-4 py-3 text-muted">Loading…</p>
  const { notifications, unread } = data.data
  if (notifications.length === 0)
    return problem || <p className="px-4 py-3 text-muted">No notifications yet.</p>
  return (
    <>
      {problem}
      <ul className="divide-y-[1.5px] divide-line px-4">
        {notifications.map((notification) => (
          <li key={notification.id} className="py-2">
            <NotificationItem
              notification={notification}
              onOpen={() => {
                if (!notification.read) mark({ read: true, ids: [notification.id] })
                onOpen()
              }}
            />
          </li>
        ))}
      </ul>
      {unread > 0 && (
        <Button variant="quiet" className="w-full justify-start px-4" onClick={() => mark(allUpTo(data))}>
          Mark all as read
        </Button>
      )}
    </>
  )
}

function Samples() {
  return (
    <>
      <SampleBadge className="mx-4 mt-3" />
      <ActivityList activity={sampleStats().activity.slice(0, MAX_SHOWN)} linked={false} className="px-4" />
    </>
  )
}

export function Notifications() {
  const [isOpen, setOpen] = useOpenOnPage()
  const stats = useStats()
  const unread = stats?.notifications?.unread ?? 0
  return (
    <Popover.Root open={isOpen} onOpenChange={setOpen}>
      <Popover.Trigger className="staff-icon-button relative">
        <Bell aria-hidden="true" className="size-5" />
        <span className="sr-only">Notifications</span>
        {unread > 0 && (
          <span className="bell-count">
            {unread > MAX_COUNT ? `${MAX_COUNT}+` : unread}
            <span className="sr-only"> unread</span>
          </span>
        )}
      </Popover.Trigger>
      <Popover.Content
        aria-label="Notifications"
        align="end"
        sideOffset={6}
        collisionPadding={12}
        onKeyDown={(event) => onEscape(event, () => setOpen(false))}
        onCloseAutoFocus={(event) => {
          // The page that a link opened may already have the focus.
          if (document.activeElement !== document.body) event.preventDefault()
        }}
        className="staff-menu w-88 max-w-[calc(100vw-1.5rem)]"
      >
        {/* Before the list, because a click must not miss it when the list arrives. */}
        <SiteLink
          href="/admin/notifications"
          onClick={() => setOpen(false)}
          className="staff-menu-item border-b-[1.5px] border-line font-semibold"
        >
          All notifications
        </SiteLink>
        {stats === undefined && <p className="px-4 py-3 text-muted">Loading…</p>}
        {stats && stats.notifications && <Recent onOpen={() => setOpen(false)} />}
        {stats !== undefined && !stats?.notifications && <Samples />}
      </Popover.Content>
    </Popover.Root>
  )
}
