'use client'

import { useQuery } from '@tanstack/react-query'
import { useMemo, useRef, useState } from 'react'
import { ButtonLink } from '#components/ui/button.tsx'
import { FEATURED_CASE_STUDIES, type CaseStudySummary } from '#contract/case-studies.ts'
import { countOf } from '#lib/counts.ts'
import './case-studies.css'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { EmptyList } from '../ui/empty-list.tsx'
import { LoadError } from '../ui/load-error.tsx'
import { SortableList } from '../ui/sortable-list.tsx'
import { useFocusRecovery } from '../ui/focus.ts'
import { caseStudiesQuery } from './case-studies-query.ts'
import { CaseStudyRow } from './case-study-row.tsx'
import { useChangeCaseStudies } from './use-change-case-studies.ts'

export function CaseStudyList() {
  const { data, isError, refetch } = useQuery(caseStudiesQuery)
  const studies = data?.data.caseStudies ?? []
  const region = useRef<HTMLDivElement>(null)
  useFocusRecovery(region, region)
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-x-8 gap-y-3">
        {data && <p className="text-muted">{summaryOf(studies)}</p>}
        <ButtonLink href="/admin/case-studies/new">New Case Study</ButtonLink>
      </div>
      <div ref={region} role="region" aria-label="Case studies" tabIndex={-1} className="list-results">
        {isError && <LoadError what="case studies" onRetry={refetch} />}
        {data && studies.length === 0 && (
          <EmptyList
            title="No case studies yet"
            text="The section on the home page is hidden until one is published."
          />
        )}
        {studies.length > 0 && <Rows studies={studies} />}
      </div>
    </>
  )
}

function summaryOf(studies: CaseStudySummary[]): string {
  const published = studies.filter((study) => study.published).length
  const first =
    published > FEATURED_CASE_STUDIES ? ' The first three published ones are on the home page.' : ''
  return `${countOf(studies.length, 'case study', 'case studies')}, ${published} published.${first}`
}

function Rows({ studies }: { studies: CaseStudySummary[] }) {
  const { reorder, remove } = useChangeCaseStudies()
  const [deleting, setDeleting] = useState<CaseStudySummary | null>(null)
  const opener = useRef<HTMLElement>(null)
  const featured = new Set(studies.filter(({ published }) => published).slice(0, FEATURED_CASE_STUDIES))
  const items = useMemo(() => studies.map((study) => ({ id: study.id, name: study.title, study })), [studies])
  return (
    <>
      <SortableList label="Case studies in their order" items={items} onReorder={reorder}>
        {({ study }, place) => (
          <CaseStudyRow
            study={study}
            place={place}
            featured={featured.has(study)}
            onDelete={(button) => {
              opener.current = button
              setDeleting(study)
            }}
          />
        )}
      </SortableList>
      <ConfirmDialog
        open={deleting !== null}
        title="Delete case study"
        question={`Are you sure you want to delete this case study? “${deleting?.title}” and its old addresses will be gone.`}
        confirmLabel="Delete"
        destructive
        returnFocus={opener}
        onClose={() => setDeleting(null)}
        onConfirm={() => {
          const study = deleting
          setDeleting(null)
          if (study) void remove(study).catch(() => undefined)
        }}
      />
    </>
  )
}
