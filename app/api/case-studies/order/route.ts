import { caseStudyListResponseSchema, caseStudyOrderSchema } from '#contract/case-studies.ts'
import { readInput } from '#lib/http/body.ts'
import { handle, route } from '#lib/http/route.ts'
import { forward } from '#lib/upstream/forward.ts'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  PUT: handle('editContent', async ({ request, headers }) => {
    const json = await readInput(request, caseStudyOrderSchema)
    return forward('orderCaseStudies', caseStudyListResponseSchema, { headers, json })
  }),
})
