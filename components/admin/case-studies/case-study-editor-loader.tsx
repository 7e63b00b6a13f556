'use client'

import dynamic from 'next/dynamic'
import '#components/case-studies/case-studies.css'
import './case-studies.css'
import { EditorPlaceholder, useEditorPage } from '../editor/editor-loader.tsx'
import type { CaseStudyEditorProps } from './case-study-form.tsx'
import { caseStudyKind } from './case-study-kind.ts'

/** Not rendered on the server: it may start from a draft in local storage. */
const CaseStudyEditor = dynamic(
  () => import('./case-study-form.tsx').then(({ CaseStudyEditor }) => CaseStudyEditor),
  { ssr: false, loading: EditorPlaceholder },
)

export function CaseStudyEditorLoader({ study }: Pick<CaseStudyEditorProps, 'study'>) {
  const { title, key, onCreated } = useEditorPage(caseStudyKind, study === null)
  return (
    <>
      <h1 className="sr-only">{title}</h1>
      <CaseStudyEditor key={key} study={study} onCreated={onCreated} />
    </>
  )
}
