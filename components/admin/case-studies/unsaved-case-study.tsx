'use client'

import { ArticleBody } from '#components/blog/article.tsx'
import { CaseStudyArticle } from '#components/case-studies/case-study-article.tsx'
import { drawingSchema, type CaseStudy } from '#contract/case-studies.ts'
import { toCover } from '../editor/unsaved-preview.tsx'
import { UnsavedPreviewFrame } from '../editor/unsaved-preview-frame.tsx'
import { useDraftPreview, type LoadedDraft } from '../editor/use-draft-preview.ts'
import { toInput, type CaseStudyFields } from './case-study-fields.ts'
import { caseStudyKind } from './case-study-kind.ts'

interface UnsavedCaseStudyProps {
  draftId: string
  study: CaseStudy | null
}

export function UnsavedCaseStudy({ draftId, study }: UnsavedCaseStudyProps) {
  const { loaded, error } = useDraftPreview(caseStudyKind, draftId)
  return (
    <UnsavedPreviewFrame
      savedHref={study && `${caseStudyKind.paths.preview}${study.id}`}
      error={error}
      loading={!loaded}
    >
      {loaded && (
        <CaseStudyArticle study={toCaseStudy(loaded, study)}>
          <ArticleBody html={loaded.html} />
        </CaseStudyArticle>
      )}
    </UnsavedPreviewFrame>
  )
}

function toCaseStudy(loaded: LoadedDraft<CaseStudyFields>, stored: CaseStudy | null): CaseStudy {
  const { draft, cover, coverUrl } = loaded
  const { drawing, ...input } = toInput(draft.fields)
  const storedCover = stored?.cover ? { ...stored.cover, alt: input.coverAlt } : null
  return {
    ...input,
    id: stored?.id ?? 'new',
    slug: draft.fields.slug || 'new',
    title: input.title.trim() || 'Untitled',
    createdAt: draft.at,
    publishedAt: null,
    updatedAt: null,
    drawing: drawingSchema.safeParse(drawing).data ?? null,
    cover: coverUrl ? toCover(coverUrl, input.coverAlt) : cover?.removed ? null : storedCover,
  }
}
