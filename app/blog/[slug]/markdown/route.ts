import { ApiError } from '#contract/errors.ts'
import { markdownResponse } from '#lib/blog/post-markdown.ts'
import { route } from '#lib/http/route.ts'

export const dynamic = 'force-dynamic'

/** Reached as `/blog/{slug}.md` only (see next.config.mjs), because Next has no route with a suffix after a parameter. */
export const { GET } = route<{ slug: string }>({
  async GET(request, { slug }) {
    if (!new URL(request.url).pathname.endsWith('.md')) throw new ApiError('not_found', 'Page not found')
    return markdownResponse(slug)
  },
})
