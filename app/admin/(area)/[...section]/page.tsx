import type { Metadata } from 'next'
import { redirect } from 'next/navigation'
import { ComingSoon, plannedSections } from '#components/admin/frame/coming-soon.tsx'
import { staffMetadata } from '#lib/metadata.ts'
import { requireStaff } from '#lib/auth/staff.ts'

export const dynamic = 'force-dynamic'

interface SectionProps {
  params: Promise<{ section: string[] }>
}

export async function generateMetadata({ params }: SectionProps): Promise<Metadata> {
  const { section } = await params
  return staffMetadata(plannedSections[section.join('/')]?.name ?? 'Staff area')
}

export default async function SectionPage({ params }: SectionProps) {
  const path = (await params).section.join('/')
  await requireStaff(`/admin/${path}`)
  const section = Object.hasOwn(plannedSections, path) ? plannedSections[path] : undefined
  if (!section) redirect('/')
  return <ComingSoon {...section} />
}
