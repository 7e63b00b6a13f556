import { requireToken } from '#lib/auth/caller.ts'
import { profileAnswerSchema } from '#lib/auth/schema.ts'
import { renderArticle } from '#lib/blog/render.ts'
import { previewSchema } from '#lib/blog/preview.ts'
import { POST_JSON_LIMIT, readJson } from '#lib/http/body.ts'
import { json } from '#lib/http/answer.ts'
import { parseInput } from '#lib/http/parse-input.ts'
import { route } from '#lib/http/route.ts'
import { callForJson } from '#lib/upstream/call.ts'
import { headersFor } from '#lib/upstream/forward.ts'

export const { GET, POST, PUT, PATCH, DELETE } = route({
  /** A draft as its page will show it. Rendering costs time, so a token is worth nothing before the upstream knows it. */
  async POST(request) {
    const { authorization } = headersFor(request, await requireToken(request))
    await callForJson('profile', profileAnswerSchema, { headers: { authorization } })
    const { content } = parseInput(previewSchema, await readJson(request, POST_JSON_LIMIT))
    return json({ html: renderArticle(content).html })
  },
})
