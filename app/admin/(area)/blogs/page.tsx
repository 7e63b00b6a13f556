import { dehydrate, HydrationBoundary, QueryClient } from '@tanstack/react-query'
import { redirect } from 'next/navigation'
import { PostList } from '#components/admin/posts/post-list.tsx'
import { postsQuery } from '#components/admin/posts/posts-query.ts'
import { firstValues, type SearchParams } from '#components/admin/ui/url-format.ts'
import { staffMetadata } from '#lib/metadata.ts'
import { requireStaff } from '#lib/auth/staff.ts'
import { parseStaffListState, staffListHref } from '#lib/blog/staff-list.ts'
import { getStaffPage, listAuthors, listCategoryOptions } from '#lib/blog/staff-queries.ts'

export const dynamic = 'force-dynamic'
export const metadata = staffMetadata('Blog Posts')

export default async function BlogPosts({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const state = parseStaffListState(firstValues(await searchParams))
  const staff = await requireStaff(staffListHref(state))
  const [page, authors, categories] = await Promise.all([
    getStaffPage(staff, state),
    listAuthors(staff),
    listCategoryOptions(staff),
  ])
  if (page && page.totalPages > 0 && state.page > page.totalPages)
    redirect(staffListHref({ ...state, page: page.totalPages }))

  const queries = new QueryClient()
  if (page) queries.setQueryData(postsQuery(state).queryKey, page)
  return (
    <>
      <h1 className="sr-only">Blog Posts</h1>
      <HydrationBoundary state={dehydrate(queries)}>
        <PostList authors={authors} categories={categories} />
      </HydrationBoundary>
    </>
  )
}
