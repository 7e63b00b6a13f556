import { queryOptions } from '@tanstack/react-query'
import { caseStudyListResponseSchema } from '#contract/case-studies.ts'
import { staffRequest } from '../api.ts'

export const caseStudiesQuery = queryOptions({
  queryKey: ['case-studies'],
  queryFn: ({ signal }) => staffRequest('/api/case-studies', caseStudyListResponseSchema, { signal }),
  staleTime: 5_000,
})
