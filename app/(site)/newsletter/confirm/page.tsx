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
    title: `Confirm your subscription | ${settings.name}`,
    description: settings.newsletter.pageText,
    path: '/newsletter/confirm',
    indexed: false,
  })
}

interface Props {
  searchParams: Promise<Record<string, string | string[] | undefined>>
}

export default async function ConfirmPage({ searchParams }: Props) {
  const visitor = await readClientAddress()
  const state = await getLinkPageState('confirm', await searchParams, visitor)
  if (!state) {
    setStatus(404)
    return <InvalidLinkView />
  }
  return (
    <LinkPage
      title="One more step"
      text="Confirm your subscription to get the newest articles by email."
      button="Confirm subscription"
      action="/api/newsletter/confirm"
      {...state}
    />
  )
}
