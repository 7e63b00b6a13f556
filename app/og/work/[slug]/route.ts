import { ApiError } from '#contract/errors.ts'
import { postRefSchema } from '#contract/posts.ts'
import { getPublishedCaseStudy } from '#lib/case-studies/queries.ts'
import { movedPermanently } from '#lib/http/response.ts'
import { route } from '#lib/http/route.ts'
import { getSettings } from '#lib/settings/settings.ts'
import { shareCard } from '#lib/share-card.tsx'

export const dynamic = 'force-dynamic'

export const { GET } = route<{ slug: string }>({
  async GET(_request, { slug }) {
    const study = await getPublishedCaseStudy(slug)
    if (!study) throw new ApiError('not_found', 'Share card not found')
    if (study.slug !== slug && postRefSchema.safeParse(study.slug).success)
      return movedPermanently(`/og/work/${study.slug}`)
    const [result] = study.results
    const title = result ? `${result.figure} ${result.label}` : study.title
    const { name } = await getSettings()
    const label = `${study.title} for ${study.client}`
    return shareCard({ seed: study.slug, title, label, brand: name })
  },
})
