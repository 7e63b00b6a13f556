import { dehydrate, HydrationBoundary, QueryClient } from '@tanstack/react-query'
import { redirect } from 'next/navigation'
import { ComingSoon } from '#components/admin/frame/coming-soon.tsx'
import { MediaLibrary } from '#components/admin/media/media-library.tsx'
import { mediaListQuery, mediaUrlFormat } from '#components/admin/media/media-query.ts'
import { Forbidden } from '#components/admin/ui/forbidden.tsx'
import { firstValues, type SearchParams } from '#components/admin/ui/url-format.ts'
import { mediaListQuerySchema } from '#contract/media.ts'
import { can } from '#contract/roles.ts'
import { requireStaff } from '#lib/auth/staff.ts'
import { listMedia } from '#lib/media/queries.ts'
import { staffMetadata } from '#lib/metadata.ts'

export const dynamic = 'force-dynamic'
export const metadata = staffMetadata('Media')

export default async function MediaPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const state = mediaUrlFormat.parse(firstValues(await searchParams))
  const staff = await requireStaff(mediaUrlFormat.toHref(state))
  if (!can(staff.user.role, 'writePosts')) return <Forbidden />
  const page = await listMedia(
    staff,
    mediaListQuerySchema.parse({ ...state, search: state.search || undefined }),
  )
  if (!page) return <ComingSoon page="/admin/media" />
  if (page.totalPages > 0 && state.page > page.totalPages)
    redirect(mediaUrlFormat.toHref({ ...state, page: page.totalPages }))

  const queries = new QueryClient()
  queries.setQueryData(mediaListQuery(state).queryKey, page)
  return (
    <>
      <h1 className="sr-only">Media</h1>
      <HydrationBoundary state={dehydrate(queries)}>
        <MediaLibrary />
      </HydrationBoundary>
    </>
  )
}
