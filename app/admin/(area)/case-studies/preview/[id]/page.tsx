import '#components/site/article.css'
import '#components/case-studies/case-studies.css'
import '#components/admin/editor/drafts.css'
import { UnsavedCaseStudy } from '#components/admin/case-studies/unsaved-case-study.tsx'
import { LoadFailure } from '#components/admin/editor/editor-loader.tsx'
import { PreviewMark, savedPreviewNote } from '#components/admin/editor/preview-mark.tsx'
import { Forbidden } from '#components/admin/ui/forbidden.tsx'
import { RenderedCaseStudy } from '#components/case-studies/rendered-case-study.tsx'
import type { CaseStudy } from '#contract/case-studies.ts'
import { can } from '#contract/roles.ts'
import { requireStaff } from '#lib/auth/staff.ts'
import { getCaseStudyForStaff } from '#lib/case-studies/staff-queries.ts'
import { staffMetadata } from '#lib/metadata.ts'

export const dynamic = 'force-dynamic'
export const metadata = staffMetadata('Preview')

const NEVER_SAVED_ID = 'new'

interface PreviewProps {
  params: Promise<{ id: string }>
  searchParams: Promise<{ draft?: string | string[] }>
}

export default async function CaseStudyPreviewPage({ params, searchParams }: PreviewProps) {
  const [{ id }, { draft }] = await Promise.all([params, searchParams])
  const staff = await requireStaff(`/admin/case-studies/preview/${id}`)
  if (!can(staff.user.role, 'editContent')) return <Forbidden />
  const isUnsaved = typeof draft === 'string'
  const isNew = isUnsaved && id === NEVER_SAVED_ID
  const study = isNew ? null : await getCaseStudyForStaff(staff, id)
  if (!study && !isNew)
    return <LoadFailure message="This case study no longer exists." list="/admin/case-studies" />
  if (isUnsaved) return <UnsavedCaseStudy draftId={draft} study={study} />
  return study && <SavedPreview study={study} />
}

function SavedPreview({ study }: { study: CaseStudy }) {
  return (
    <div className="staff-preview">
      <PreviewMark
        title={study.published ? 'Preview of a published case study' : 'Draft preview'}
        note={savedPreviewNote(study.published)}
        link={{ href: `/admin/case-studies/edit/${study.id}`, text: 'Edit' }}
      />
      <RenderedCaseStudy study={study} />
    </div>
  )
}
