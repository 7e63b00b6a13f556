import { LinkPage } from '#components/newsletter/link-page.tsx'
import { InvalidLinkView } from '#components/site/error-views.tsx'
import { readClientAddress } from '#lib/http/client-address.ts'
import { pageMetadata } from '#lib/metadata.ts'
import { getLinkPageState } from '#lib/newsletter/links.ts'
import { setStatus } from '#lib/process-context.ts'
import { getSettings } from '#lib/settings/settings.ts'

export async function generateMetadata() {
  const settings = await getSettings()
  return pageMetadata(settings, {
    title: `Unsubscribe from the newsletter | ${settings.name}`,
    description: settings.newsletter.pageText,
    path: '/newsletter/unsubscribe',
    indexed: false,
  })
}

interface Props {
  searchParams: Promise<Record<string, string | string[] | undefined>>
}

export default async function UnsubscribePage({ searchParams }: Props) {
  const visitor = await readClientAddress()
  const state = await getLinkPageState('unsubscribe', await searchParams, visitor)
  if (!state) {
    setStatus(404)
    return <InvalidLinkView />
  }
  return (
    <LinkPage
      title="Unsubscribe from the newsletter"
      text="You will not receive any more issues."
      button="Unsubscribe"
      action="/api/newsletter/unsubscribe"
      {...state}
    />
  )
}
