import { dehydrate, HydrationBoundary, QueryClient } from '@tanstack/react-query'
import { redirect } from 'next/navigation'
import { ComingSoon } from '#components/admin/frame/coming-soon.tsx'
import { importsQuery, importsUrl } from '#components/admin/transfer/import-query.ts'
import { TransferView } from '#components/admin/transfer/transfer-view.tsx'
import { Forbidden } from '#components/admin/ui/forbidden.tsx'
import { firstValues, type SearchParams } from '#components/admin/ui/url-format.ts'
import { can } from '#contract/roles.ts'
import { requireStaff } from '#lib/auth/staff.ts'
import { getExportSummary, listImports } from '#lib/imports/queries.ts'
import { staffMetadata } from '#lib/metadata.ts'

export const dynamic = 'force-dynamic'
export const metadata = staffMetadata('Import & Export')

export default async function ImportPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const state = importsUrl.parse(firstValues(await searchParams))
  const staff = await requireStaff(importsUrl.toHref(state))
  const { role } = staff.user
  if (!can(role, 'editContent')) return <Forbidden />
  const summary = await getExportSummary(staff)
  if (!summary) return <ComingSoon page="/admin/import" />
  const queries = new QueryClient()
  const canImport = can(role, 'manageSettings')
  if (canImport) {
    const imports = await listImports(staff, { ...state, checked: 'true' })
    const { totalPages = 0 } = imports
    if (totalPages > 0 && state.page > totalPages) redirect(importsUrl.toHref({ page: totalPages }))
    queries.setQueryData(importsQuery(state).queryKey, imports)
  }
  return (
    <HydrationBoundary state={dehydrate(queries)}>
      <TransferView summary={summary} canImport={canImport} />
    </HydrationBoundary>
  )
}
