import { ContactView } from '#components/contact/contact-page.tsx'
import { JsonLd } from '#components/site/json-ld.tsx'
import { Static } from '#components/site/static.tsx'
import { contactTexts } from '#contract/contact-texts.ts'
import { contactSchema } from '#contract/contact.ts'
import { readFlash, type Flash } from '#lib/http/flash.ts'
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

/** For browsers without cookies, where only the URL tells how sending the form ended. */
function resultOf(result: unknown): Partial<Flash> {
  if (result === 'sent') return { message: contactTexts.success }
  return result === 'error' ? { error: contactTexts.failure } : {}
}

export default async function ContactPage({ searchParams }: Props) {
  const { result: sent } = await searchParams
  const flash = sent === undefined ? null : await readFlash('contact')
  const settings = await getSettings()
  const { values, fields, message, error } = flash ?? resultOf(sent)
  const invalid = Object.keys(contactSchema.shape).some((name) => fields?.[name])
  const result = message
    ? ({ tone: 'success', text: message } as const)
    : error && !invalid
      ? ({ tone: 'error', text: error } as const)
      : undefined
  return (
    <>
      <Static>
        <JsonLd data={contactJsonLd(settings)} />
      </Static>
      <ContactView settings={settings} form={{ values, errors: fields, result }} />
    </>
  )
}
