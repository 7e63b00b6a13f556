import { ContactView } from '#components/site/contact/contact-view.tsx'
import { readFlash } from '#lib/http/flash.ts'
import { pageMetadata } from '#lib/metadata.ts'
import { site } from '#lib/site.ts'

export const metadata = pageMetadata({
  title: `Contact | ${site.name}`,
  description: 'Write to Halyard or call: we answer every message within 24 hours.',
  path: '/contact',
  indexed: false,
})

/** Where a message sent without script ends: the thanks, or the form with what was typed and what is wrong. */
export default async function ContactResultPage() {
  const flash = await readFlash('contact')
  if (!flash) return <ContactView />
  const { values, fields, message, error } = flash
  const result = message
    ? ({ tone: 'success', text: message } as const)
    : error
      ? ({ tone: 'error', text: error } as const)
      : undefined
  return <ContactView values={values} errors={fields} result={result} />
}
