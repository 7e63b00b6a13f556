'use client'

import './notifications.css'
import { useQuery } from '@tanstack/react-query'
import { Button } from '#components/ui/button.tsx'
import { describeNotification, NOTIFICATIONS_PER_PAGE } from '#contract/notifications.ts'
import { PagedList } from '../ui/paged-list.tsx'
import { SegmentedControl } from '../ui/segmented-control.tsx'
import { useUrlState } from '../ui/use-url-state.ts'
import { EmptyList } from '../ui/empty-list.tsx'
import { LoadError } from '../ui/load-error.tsx'
import { NotificationItem } from './notification-item.tsx'
import { notificationsQuery, notificationsUrl } from './notifications-query.ts'
import { allUpTo, useMarkNotifications, usePendingMarks } from './use-mark-notifications.ts'

const noNotifications = { title: 'No notifications yet', text: 'What needs your attention appears here.' }
const allRead = { title: 'No unread notifications', text: 'You have read them all.' }

const statusFilters = [
  [undefined, 'All'],
  ['unread', 'Unread'],
] as const

export function NotificationList() {
  const [state, setState] = useUrlState(notificationsUrl)
  const { data: stored, isError, isPlaceholderData, refetch } = useQuery(notificationsQuery(state))
  const data = usePendingMarks(stored)
  const mark = useMarkNotifications()
  const notifications = data?.data.notifications ?? []
  return (
    <PagedList
      label="Notifications"
      busy={isPlaceholderData}
      toolbar={
        <div className="flex flex-wrap items-center justify-between gap-3">
          <SegmentedControl
            label="Show"
            options={statusFilters}
            value={state.status}
            onChange={(status) => setState({ status })}
          />
          <Button
            variant="quiet"
            className="max-[27rem]:pr-0"
            aria-disabled={data?.data.unread === 0 || undefined}
            onClick={() => data && data.data.unread > 0 && mark(allUpTo(data))}
          >
            Mark all as read
          </Button>
        </div>
      }
      range={
        data && {
          shown: notifications.length,
          total: data.total,
          perPage: NOTIFICATIONS_PER_PAGE,
          noun: ['notification', 'notifications'],
        }
      }
      page={state.page}
      totalPages={data?.totalPages ?? 0}
      hrefOf={(page) => notificationsUrl.toHref({ ...state, page })}
      onPage={(page, mode) => setState({ page }, mode)}
    >
      {isError && <LoadError what="notifications" onRetry={refetch} />}
      {data?.total === 0 && <EmptyList {...(state.status ? allRead : noNotifications)} />}
      {notifications.length > 0 && (
        <ul aria-label="Notifications" className="notification-list">
          {notifications.map((notification) => {
            const { id, read } = notification
            return (
              <li key={id} data-row>
                <NotificationItem
                  notification={notification}
                  onOpen={() => !read && mark({ read: true, ids: [id] })}
                />
                <Button variant="quiet" onClick={() => mark({ read: !read, ids: [id] })}>
                  {read ? 'Mark as unread' : 'Mark as read'}
                  <span className="sr-only">: {describeNotification(notification).text}</span>
                </Button>
              </li>
            )
          })}
        </ul>
      )}
    </PagedList>
  )
}
