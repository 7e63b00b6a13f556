import { parseInput } from '#contract/errors.ts'
import { calendarQuerySchema, calendarResponseSchema } from '#contract/schedule.ts'
import { handle, route } from '#lib/http/route.ts'
import { forward } from '#lib/upstream/forward.ts'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: handle('writePosts', ({ request, headers }) =>
    forward('getCalendar', calendarResponseSchema, {
      query: parseInput(calendarQuerySchema, Object.fromEntries(new URL(request.url).searchParams)),
      headers,
    }),
  ),
})
