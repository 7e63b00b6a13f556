import { dehydrate, HydrationBoundary, QueryClient } from '@tanstack/react-query'
import { redirect } from 'next/navigation'
import { ComingSoon } from '#components/admin/frame/coming-soon.tsx'
import { NotificationList } from '#components/admin/notifications/notification-list.tsx'
import {
  notificationsQuery,
  notificationsUrl,
  preferencesHref,
  preferencesQuery,
} from '#components/admin/notifications/notifications-query.ts'
import { Preferences } from '#components/admin/notifications/preferences.tsx'
import { SiteLink } from '#components/ui/link.tsx'
import { firstValues, type SearchParams } from '#components/admin/ui/url-format.ts'
import { requireStaff } from '#lib/auth/staff.ts'
import { staffMetadata } from '#lib/metadata.ts'
import { getNotificationPreferences, listNotifications } from '#lib/notifications/queries.ts'

export const dynamic = 'force-dynamic'
export const metadata = staffMetadata('Notifications')

export default async function NotificationsPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const query = await searchParams
  const showsPreferences = query['tab'] === 'preferences'
  const state = notificationsUrl.parse(firstValues(query))
  const listHref = notificationsUrl.toHref(state)
  const staff = await requireStaff(showsPreferences ? preferencesHref : listHref)
  const queries = new QueryClient()
  if (showsPreferences) {
    const preferences = await getNotificationPreferences(staff)
    if (!preferences) return <ComingSoon page="/admin/notifications" />
    queries.setQueryData(preferencesQuery.queryKey, preferences)
  } else {
    const notifications = await listNotifications(staff, state)
    if (!notifications) return <ComingSoon page="/admin/notifications" />
    if (notifications.totalPages > 0 && state.page > notifications.totalPages)
      redirect(notificationsUrl.toHref({ ...state, page: notifications.totalPages }))
    queries.setQueryData(notificationsQuery(state).queryKey, notifications)
  }
  return (
    <>
      <h1 className="sr-only">Notifications</h1>
      <nav aria-label="Notifications" className="notification-tabs">
        <SiteLink href="/admin/notifications" aria-current={showsPreferences ? undefined : 'page'}>
          Notifications
        </SiteLink>
        <SiteLink href={preferencesHref} aria-current={showsPreferences ? 'page' : undefined}>
          Preferences
        </SiteLink>
      </nav>
      <HydrationBoundary state={dehydrate(queries)}>
        {showsPreferences ? <Preferences /> : <NotificationList />}
      </HydrationBoundary>
    </>
  )
}
