import { ContactView } from '#components/contact/contact-page.tsx'
import { readFlash } from '#lib/http/flash.ts'
import { pageMetadata } from '#lib/metadata.ts'
import { site } from '#lib/site.ts'

interface Props {
  searchParams: Promise<{ result?: string | string[] }>
}

export async function generateMetadata({ searchParams }: Props) {
  return pageMetadata({
    title: `Contact | ${site.name}`,
    description: `Write to ${site.name} or call: we answer every message within 24 hours.`,
    path: '/contact',
    indexed: (await searchParams).result === undefined,
  })
}

export default async function ContactPage({ searchParams }: Props) {
  const flash = (await searchParams).result === undefined ? null : await readFlash('contact')
  if (!flash) return <ContactView />
  const { values, fields, message, error } = flash
  const result = message
    ? ({ tone: 'success', text: message } as const)
    : error
      ? ({ tone: 'error', text: error } as const)
      : undefined
  return <ContactView values={values} errors={fields} result={result} />
}
