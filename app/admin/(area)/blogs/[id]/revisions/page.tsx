import { dehydrate, HydrationBoundary, QueryClient } from '@tanstack/react-query'
import { redirect } from 'next/navigation'
import { LoadFailure } from '#components/admin/editor/editor-loader.tsx'
import { History } from '#components/admin/revisions/history.tsx'
import { revisionListQuery, revisionsUrl } from '#components/admin/revisions/revisions-query.ts'
import { Forbidden } from '#components/admin/ui/forbidden.tsx'
import { StandaloneLink } from '#components/ui/link.tsx'
import { firstValues, type SearchParams } from '#components/admin/ui/url-format.ts'
import { canEditPost } from '#contract/roles.ts'
import { requireStaff } from '#lib/auth/staff.ts'
import { getPostForStaff } from '#lib/blog/staff-queries.ts'
import { staffMetadata } from '#lib/metadata.ts'
import { listRevisions } from '#lib/revisions/queries.ts'

export const dynamic = 'force-dynamic'
export const metadata = staffMetadata('History')

interface HistoryProps {
  params: Promise<{ id: string }>
  searchParams: Promise<SearchParams>
}

export default async function HistoryPage({ params, searchParams }: HistoryProps) {
  const [{ id }, query] = await Promise.all([params, searchParams])
  const { parse, toHref } = revisionsUrl(id)
  const state = parse(firstValues(query))
  const staff = await requireStaff(toHref(state))
  const post = await getPostForStaff(staff, id)
  if (!post) return <LoadFailure />
  if (!canEditPost(staff.user, post))
    return (
      <Forbidden title="You can only see the history of your own posts">
        “{post.title}” is by {post.author.name}. Ask them, an editor or an owner for a change.
      </Forbidden>
    )
  const editor = `/admin/blogs/edit/${post.id}`
  const page = await listRevisions(staff, post.id, {
    page: state.page,
    automatic: String(!state.explicit),
  })
  if (!page) redirect(editor)
  if (page.totalPages > 0 && state.page > page.totalPages)
    redirect(toHref({ ...state, page: page.totalPages }))

  const queries = new QueryClient()
  queries.setQueryData(revisionListQuery(post.id, state).queryKey, page)
  return (
    <>
      <StandaloneLink href={editor}>Back to the editor</StandaloneLink>
      <h1 className="mb-5 text-head wrap-anywhere">History of “{post.title}”</h1>
      <HydrationBoundary state={dehydrate(queries)}>
        <History postId={post.id} published={post.published} publishAt={post.publishAt ?? null} />
      </HydrationBoundary>
    </>
  )
}
