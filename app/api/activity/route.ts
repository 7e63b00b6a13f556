import {
  activityFilterSchema,
  activityListQuerySchema,
  activityListResponseSchema,
} from '#contract/activity.ts'
import { downloadActivity } from '#lib/activity/queries.ts'
import { handle, queryOf, route } from '#lib/http/route.ts'
import { forward } from '#lib/upstream/forward.ts'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: handle('readActivity', async ({ request, headers }) => {
    if (new URL(request.url).searchParams.get('format') === 'csv')
      return downloadActivity(queryOf(request, activityFilterSchema), headers, request.signal)
    const query = queryOf(request, activityListQuerySchema)
    return forward('listActivity', activityListResponseSchema, { query, headers })
  }),
})
