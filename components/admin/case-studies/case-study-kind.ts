import { caseStudyResponseSchema } from '#contract/case-studies.ts'
import type { DocumentKind } from '../editor/document.ts'
import {
  caseStudyFieldsSchema,
  emptyFields,
  sameFields,
  toFormData,
  toStoredCaseStudy,
  type CaseStudyFields,
} from './case-study-fields.ts'

export const caseStudyKind: DocumentKind<CaseStudyFields> = {
  name: 'case-study',
  noun: 'case study',
  label: 'Case study',
  api: '/api/case-studies',
  list: { href: '/admin/case-studies', back: 'Back to Case Studies' },
  paths: {
    new: '/admin/case-studies/new',
    edit: '/admin/case-studies/edit/',
    preview: '/admin/case-studies/preview/',
  },
  fieldsSchema: caseStudyFieldsSchema,
  emptyFields,
  responseSchema: caseStudyResponseSchema.transform(({ data }) => toStoredCaseStudy(data)),
  isSame: sameFields,
  toFormData,
  missingFields: 'Please fill in the title and content fields.',
}
