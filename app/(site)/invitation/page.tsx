import { InvalidInvitation, InvitationForm } from '#components/invitation/invitation-form.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { getInvitationState } from '#lib/accounts/links.ts'
import { readClientAddress } from '#lib/http/client-address.ts'
import { pageMetadata } from '#lib/metadata.ts'
import { setStatus } from '#lib/process-context.ts'
import { getSettings } from '#lib/settings/settings.ts'

export async function generateMetadata() {
  const settings = await getSettings()
  return pageMetadata(settings, {
    title: `Your invitation | ${settings.name}`,
    description: `Create your account on the ${settings.name} site.`,
    path: '/invitation',
    indexed: false,
  })
}

interface Props {
  searchParams: Promise<Record<string, string | string[] | undefined>>
}

export default async function InvitationPage({ searchParams }: Props) {
  const clientAddress = await readClientAddress()
  const state = await getInvitationState({ token: (await searchParams)['token'], clientAddress })
  if (!state) setStatus(404)
  const { name } = await getSettings()
  return (
    <section className="frame frame-measure py-24">
      {state === null && <InvalidInvitation />}
      {typeof state === 'string' && <Notice tone="error">{state}</Notice>}
      {state !== null && typeof state === 'object' && <InvitationForm site={name} {...state} />}
    </section>
  )
}
