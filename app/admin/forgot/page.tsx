import { LoginFrame, LoginNotice } from '#components/admin/login/login-frame.tsx'
import { Button } from '#components/ui/button.tsx'
import { Field } from '#components/ui/field.tsx'
import { StandaloneLink } from '#components/ui/link.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { MAX_EMAIL } from '#contract/limits.ts'
import { getForgotState } from '#lib/accounts/forgot.ts'
import { accountTexts } from '#lib/accounts/texts.ts'
import { staffMetadata } from '#lib/metadata.ts'

export const dynamic = 'force-dynamic'
export const metadata = staffMetadata('Forgot password')

type ForgotState = Awaited<ReturnType<typeof getForgotState>>

export default async function ForgotPage({ searchParams }: { searchParams: Promise<{ sent?: unknown }> }) {
  const state = await getForgotState()
  const sent = (await searchParams).sent === '1' ? state.flash?.message : undefined
  return (
    <LoginFrame title="Forgot password?">
      {!state.sendsEmail && <LoginNotice tone="help">{accountTexts.noEmail}</LoginNotice>}
      {sent && <LoginNotice tone="done">{sent}</LoginNotice>}
      {state.sendsEmail && !sent && <ForgotForm flash={state.flash} />}
      <p>
        <StandaloneLink href="/admin/login">Back to sign-in</StandaloneLink>
      </p>
    </LoginFrame>
  )
}

function ForgotForm({ flash }: Pick<ForgotState, 'flash'>) {
  const fieldError = flash?.fields?.['email']
  return (
    <form action="/api/auth/forgot" method="post" aria-label="Forgot password" className="grid gap-5">
      {flash?.error && !fieldError && <Notice tone="error">{flash.error}</Notice>}
      <Field
        label="Email Address"
        name="email"
        type="email"
        autoComplete="username"
        hint="We send you a link to set a new password."
        maxLength={MAX_EMAIL}
        required
        defaultValue={flash?.values['email']}
        error={fieldError}
      />
      <Button type="submit">Send link</Button>
    </form>
  )
}
