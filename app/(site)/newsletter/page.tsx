import { NewsletterForm } from '#components/newsletter/newsletter-form.tsx'
import { readFlash } from '#lib/http/flash.ts'
import { pageMetadata } from '#lib/metadata.ts'
import { getSettings } from '#lib/settings/settings.ts'

export async function generateMetadata() {
  const settings = await getSettings()
  return pageMetadata(settings, {
    title: `Newsletter | ${settings.name}`,
    description: settings.newsletter.pageText,
    path: '/newsletter',
    indexed: false,
  })
}

export default async function NewsletterPage() {
  const { newsletter } = await getSettings()
  const flash = await readFlash('newsletter')
  const result = flash?.message
    ? { tone: 'success' as const, text: flash.message }
    : flash?.error && !flash.fields?.['email']
      ? { tone: 'error' as const, text: flash.error }
      : undefined
  return (
    <section className="frame frame-measure py-24">
      <h1 className="text-title">Newsletter</h1>
      <p className="mt-5 mb-8 font-reading text-lead text-muted">{newsletter.pageText}</p>
      <NewsletterForm email={flash?.values['email']} errors={flash?.fields} result={result} />
    </section>
  )
}
