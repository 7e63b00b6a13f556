import { subscriberListQuerySchema, subscriberListResponseSchema } from '#contract/subscribers.ts'
import { handle, queryOf, route } from '#lib/http/route.ts'
import { downloadSubscribers } from '#lib/newsletter/subscribers.ts'
import { forward } from '#lib/upstream/forward.ts'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: handle('readMessages', ({ request, headers }) => {
    const query = queryOf(request, subscriberListQuerySchema)
    if (new URL(request.url).searchParams.get('format') === 'csv')
      return downloadSubscribers(query.search, headers, request.signal)
    return forward('listSubscribers', subscriberListResponseSchema, { query, headers })
  }),
})
