import { ApiError } from '#contract/errors.ts'
import { initialsOf } from '#lib/authors/author.ts'
import { getAuthor } from '#lib/authors/queries.ts'
import { movedPermanently } from '#lib/http/response.ts'
import { route } from '#lib/http/route.ts'
import { shareCard } from '#lib/share-card.tsx'
import { getSettings } from '#lib/settings/settings.ts'

export const dynamic = 'force-dynamic'

export const { GET } = route<{ slug: string }>({
  async GET(_request, { slug }) {
    const author = await getAuthor(slug)
    if (!author) throw new ApiError('not_found', 'Share card not found')
    if (author.slug !== slug) return movedPermanently(`/og/authors/${author.slug}`)
    const { name } = await getSettings()
    const label = author.role || `${name} Blog`
    return shareCard({ seed: initialsOf(author.name), title: author.name, label, brand: name })
  },
})
