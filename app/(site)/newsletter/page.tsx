import { NewsletterForm } from '#components/newsletter/newsletter-form.tsx'
import { readFlash } from '#lib/http/flash.ts'
import { pageMetadata } from '#lib/metadata.ts'
import { site } from '#lib/site.ts'

export const metadata = pageMetadata({
  title: `Newsletter | ${site.name}`,
  description: `One letter a month from ${site.name}.`,
  path: '/newsletter',
  indexed: false,
})

export default async function NewsletterPage() {
  const flash = await readFlash('newsletter')
  const result = flash?.message
    ? { tone: 'success' as const, text: flash.message }
    : flash?.error
      ? { tone: 'error' as const, text: flash.error }
      : undefined
  return (
    <section className="frame frame-measure py-24">
      <h1 className="text-title">Newsletter</h1>
      <p className="mt-5 mb-8 font-reading text-lead text-muted">
        The newest articles, once a month. Unsubscribe anytime.
      </p>
      <NewsletterForm email={flash?.values['email']} result={result} />
    </section>
  )
}
