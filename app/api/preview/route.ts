import { requireKnownToken } from '#lib/auth/caller.ts'
import { renderArticle } from '#lib/blog/render.ts'
import { previewSchema } from '#lib/blog/preview.ts'
import { POST_JSON_LIMIT, readJson } from '#lib/http/body.ts'
import { json } from '#lib/http/answer.ts'
import { parseInput } from '#lib/http/parse-input.ts'
import { route } from '#lib/http/route.ts'

export const { GET, POST, PUT, PATCH, DELETE } = route({
  /** A draft as its page will show it. */
  async POST(request) {
    await requireKnownToken(request)
    const { content } = parseInput(previewSchema, await readJson(request, POST_JSON_LIMIT))
    return json({ html: renderArticle(content).html })
  },
})
