import {
  caseStudyListResponseSchema,
  caseStudyResponseSchema,
  type CaseStudy,
  type CaseStudyList,
} from '#contract/case-studies.ts'
import { postRefSchema } from '#contract/posts.ts'
import type { Staff } from '../auth/staff.ts'
import { log } from '../log.ts'
import { bearer, callForJson } from '../upstream/client.ts'
import { isNotFound, isUnsupportedCall } from '../upstream/errors.ts'

/** Returns null when the upstream has no case studies. */
export async function listCaseStudies({ token }: Staff): Promise<CaseStudyList | null> {
  try {
    const headers = bearer(token)
    return (await callForJson('listCaseStudies', caseStudyListResponseSchema, { headers })).data
  } catch (error) {
    if (isUnsupportedCall(error)) return null
    throw error
  }
}

export async function getCaseStudyForStaff({ token }: Staff, id: string): Promise<CaseStudy | null> {
  if (!postRefSchema.safeParse(id).success) return null
  try {
    const headers = bearer(token)
    return (await callForJson('getCaseStudy', caseStudyResponseSchema, { ref: id, headers })).data.data
  } catch (error) {
    if (!isNotFound(error)) log.error({ err: error, id }, 'a case study could not be read')
    return null
  }
}
