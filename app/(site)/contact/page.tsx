import { ContactView } from '#components/site/contact/contact-view.tsx'
import { pageMetadata } from '#lib/metadata.ts'
import { site } from '#lib/site.ts'

export const metadata = pageMetadata({
  title: `Contact | ${site.name}`,
  description: 'Write to Halyard or call: we answer every message within 24 hours.',
  path: '/contact',
})

export default function ContactPage() {
  return <ContactView />
}
