import { ContactView } from '#components/contact/contact-page.tsx'
import { JsonLd } from '#components/site/json-ld.tsx'
import { Static } from '#components/site/static.tsx'
import { contactTexts } from '#contract/contact-texts.ts'
import { contactSchema } from '#contract/contact.ts'
import { readFormState } from '#lib/http/flash.ts'
import { pageMetadata } from '#lib/metadata.ts'
import { getSettings } from '#lib/settings/settings.ts'
import { contactJsonLd } from '#lib/organization.ts'

interface Props {
  searchParams: Promise<{ result?: string | string[] }>
}

export async function generateMetadata({ searchParams }: Props) {
  const settings = await getSettings()
  return pageMetadata(settings, {
    title: `Contact | ${settings.name}`,
    description: `Write to ${settings.name}${settings.phone && ' or call'}: we answer every message within 24 hours.`,
    path: '/contact',
    indexed: (await searchParams).result === undefined,
  })
}

export default async function ContactPage({ searchParams }: Props) {
  const settings = await getSettings()
  const { result } = await searchParams
  const form = await readFormState('contact', result, {
    fields: Object.keys(contactSchema.shape),
    sent: contactTexts.success,
    invalid: contactTexts.invalid,
    failure: contactTexts.failure,
  })
  return (
    <>
      <Static>
        <JsonLd data={contactJsonLd(settings)} />
      </Static>
      <ContactView settings={settings} form={form} outcome={String(result)} />
    </>
  )
}
