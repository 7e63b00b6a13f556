import { ComingSoon } from '#components/admin/frame/coming-soon.tsx'
import { ProfilePage } from '#components/admin/profile/profile-page.tsx'
import { getOwnProfile, requireStaff } from '#lib/auth/staff.ts'
import { getAuthor } from '#lib/authors/queries.ts'
import { staffMetadata } from '#lib/metadata.ts'

export const dynamic = 'force-dynamic'
export const metadata = staffMetadata('Your Profile')

export default async function ProfileRoute() {
  const profile = await getOwnProfile(await requireStaff('/admin/profile'))
  if (!profile) return <ComingSoon page="/admin/profile" />
  return <ProfilePage profile={profile} hasPage={(await getAuthor(profile.slug)) !== null} />
}
