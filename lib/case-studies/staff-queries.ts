import {
  caseStudyListResponseSchema,
  caseStudyResponseSchema,
  type CaseStudy,
  type CaseStudyList,
} from '#contract/case-studies.ts'
import { postRefSchema } from '#contract/posts.ts'
import { readAsStaff, type Staff } from '../auth/staff.ts'
import { callIfSupported } from '../upstream/client.ts'

export const listCaseStudies = (staff: Staff): Promise<CaseStudyList | null> =>
  readAsStaff(staff, (headers) =>
    callIfSupported('listCaseStudies', caseStudyListResponseSchema, { headers }),
  )

export async function getCaseStudyForStaff(staff: Staff, id: string): Promise<CaseStudy | null> {
  if (!postRefSchema.safeParse(id).success) return null
  const response = await readAsStaff(staff, (headers) =>
    callIfSupported('getCaseStudy', caseStudyResponseSchema, { ref: id, headers }),
  )
  return response?.data ?? null
}
