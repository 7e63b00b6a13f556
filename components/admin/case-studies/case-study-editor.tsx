import { DocumentEditor } from '../editor/document-editor.tsx'
import type { StoredCaseStudy } from './case-study-fields.ts'
import { CaseStudyForm } from './case-study-form.tsx'
import { caseStudyKind } from './case-study-kind.ts'

export interface CaseStudyEditorProps {
  study: StoredCaseStudy | null
  onCreated: (id: string) => void
}

export const CaseStudyEditor = ({ study, onCreated }: CaseStudyEditorProps) => (
  <DocumentEditor
    kind={caseStudyKind}
    stored={study}
    onCreated={onCreated}
    toNew={(fields) => ({ ...fields, published: false })}
  >
    {(key, props) => <CaseStudyForm key={key} {...props} />}
  </DocumentEditor>
)
