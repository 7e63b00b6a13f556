import { ApiError } from '#contract/errors.ts'
import { route } from '#lib/http/route.ts'
import { shareCards } from '#lib/routes.ts'
import { getSettings } from '#lib/settings/settings.ts'
import { shareCard } from '#lib/share-card.tsx'

export const dynamic = 'force-dynamic'

export const { GET } = route<{ page: string }>({
  async GET(_request, { page }) {
    const card = shareCards.get(page)
    if (!card) throw new ApiError('not_found', 'Share card not found')
    const { name, tagline, newsletter } = await getSettings()
    const titles: Record<string, string> = { home: tagline, newsletter: newsletter.heading }
    return shareCard({
      seed: page,
      title: titles[page] ?? card.title,
      label: card.label,
      brand: name,
    })
  },
})
