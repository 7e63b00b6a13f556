import { loginAnswerSchema, loginSchema } from '#lib/auth/schema.ts'
import { JSON_LIMIT, readJson } from '#lib/http/body.ts'
import { parseInput } from '#lib/http/parse-input.ts'
import { route } from '#lib/http/route.ts'
import { forward, headersFor, visitorOf } from '#lib/upstream/forward.ts'

export const { GET, POST, PUT, PATCH, DELETE } = route({
  async POST(request) {
    const credentials = parseInput(loginSchema, await readJson(request, JSON_LIMIT))
    const { response } = await forward('login', loginAnswerSchema, {
      headers: headersFor(request),
      body: JSON.stringify(credentials),
      visitor: visitorOf(request),
    })
    return response
  },
})
