import { dehydrate, HydrationBoundary, QueryClient } from '@tanstack/react-query'
import { caseStudiesQuery } from '#components/admin/case-studies/case-studies-query.ts'
import { CaseStudyList } from '#components/admin/case-studies/case-study-list.tsx'
import { ComingSoon } from '#components/admin/frame/coming-soon.tsx'
import { Forbidden } from '#components/admin/ui/forbidden.tsx'
import { can } from '#contract/roles.ts'
import { requireStaff } from '#lib/auth/staff.ts'
import { listCaseStudies } from '#lib/case-studies/staff-queries.ts'
import { staffMetadata } from '#lib/metadata.ts'

export const dynamic = 'force-dynamic'
export const metadata = staffMetadata('Case Studies')

export default async function CaseStudiesPage() {
  const staff = await requireStaff('/admin/case-studies')
  if (!can(staff.user.role, 'editContent')) return <Forbidden />
  const studies = await listCaseStudies(staff)
  if (!studies) return <ComingSoon page="/admin/case-studies" />
  const queries = new QueryClient()
  queries.setQueryData(caseStudiesQuery.queryKey, studies)
  return (
    <>
      <h1 className="sr-only">Case Studies</h1>
      <HydrationBoundary state={dehydrate(queries)}>
        <CaseStudyList />
      </HydrationBoundary>
    </>
  )
}
