import { NoSuchLink } from '#components/newsletter/no-such-link.tsx'
import { newsletterTexts } from '#lib/newsletter/texts.ts'
import { site } from '#lib/site.ts'

export const metadata = { title: `${newsletterTexts.gone} | ${site.name}`, robots: { index: false } }

/** Sent in place of a link's page, with its status; lib/http/error-views.ts chooses. */
export default function GoneLinkPage() {
  return <NoSuchLink />
}
