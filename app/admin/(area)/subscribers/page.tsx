import { dehydrate, HydrationBoundary, QueryClient } from '@tanstack/react-query'
import { redirect } from 'next/navigation'
import { ComingSoon } from '#components/admin/frame/coming-soon.tsx'
import { SubscriberList } from '#components/admin/subscribers/subscriber-list.tsx'
import { subscribersQuery, subscribersUrl } from '#components/admin/subscribers/subscribers-query.ts'
import { Forbidden } from '#components/admin/ui/forbidden.tsx'
import { firstValues, type SearchParams } from '#components/admin/ui/url-format.ts'
import { can } from '#contract/roles.ts'
import { requireStaff } from '#lib/auth/staff.ts'
import { staffMetadata } from '#lib/metadata.ts'
import { listSubscribers } from '#lib/newsletter/subscribers.ts'

export const dynamic = 'force-dynamic'
export const metadata = staffMetadata('Subscribers')

export default async function SubscribersPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const state = subscribersUrl.parse(firstValues(await searchParams))
  const staff = await requireStaff(subscribersUrl.toHref(state))
  if (!can(staff.user.role, 'readMessages')) return <Forbidden />
  const page = await listSubscribers(staff, { search: state.search || undefined, page: state.page })
  if (!page) return <ComingSoon page="/admin/subscribers" />
  if (page.totalPages > 0 && state.page > page.totalPages)
    redirect(subscribersUrl.toHref({ ...state, page: page.totalPages }))

  const queries = new QueryClient()
  queries.setQueryData(subscribersQuery(state).queryKey, page)
  return (
    <>
      <h1 className="sr-only">Subscribers</h1>
      <HydrationBoundary state={dehydrate(queries)}>
        <SubscriberList />
      </HydrationBoundary>
    </>
  )
}
