import { dehydrate, HydrationBoundary, QueryClient } from '@tanstack/react-query'
import { redirect } from 'next/navigation'
import { ActivityLog } from '#components/admin/activity/activity-log.tsx'
import { activityQuery, activityUrl } from '#components/admin/activity/activity-query.ts'
import { ComingSoon } from '#components/admin/frame/coming-soon.tsx'
import { Forbidden } from '#components/admin/ui/forbidden.tsx'
import { firstValues, type SearchParams } from '#components/admin/ui/url-format.ts'
import { can } from '#contract/roles.ts'
import { listActivity } from '#lib/activity/queries.ts'
import { requireStaff } from '#lib/auth/staff.ts'
import { staffMetadata } from '#lib/metadata.ts'

export const dynamic = 'force-dynamic'
export const metadata = staffMetadata('Activity')

export default async function ActivityPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const state = activityUrl.parse(firstValues(await searchParams))
  const staff = await requireStaff(activityUrl.toHref(state))
  if (!can(staff.user.role, 'readActivity')) return <Forbidden />
  const activity = await listActivity(staff, state)
  if (!activity) return <ComingSoon page="/admin/activity" />
  if (activity.totalPages > 0 && state.page > activity.totalPages)
    redirect(activityUrl.toHref({ ...state, page: activity.totalPages }))

  const queries = new QueryClient()
  queries.setQueryData(activityQuery(state).queryKey, activity)
  return (
    <>
      <h1 className="sr-only">Activity</h1>
      <HydrationBoundary state={dehydrate(queries)}>
        <ActivityLog />
      </HydrationBoundary>
    </>
  )
}
