import { feedEntries, feedFormats, isFeedFormat } from '#lib/blog/feeds.ts'
import { getFeedPosts } from '#lib/blog/queries.ts'
import { document } from '#lib/http/document.ts'
import { RequestError } from '#lib/http/request-error.ts'
import { route } from '#lib/http/route.ts'

/** RSS, Atom and JSON Feed; the posts are cached above the door, the document is written for each request. */
export const { GET, POST, PUT, PATCH, DELETE } = route<{ format: string }>({
  async GET(request, { format }) {
    if (!isFeedFormat(format)) throw new RequestError(404, 'There is no such feed.')
    const { type, write } = feedFormats[format]
    const { posts } = await getFeedPosts()
    return document(request, write(feedEntries(posts)), type, 'public, max-age=60')
  },
})
