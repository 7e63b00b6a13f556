import { ComingSoon } from '#components/admin/frame/coming-soon.tsx'
import { SettingsForm } from '#components/admin/settings/settings-form.tsx'
import { Forbidden } from '#components/admin/ui/forbidden.tsx'
import { can } from '#contract/roles.ts'
import { requireStaff } from '#lib/auth/staff.ts'
import { staffMetadata } from '#lib/metadata.ts'
import { getStoredSettings } from '#lib/settings/staff-settings.ts'

export const dynamic = 'force-dynamic'
export const metadata = staffMetadata('Settings')

export default async function SettingsPage() {
  const staff = await requireStaff('/admin/settings')
  if (!can(staff.user.role, 'manageSettings')) return <Forbidden />
  const stored = await getStoredSettings(staff)
  if (!stored) return <ComingSoon page="/admin/settings" />
  const timeZones = new Set([...Intl.supportedValuesOf('timeZone'), 'UTC', stored.data.timeZone])
  return (
    <>
      <h1 className="sr-only">Settings</h1>
      <SettingsForm stored={stored} timeZones={[...timeZones].toSorted()} />
    </>
  )
}
