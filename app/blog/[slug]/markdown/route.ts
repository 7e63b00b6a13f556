import { markdownResponse } from '#lib/blog/post-markdown.ts'
import { route } from '#lib/http/route.ts'
import { unknownPath } from '#lib/http/unknown-path.ts'

export const dynamic = 'force-dynamic'

/** Reached as `/blog/{slug}.md` only (see next.config.mjs), because Next has no route with a suffix after a parameter. */
export const { GET } = route<{ slug: string }>({
  async GET(request, { slug }) {
    const isMarkdown = new URL(request.url).pathname.endsWith('.md')
    return isMarkdown ? markdownResponse(slug) : unknownPath(request)
  },
})
