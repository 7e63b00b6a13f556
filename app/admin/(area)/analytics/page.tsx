import { dehydrate, HydrationBoundary, QueryClient } from '@tanstack/react-query'
import { figuresQuery, parseState, toHref, toQuery } from '#components/admin/analytics/figures-query.ts'
import { FiguresView } from '#components/admin/analytics/figures-view.tsx'
import { ComingSoon } from '#components/admin/frame/coming-soon.tsx'
import { Forbidden } from '#components/admin/ui/forbidden.tsx'
import { firstValues, type SearchParams } from '#components/admin/ui/url-format.ts'
import { can } from '#contract/roles.ts'
import { getFigures } from '#lib/analytics/figures.ts'
import { staffMetadata } from '#lib/metadata.ts'
import { readAsStaff, requireStaff } from '#lib/auth/staff.ts'

export const dynamic = 'force-dynamic'
export const metadata = staffMetadata('Analytics')

export default async function AnalyticsPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const state = parseState(firstValues(await searchParams))
  const staff = await requireStaff(toHref(state))
  if (!can(staff.user.role, 'readFigures')) return <Forbidden />
  const figures = await readAsStaff(staff, () => getFigures(staff.token, toQuery(state)))
  if (!figures) return <ComingSoon page="/admin/analytics" />

  const queries = new QueryClient()
  queries.setQueryData(figuresQuery(state).queryKey, figures)
  return (
    <>
      <h1 className="sr-only">Analytics</h1>
      <HydrationBoundary state={dehydrate(queries)}>
        <FiguresView />
      </HydrationBoundary>
    </>
  )
}
