import { ComingSoon } from '#components/admin/frame/coming-soon.tsx'
import { SystemView } from '#components/admin/system/system-view.tsx'
import { Forbidden } from '#components/admin/ui/forbidden.tsx'
import { can } from '#contract/roles.ts'
import { requireStaff } from '#lib/auth/staff.ts'
import { staffMetadata } from '#lib/metadata.ts'
import { getNodeStatus, getSystem, listUndeliveredEmails } from '#lib/system/system.ts'

export const dynamic = 'force-dynamic'
export const metadata = staffMetadata('System')

export default async function SystemPage() {
  const staff = await requireStaff('/admin/settings/system')
  if (!can(staff.user.role, 'manageSettings')) return <Forbidden />
  const [system, status, emails] = await Promise.all([
    getSystem(staff),
    getNodeStatus(),
    listUndeliveredEmails(staff),
  ])
  return system ? (
    <SystemView system={system} status={status} emails={emails} />
  ) : (
    <ComingSoon page="/admin/settings/system" />
  )
}
