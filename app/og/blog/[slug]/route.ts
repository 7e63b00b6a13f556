import { ApiError } from '#contract/errors.ts'
import { postRefSchema } from '#contract/posts.ts'
import { getPublishedPost } from '#lib/blog/queries.ts'
import { movedPermanently } from '#lib/http/response.ts'
import { route } from '#lib/http/route.ts'
import { shareCard } from '#lib/share-card.tsx'
import { getSettings } from '#lib/settings/settings.ts'

export const dynamic = 'force-dynamic'

export const { GET } = route<{ slug: string }>({
  async GET(_request, { slug }) {
    const post = await getPublishedPost(slug)
    if (!post) throw new ApiError('not_found', 'Share card not found')
    if (post.slug !== slug && postRefSchema.safeParse(post.slug).success)
      return movedPermanently(`/og/blog/${post.slug}`)
    const { name } = await getSettings()
    return shareCard({ seed: post.slug, title: post.title, label: `${name} Blog`, brand: name })
  },
})
