import { NewsletterForm } from '#components/newsletter/newsletter-form.tsx'
import { readFlash, type Flash } from '#lib/http/flash.ts'
import { pageMetadata } from '#lib/metadata.ts'
import { newsletterTexts } from '#lib/newsletter/texts.ts'
import { getSettings } from '#lib/settings/settings.ts'

interface Props {
  searchParams: Promise<{ result?: string | string[] }>
}

export async function generateMetadata() {
  const settings = await getSettings()
  return pageMetadata(settings, {
    title: `Newsletter | ${settings.name}`,
    description: settings.newsletter.pageText,
    path: '/newsletter',
    indexed: false,
  })
}

/** For browsers without cookies, where only the URL tells how sending the form ended. */
function resultOf(result: unknown): Partial<Flash> {
  if (result === 'sent') return { message: newsletterTexts.received }
  return result === 'error' ? { error: newsletterTexts.failure } : {}
}

export default async function NewsletterPage({ searchParams }: Props) {
  const { newsletter } = await getSettings()
  const { result: sent } = await searchParams
  const flash = sent === undefined ? null : await readFlash('newsletter')
  const { values, fields, message, error } = flash ?? resultOf(sent)
  const result = message
    ? { tone: 'success' as const, text: message }
    : error && !fields?.['email']
      ? { tone: 'error' as const, text: error }
      : undefined
  return (
    <section className="frame frame-measure py-24">
      <h1 className="text-title">Newsletter</h1>
      <p className="mt-5 mb-8 font-reading text-lead text-muted">{newsletter.pageText}</p>
      <NewsletterForm email={values?.['email']} errors={fields} result={result} />
    </section>
  )
}
