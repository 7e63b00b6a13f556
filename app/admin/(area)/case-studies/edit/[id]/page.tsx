import { CaseStudyEditorLoader } from '#components/admin/case-studies/case-study-editor-loader.tsx'
import { toStoredCaseStudy } from '#components/admin/case-studies/case-study-fields.ts'
import { LoadFailure } from '#components/admin/editor/editor-loader.tsx'
import { Forbidden } from '#components/admin/ui/forbidden.tsx'
import { can } from '#contract/roles.ts'
import { requireStaff } from '#lib/auth/staff.ts'
import { getCaseStudyForStaff } from '#lib/case-studies/staff-queries.ts'
import { staffMetadata } from '#lib/metadata.ts'

export const dynamic = 'force-dynamic'
export const metadata = staffMetadata('Edit Case Study')

export default async function EditCaseStudyPage({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await params
  const staff = await requireStaff(`/admin/case-studies/edit/${id}`)
  if (!can(staff.user.role, 'editContent')) return <Forbidden />
  const study = await getCaseStudyForStaff(staff, id)
  if (!study) return <LoadFailure message="This case study no longer exists." list="/admin/case-studies" />
  return <CaseStudyEditorLoader key={study.id} study={toStoredCaseStudy(study)} />
}
