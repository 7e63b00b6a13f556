import { ComingSoon } from '#components/admin/frame/coming-soon.tsx'
import { TransferView } from '#components/admin/transfer/transfer-view.tsx'
import { Forbidden } from '#components/admin/ui/forbidden.tsx'
import { can } from '#contract/roles.ts'
import { requireStaff } from '#lib/auth/staff.ts'
import { getExportSummary, listImports } from '#lib/imports/queries.ts'
import { staffMetadata } from '#lib/metadata.ts'

export const dynamic = 'force-dynamic'
export const metadata = staffMetadata('Import & Export')

export default async function ImportPage() {
  const staff = await requireStaff('/admin/import')
  const { role } = staff.user
  if (!can(role, 'editContent')) return <Forbidden />
  const summary = await getExportSummary(staff)
  if (!summary) return <ComingSoon page="/admin/import" />
  const imports = can(role, 'manageSettings') ? await listImports(staff) : null
  return <TransferView summary={summary} imports={imports} />
}
