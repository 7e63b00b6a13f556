import {
  caseStudyListResponseSchema,
  caseStudyResponseSchema,
  type CaseStudy,
  type CaseStudyList,
} from '#contract/case-studies.ts'
import { postRefSchema } from '#contract/posts.ts'
import type { Staff } from '../auth/staff.ts'
import { log } from '../log.ts'
import { bearer, callForJson, callIfSupported } from '../upstream/client.ts'
import { isNotFound, isUnauthorized } from '../upstream/errors.ts'

export async function listCaseStudies({ token }: Staff): Promise<CaseStudyList | null> {
  const headers = bearer(token)
  return callIfSupported('listCaseStudies', caseStudyListResponseSchema, { headers })
}

export async function getCaseStudyForStaff({ token }: Staff, id: string): Promise<CaseStudy | null> {
  if (!postRefSchema.safeParse(id).success) return null
  try {
    const headers = bearer(token)
    return (await callForJson('getCaseStudy', caseStudyResponseSchema, { ref: id, headers })).data.data
  } catch (error) {
    if (!isNotFound(error) && !isUnauthorized(error))
      log.error({ err: error, id }, 'a case study could not be read')
    return null
  }
}
