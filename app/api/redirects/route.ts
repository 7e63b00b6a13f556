import {
  redirectInputSchema,
  redirectListQuerySchema,
  redirectListResponseSchema,
  redirectResponseSchema,
} from '#contract/redirects.ts'
import { readInput } from '#lib/http/body.ts'
import { handle, queryOf, route } from '#lib/http/route.ts'
import { flushRedirectHits } from '#lib/redirects/hits.ts'
import { downloadRedirects } from '#lib/redirects/queries.ts'
import { forward } from '#lib/upstream/forward.ts'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: handle('editContent', async ({ request, headers }) => {
    await flushRedirectHits()
    const query = queryOf(request, redirectListQuerySchema)
    if (new URL(request.url).searchParams.get('format') === 'csv')
      return downloadRedirects(query.search, headers, request.signal)
    return forward('listRedirects', redirectListResponseSchema, { query, headers })
  }),
  POST: handle('editContent', async ({ request, headers }) => {
    const json = await readInput(request, redirectInputSchema)
    return forward('createRedirect', redirectResponseSchema, { headers, json })
  }),
})
