import { caseStudyResponseSchema } from '#contract/case-studies.ts'
import { readPostBody } from '#lib/http/body.ts'
import { handle, route } from '#lib/http/route.ts'
import { messageOnlySchema } from '#lib/upstream/client.ts'
import { forward } from '#lib/upstream/forward.ts'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route<{ ref: string }>({
  GET: handle('optional', ({ params, headers }) =>
    forward('getCaseStudy', caseStudyResponseSchema, { ref: params.ref, headers }),
  ),
  PUT: handle('editContent', async ({ request, params, headers }) => {
    const body = await readPostBody(request)
    return forward('updateCaseStudy', caseStudyResponseSchema, { ref: params.ref, headers, body })
  }),
  DELETE: handle('editContent', ({ params, headers }) =>
    forward('deleteCaseStudy', messageOnlySchema, { ref: params.ref, headers }),
  ),
})
