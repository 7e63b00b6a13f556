import { dehydrate, HydrationBoundary, QueryClient } from '@tanstack/react-query'
import { redirect } from 'next/navigation'
import { ComingSoon } from '#components/admin/frame/coming-soon.tsx'
import { Forbidden } from '#components/admin/ui/forbidden.tsx'
import { UserList } from '#components/admin/users/user-list.tsx'
import { invitationsQuery, userListQuery, usersUrl } from '#components/admin/users/users-query.ts'
import { firstValues, type SearchParams } from '#components/admin/ui/url-format.ts'
import { can } from '#contract/roles.ts'
import { requireStaff } from '#lib/auth/staff.ts'
import { staffMetadata } from '#lib/metadata.ts'
import { getPeople } from '#lib/users/queries.ts'

export const dynamic = 'force-dynamic'
export const metadata = staffMetadata('Users')

export default async function UsersPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const state = usersUrl.parse(firstValues(await searchParams))
  const staff = await requireStaff(usersUrl.toHref(state))
  if (!can(staff.user.role, 'manageUsers')) return <Forbidden />
  const people = await getPeople(staff, state)
  if (!people) return <ComingSoon page="/admin/users" />
  const { totalPages } = people.users
  if (totalPages > 0 && state.page > totalPages) redirect(usersUrl.toHref({ ...state, page: totalPages }))

  const queries = new QueryClient()
  queries.setQueryData(userListQuery(state).queryKey, people.users)
  queries.setQueryData(invitationsQuery.queryKey, people.invitations)
  return (
    <>
      <h1 className="sr-only">Users</h1>
      <HydrationBoundary state={dehydrate(queries)}>
        <UserList ownId={staff.user.id ?? ''} />
      </HydrationBoundary>
    </>
  )
}
