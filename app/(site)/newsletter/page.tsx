import { NewsletterForm } from '#components/newsletter/newsletter-form.tsx'
import { readFormState } from '#lib/http/flash.ts'
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

export default async function NewsletterPage({ searchParams }: Props) {
  const { newsletter } = await getSettings()
  const outcome = (await searchParams).result
  const { values, errors, result } = await readFormState('newsletter', outcome, {
    fields: ['email'],
    sent: newsletterTexts.received,
    invalid: newsletterTexts.invalid,
    failure: newsletterTexts.failure,
  })
  return (
    <section className="frame frame-measure py-24">
      <h1 className="text-title">Newsletter</h1>
      <p className="mt-5 mb-8 font-reading text-lead text-muted">{newsletter.pageText}</p>
      <NewsletterForm key={String(outcome)} email={values?.['email']} errors={errors} result={result} />
    </section>
  )
}
