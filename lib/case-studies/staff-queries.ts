import {
  caseStudyListResponseSchema,
  caseStudyResponseSchema,
  type CaseStudy,
  type CaseStudyList,
} from '#contract/case-studies.ts'
import { postRefSchema } from '#contract/posts.ts'
import type { Staff } from '../auth/staff.ts'
import { bearer, callIfSupported } from '../upstream/client.ts'

export async function listCaseStudies({ token }: Staff): Promise<CaseStudyList | null> {
  const headers = bearer(token)
  return callIfSupported('listCaseStudies', caseStudyListResponseSchema, { headers })
}

export async function getCaseStudyForStaff({ token }: Staff, id: string): Promise<CaseStudy | null> {
  if (!postRefSchema.safeParse(id).success) return null
  const options = { ref: id, headers: bearer(token) }
  const response = await callIfSupported('getCaseStudy', caseStudyResponseSchema, options)
  return response?.data ?? null
}
