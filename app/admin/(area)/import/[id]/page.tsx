import { dehydrate, HydrationBoundary, QueryClient } from '@tanstack/react-query'
import { importQuery, importUrl } from '#components/admin/transfer/import-query.ts'
import { ImportView } from '#components/admin/transfer/import-view.tsx'
import { LoadFailure } from '#components/admin/editor/editor-loader.tsx'
import { Forbidden } from '#components/admin/ui/forbidden.tsx'
import { can } from '#contract/roles.ts'
import { requireStaff } from '#lib/auth/staff.ts'
import { getImport } from '#lib/imports/queries.ts'
import { staffMetadata } from '#lib/metadata.ts'

export const dynamic = 'force-dynamic'
export const metadata = staffMetadata('Import')

interface ImportProps {
  params: Promise<{ id: string }>
  searchParams: Promise<Record<string, string | string[] | undefined>>
}

export default async function ImportDetails({ params, searchParams }: ImportProps) {
  const { id } = await params
  const query = await searchParams
  const state = importUrl(id).parse({ get: (name) => [query[name]].flat().at(0) ?? null })
  const staff = await requireStaff(importUrl(id).toHref(state))
  if (!can(staff.user.role, 'manageSettings')) return <Forbidden />
  const found = await getImport(staff, id, state.page)
  if (!found?.checked) return <LoadFailure label="import" list="/admin/import" />

  const queries = new QueryClient()
  queries.setQueryData(importQuery(id, state.page).queryKey, found)
  return (
    <HydrationBoundary state={dehydrate(queries)}>
      <ImportView id={id} />
    </HydrationBoundary>
  )
}
