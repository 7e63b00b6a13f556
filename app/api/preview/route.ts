import { bodyLimits } from '#contract/limits.ts'
import { previewSchema } from '#contract/posts.ts'
import { renderCompletely } from '#lib/blog/render.ts'
import { readInput } from '#lib/http/body.ts'
import { json } from '#lib/http/response.ts'
import { handle, route } from '#lib/http/route.ts'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: handle('writePosts', async ({ request }) => {
    const { content } = await readInput(request, previewSchema, bodyLimits.post)
    const { headings, html, lines, removed } = await renderCompletely(content)
    return json({ headings, html, lines, removed })
  }),
})
