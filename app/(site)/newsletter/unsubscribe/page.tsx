import { headers } from 'next/headers'
import { notFound } from 'next/navigation'
import { LinkPage } from '#components/newsletter/link-page.tsx'
import { pageMetadata } from '#lib/metadata.ts'
import { linkPageState } from '#lib/newsletter/link-form.ts'
import { site } from '#lib/site.ts'

export const metadata = pageMetadata({
  title: `Leave the newsletter | ${site.name}`,
  description: `One letter a month from ${site.name}.`,
  path: '/newsletter/unsubscribe',
  indexed: false,
})

interface Props {
  searchParams: Promise<Record<string, string | string[] | undefined>>
}

export default async function UnsubscribePage({ searchParams }: Props) {
  const visitor = (await headers()).get('x-client-address') ?? undefined
  const state = await linkPageState('unsubscribe', (await searchParams)['token'], visitor)
  if (!state) notFound()
  return (
    <LinkPage
      title="Leave the newsletter"
      text="Press the button, and no further issue comes to your inbox."
      button="Unsubscribe"
      action="/api/newsletter/unsubscribe"
      {...state}
    />
  )
}
