import { ApiError } from '#contract/errors.ts'
import { summarizeAuthor } from '#lib/authors/metadata.ts'
import { getAuthor, getAuthorFeedPosts } from '#lib/authors/queries.ts'
import { toEntries } from '#lib/blog/feeds.ts'
import { stripInvalidXml } from '#lib/blog/xml.ts'
import { feedResponse } from '#lib/feeds.ts'
import { movedPermanently } from '#lib/http/response.ts'
import { route } from '#lib/http/route.ts'
import { getSettings } from '#lib/settings/settings.ts'

export const dynamic = 'force-dynamic'

export const { GET } = route<{ slug: string }>({
  async GET(_request, { slug }) {
    const author = await getAuthor(slug)
    if (!author) throw new ApiError('not_found', 'Author not found')
    const path = `/authors/${author.slug}`
    if (author.slug !== slug) return movedPermanently(`${path}/feed.xml`)
    const [{ posts }, brand] = await Promise.all([getAuthorFeedPosts(author.slug), getSettings()])
    const title = stripInvalidXml(`${author.name} | ${brand.name} Blog`)
    const description = stripInvalidXml(summarizeAuthor(author, brand.name))
    return feedResponse('rss', { title, description, path, feeds: path }, await toEntries(posts, brand))
  },
})
