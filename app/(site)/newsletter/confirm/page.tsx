import { headers } from 'next/headers'
import { notFound } from 'next/navigation'
import { LinkPage } from '#components/newsletter/link-page.tsx'
import { pageMetadata } from '#lib/metadata.ts'
import { linkPageState } from '#lib/newsletter/link-form.ts'
import { site } from '#lib/site.ts'

export const metadata = pageMetadata({
  title: `Confirm your subscription | ${site.name}`,
  description: `One letter a month from ${site.name}.`,
  path: '/newsletter/confirm',
  indexed: false,
})

interface Props {
  searchParams: Promise<Record<string, string | string[] | undefined>>
}

export default async function ConfirmPage({ searchParams }: Props) {
  const visitor = (await headers()).get('x-client-address') ?? undefined
  const state = await linkPageState('confirm', (await searchParams)['token'], visitor)
  if (!state) notFound()
  return (
    <LinkPage
      title="One more step"
      text="Press the button, and the newest articles come to your inbox once a month."
      button="Confirm subscription"
      action="/api/newsletter/confirm"
      {...state}
    />
  )
}
