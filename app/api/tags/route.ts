import * as z from 'zod'
import { tagListQuerySchema, tagListResponseSchema } from '#contract/posts.ts'
import { staffTagListQuerySchema, staffTagListResponseSchema } from '#contract/tags.ts'
import { unauthorized } from '#lib/auth/caller.ts'
import { handle, queryOf, route } from '#lib/http/route.ts'
import { forward } from '#lib/upstream/forward.ts'

const querySchema = z.union([staffTagListQuerySchema, tagListQuerySchema])

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: handle('optional', ({ request, token, headers }) => {
    const query = queryOf(request, querySchema)
    if (!('include' in query)) return forward('listTags', tagListResponseSchema, { query, headers })
    if (!token) throw unauthorized()
    return forward('listTags', staffTagListResponseSchema, { query, headers })
  }),
})
