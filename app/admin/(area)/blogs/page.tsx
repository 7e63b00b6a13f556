import { dehydrate, HydrationBoundary, QueryClient } from '@tanstack/react-query'
import { redirect } from 'next/navigation'
import { PostList } from '#components/admin/posts/post-list.tsx'
import { postsQuery } from '#components/admin/posts/posts-query.ts'
import { ButtonLink } from '#components/ui/button.tsx'
import { staffMetadata } from '#lib/admin/metadata.ts'
import { requireStaff } from '#lib/auth/staff.ts'
import { staffListHref, staffListState } from '#lib/blog/staff-list.ts'
import { readAuthors, readStaffPage } from '#lib/blog/staff-reads.ts'

export const dynamic = 'force-dynamic'
export const metadata = staffMetadata('Blog Posts')

interface BlogPostsProps {
  searchParams: Promise<Record<string, string | string[] | undefined>>
}

export default async function BlogPosts({ searchParams }: BlogPostsProps) {
  const asked = Object.entries(await searchParams).flatMap(([name, value]) =>
    [value].flat().map((single) => [name, single ?? '']),
  )
  const state = staffListState(new URLSearchParams(asked))
  const staff = await requireStaff(staffListHref(state))
  const [page, authors] = await Promise.all([readStaffPage(staff, state), readAuthors(staff)])
  if (page && page.totalPages > 0 && state.page > page.totalPages)
    redirect(staffListHref({ ...state, page: page.totalPages }))

  const queries = new QueryClient()
  if (page) queries.setQueryData(postsQuery(state).queryKey, page)
  return (
    <>
      <div className="mb-5 flex flex-wrap items-center justify-between gap-3">
        <h1 className="text-head">Blog Posts</h1>
        <ButtonLink href="/admin/blogs/new">New Post</ButtonLink>
      </div>
      <HydrationBoundary state={dehydrate(queries)}>
        <PostList authors={authors} />
      </HydrationBoundary>
    </>
  )
}
