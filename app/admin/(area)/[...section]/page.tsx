import type { Metadata } from 'next'
import { redirect } from 'next/navigation'
import { ComingSoon } from '#components/admin/frame/coming-soon-view.tsx'
import { comingSoon } from '#components/admin/frame/coming-soon.ts'
import { staffMetadata } from '#lib/admin/metadata.ts'
import { requireStaff } from '#lib/auth/staff.ts'

export const dynamic = 'force-dynamic'

interface SectionProps {
  params: Promise<{ section: string[] }>
}

export async function generateMetadata({ params }: SectionProps): Promise<Metadata> {
  const { section } = await params
  return staffMetadata(comingSoon[section.join('/')]?.name ?? 'Staff area')
}

/** Whatever under /admin has no page: a section to come, or an unknown path like any other. */
export default async function SectionPage({ params }: SectionProps) {
  const path = (await params).section.join('/')
  await requireStaff(`/admin/${path}`)
  const section = Object.hasOwn(comingSoon, path) ? comingSoon[path] : undefined
  if (!section) redirect('/')
  return <ComingSoon {...section} />
}
