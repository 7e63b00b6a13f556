import { requireKnownToken, requireToken } from '#lib/auth/caller.ts'
import { anyAnswerSchema } from '#lib/http/any-answer.ts'
import { JSON_LIMIT, readJson } from '#lib/http/body.ts'
import { parseInput } from '#lib/http/parse-input.ts'
import { route } from '#lib/http/route.ts'
import { messageAnswerSchema, messageChangeSchema } from '#lib/messages/schema.ts'
import { forward, headersFor } from '#lib/upstream/forward.ts'

export const { GET, POST, PUT, PATCH, DELETE } = route<{ id: string }>({
  async PUT(request, { id }) {
    const headers = headersFor(request, await requireKnownToken(request))
    const change = parseInput(messageChangeSchema, await readJson(request, JSON_LIMIT))
    const body = JSON.stringify(change)
    return (await forward('changeMessage', messageAnswerSchema, { ref: id, headers, body })).response
  },
  async DELETE(request, { id }) {
    const headers = headersFor(request, await requireToken(request))
    return (await forward('deleteMessage', anyAnswerSchema, { ref: id, headers })).response
  },
})
