import {
  caseStudyListQuerySchema,
  caseStudyListResponseSchema,
  caseStudyResponseSchema,
} from '#contract/case-studies.ts'
import { readPostBody } from '#lib/http/body.ts'
import { handle, queryOf, route } from '#lib/http/route.ts'
import { forward } from '#lib/upstream/forward.ts'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: handle('optional', ({ request, headers }) => {
    const query = queryOf(request, caseStudyListQuerySchema)
    return forward('listCaseStudies', caseStudyListResponseSchema, { query, headers })
  }),
  POST: handle('editContent', async ({ request, headers }) => {
    const body = await readPostBody(request)
    return forward('createCaseStudy', caseStudyResponseSchema, { headers, body })
  }),
})
