import { Dashboard } from '#components/admin/dashboard/dashboard.tsx'
import { staffMetadata } from '#lib/metadata.ts'
import { getStats } from '#lib/analytics/figures.ts'
import { STAFF_HOME } from '#lib/auth/return-path.ts'
import { readAsStaff, requireStaff } from '#lib/auth/staff.ts'

export const dynamic = 'force-dynamic'
export const metadata = staffMetadata('Dashboard')

export default async function DashboardPage() {
  const staff = await requireStaff(STAFF_HOME)
  return <Dashboard stats={await readAsStaff(staff, () => getStats(staff.token))} role={staff.user.role} />
}
