import { dehydrate, HydrationBoundary, QueryClient } from '@tanstack/react-query'
import { redirect } from 'next/navigation'
import { ComingSoon } from '#components/admin/frame/coming-soon.tsx'
import { TagList } from '#components/admin/tags/tag-list.tsx'
import { tagListQuery, tagsUrl, toListQuery } from '#components/admin/tags/tags-query.ts'
import { Forbidden } from '#components/admin/ui/forbidden.tsx'
import { firstValues, type SearchParams } from '#components/admin/ui/url-format.ts'
import { can } from '#contract/roles.ts'
import { requireStaff } from '#lib/auth/staff.ts'
import { staffMetadata } from '#lib/metadata.ts'
import { listStaffTags } from '#lib/blog/staff-queries.ts'

export const dynamic = 'force-dynamic'
export const metadata = staffMetadata('Tags')

export default async function TagsPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const state = tagsUrl.parse(firstValues(await searchParams))
  const staff = await requireStaff(tagsUrl.toHref(state))
  if (!can(staff.user.role, 'editContent')) return <Forbidden />
  const tags = await listStaffTags(staff, toListQuery(state))
  if (!tags) return <ComingSoon page="/admin/blogs/tags" />
  if (tags.totalPages > 0 && state.page > tags.totalPages)
    redirect(tagsUrl.toHref({ ...state, page: tags.totalPages }))

  const queries = new QueryClient()
  queries.setQueryData(tagListQuery(state).queryKey, tags)
  return (
    <>
      <h1 className="sr-only">Tags</h1>
      <HydrationBoundary state={dehydrate(queries)}>
        <TagList />
      </HydrationBoundary>
    </>
  )
}
