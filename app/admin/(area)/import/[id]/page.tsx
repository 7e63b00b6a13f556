import { dehydrate, HydrationBoundary, QueryClient } from '@tanstack/react-query'
import { importQuery, importUrl } from '#components/admin/transfer/import-query.ts'
import { ImportView } from '#components/admin/transfer/import-view.tsx'
import { LoadFailure } from '#components/admin/editor/editor-loader.tsx'
import { Forbidden } from '#components/admin/ui/forbidden.tsx'
import { firstValues, type SearchParams } from '#components/admin/ui/url-format.ts'
import { can } from '#contract/roles.ts'
import { requireStaff } from '#lib/auth/staff.ts'
import { getImport } from '#lib/imports/queries.ts'
import { staffMetadata } from '#lib/metadata.ts'

export const dynamic = 'force-dynamic'
export const metadata = staffMetadata('Import')

interface ImportProps {
  params: Promise<{ id: string }>
  searchParams: Promise<SearchParams>
}

export default async function ImportDetails({ params, searchParams }: ImportProps) {
  const [{ id }, query] = await Promise.all([params, searchParams])
  const state = importUrl(id).parse(firstValues(query))
  const staff = await requireStaff(importUrl(id).toHref(state))
  if (!can(staff.user.role, 'manageSettings')) return <Forbidden />
  const found = await getImport(staff, id, state.page)
  if (!found?.checked) {
    const message = found ? 'This file was not checked. Choose it again.' : 'This import no longer exists.'
    return <LoadFailure message={message} list="/admin/import" />
  }

  const queries = new QueryClient()
  queries.setQueryData(importQuery(id, state.page).queryKey, found)
  return (
    <HydrationBoundary state={dehydrate(queries)}>
      <ImportView id={id} />
    </HydrationBoundary>
  )
}
