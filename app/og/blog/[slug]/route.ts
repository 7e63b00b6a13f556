import { FRESH_FOR } from '#lib/blog/constants.ts'
import { getPublishedPost } from '#lib/blog/queries.ts'
import { RequestError } from '#lib/http/request-error.ts'
import { route } from '#lib/http/route.ts'
import { shareCard } from '#lib/share-card.tsx'
import { site } from '#lib/site.ts'

export const revalidate = 60
export const generateStaticParams = () => []

export const { GET } = route<{ slug: string }>({
  async GET(_request, { slug }) {
    const post = await getPublishedPost(slug)
    if (!post) throw new RequestError(404, 'There is no such card.')
    // The card shows the title, so it must not outlive the post.
    return shareCard(post.slug, post.title, `${site.name} Blog`, FRESH_FOR)
  },
})
