import { LoginFrame } from '#components/admin/login/login-frame.tsx'
import { Button } from '#components/ui/button.tsx'
import { Field } from '#components/ui/field.tsx'
import { StandaloneLink } from '#components/ui/link.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { newPasswordHint, PasswordField } from '#components/ui/password-field.tsx'
import { getResetState } from '#lib/accounts/links.ts'
import { accountTexts } from '#lib/accounts/texts.ts'
import { readClientAddress } from '#lib/http/client-address.ts'
import { staffMetadata } from '#lib/metadata.ts'

export const dynamic = 'force-dynamic'
export const metadata = staffMetadata('New password')

type ResetState = Awaited<ReturnType<typeof getResetState>>

export default async function ResetPage({ searchParams }: { searchParams: Promise<{ token?: unknown }> }) {
  const clientAddress = await readClientAddress()
  const state = await getResetState({ token: (await searchParams).token, clientAddress })
  return (
    <LoginFrame title="New password">
      {state === null && <InvalidLink />}
      {typeof state === 'string' && <Notice tone="error">{state}</Notice>}
      {state !== null && typeof state === 'object' && <ResetForm {...state} />}
    </LoginFrame>
  )
}

function ResetForm({ token, data, errors, error }: Exclude<ResetState, string | null>) {
  return (
    <form action="/api/auth/reset" method="post" aria-label="New password" className="grid gap-5">
      {error && <Notice tone="error">{error}</Notice>}
      <input type="hidden" name="token" value={token} />
      <Field
        label="Email Address"
        name="email"
        type="email"
        autoComplete="username"
        readOnly
        defaultValue={data.email}
      />
      <PasswordField
        label="New Password"
        name="password"
        autoComplete="new-password"
        hint={newPasswordHint}
        required
        error={errors['password']}
      />
      <Button type="submit">Set password</Button>
    </form>
  )
}

const InvalidLink = () => (
  <>
    <Notice tone="error">{accountTexts.gone}</Notice>
    <p>Links for a new password work once, for one hour.</p>
    <p>
      <StandaloneLink href="/admin/forgot">Get another link</StandaloneLink>
    </p>
  </>
)
