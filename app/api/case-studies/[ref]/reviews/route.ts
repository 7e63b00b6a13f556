import { reviewListResponseSchema } from '#contract/reviews.ts'
import { handle, route } from '#lib/http/route.ts'
import { forward } from '#lib/upstream/forward.ts'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route<{ ref: string }>({
  GET: handle('editContent', ({ params, headers }) =>
    forward('listCaseStudyReviews', reviewListResponseSchema, { ref: params.ref, headers }),
  ),
})
