import { RequestError } from '#lib/http/request-error.ts'
import { route } from '#lib/http/route.ts'
import { shareCard } from '#lib/share-card.tsx'
import { site } from '#lib/site.ts'

export const dynamic = 'force-static'
export const dynamicParams = false

const cards: Record<string, { title: string; label: string }> = {
  home: { title: site.tagline, label: 'Software agency' },
  about: { title: 'The people and the record behind the flags', label: 'About' },
  services: { title: 'Apps, web, search and marketing, by one crew', label: 'Services' },
  blog: { title: 'What we learn while building', label: 'Blog' },
  contact: { title: 'Tell us what you want built', label: 'Contact' },
  newsletter: { title: 'One letter a month', label: 'Newsletter' },
}

export const generateStaticParams = () => Object.keys(cards).map((page) => ({ page }))

export const { GET } = route<{ page: string }>({
  async GET(_request, { page }) {
    const card = cards[page]
    if (!card) throw new RequestError(404, 'There is no such card.')
    return shareCard(page, card.title, card.label, 24 * 60 * 60)
  },
})
