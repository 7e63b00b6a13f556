import { CaseStudyEditorLoader } from '#components/admin/case-studies/case-study-editor-loader.tsx'
import { ComingSoon } from '#components/admin/frame/coming-soon.tsx'
import { Forbidden } from '#components/admin/ui/forbidden.tsx'
import { can } from '#contract/roles.ts'
import { requireStaff } from '#lib/auth/staff.ts'
import { listCaseStudies } from '#lib/case-studies/staff-queries.ts'
import { staffMetadata } from '#lib/metadata.ts'

export const dynamic = 'force-dynamic'
export const metadata = staffMetadata('New Case Study')

export default async function NewCaseStudyPage() {
  const staff = await requireStaff('/admin/case-studies/new')
  if (!can(staff.user.role, 'editContent')) return <Forbidden />
  if (!(await listCaseStudies(staff))) return <ComingSoon page="/admin/case-studies/new" />
  return <CaseStudyEditorLoader study={null} />
}
