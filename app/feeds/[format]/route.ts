import { feedType, isFeedFormat } from '#lib/blog/feeds.ts'
import { getFeed } from '#lib/blog/queries.ts'
import { document } from '#lib/http/document.ts'
import { RequestError } from '#lib/http/request-error.ts'
import { route } from '#lib/http/route.ts'

/** RSS, Atom and JSON Feed. */
export const { GET, POST, PUT, PATCH, DELETE } = route<{ format: string }>({
  async GET(request, { format }) {
    if (!isFeedFormat(format)) throw new RequestError(404, 'There is no such feed.')
    return document(request, await getFeed(format), feedType(format), 'public, max-age=60')
  },
})
