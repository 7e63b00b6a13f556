import * as z from 'zod'
import { ConfirmEmail } from '#components/admin/login/confirm-email.tsx'
import { LoginFrame } from '#components/admin/login/login-frame.tsx'
import { ButtonLink } from '#components/ui/button.tsx'
import { emailLinkSchema } from '#contract/profile.ts'
import { staffMetadata } from '#lib/metadata.ts'

export const dynamic = 'force-dynamic'
/** Hides the URL from other sites, because it contains a secret. */
export const metadata = { ...staffMetadata('Confirm your email address'), referrer: 'no-referrer' as const }

const querySchema = emailLinkSchema.or(z.unknown().transform(() => null))

/** Needs no session: the link may be opened on another device. */
export default async function EmailPage({ searchParams }: { searchParams: Promise<unknown> }) {
  const link = querySchema.parse(await searchParams)
  if (link)
    return (
      <LoginFrame title="One more step">
        <p>Confirm that this is the new email address of your account.</p>
        <ConfirmEmail token={link.token} />
      </LoginFrame>
    )
  return (
    <LoginFrame title="Incomplete link">
      <p>Copy the whole link from the email, or ask for a new one in your profile.</p>
      <ButtonLink href="/admin/profile" variant="plain">
        Go to your profile
      </ButtonLink>
    </LoginFrame>
  )
}
