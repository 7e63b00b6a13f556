import { redirect } from 'next/navigation'
import * as z from 'zod'
import { LoginForm } from '#components/admin/login/login-form.tsx'
import { LoginFrame, LoginNotice } from '#components/admin/login/login-frame.tsx'
import { readFollowed } from '#lib/accounts/links.ts'
import { accountTexts, loginTexts } from '#lib/accounts/texts.ts'
import { staffMetadata } from '#lib/metadata.ts'
import { returnPath, STAFF_HOME } from '#lib/auth/return-path.ts'
import { findStaff } from '#lib/auth/staff.ts'
import { env } from '#lib/env.ts'

export const dynamic = 'force-dynamic'
export const metadata = staffMetadata('Sign in')

const querySchema = z.object({
  from: z.string().max(2_000).optional().catch(undefined),
  ended: z.literal('1').optional().catch(undefined),
  done: z.enum(['invitation', 'password']).optional().catch(undefined),
})

const doneTexts = {
  invitation: accountTexts.invitationAccepted,
  password: accountTexts.passwordChanged,
}

/** When the upstream fails, the form is still shown, and its error message explains the failure. */
const isSignedIn = () =>
  findStaff().then(
    (staff) => staff !== null,
    () => false,
  )

export default async function LoginPage({ searchParams }: { searchParams: Promise<unknown> }) {
  const { from, ended, done } = querySchema.parse(await searchParams)
  // Someone may have signed in in another tab after the session of this one ended.
  if (await isSignedIn()) redirect(ended ? returnPath(from, env.SITE_URL) : STAFF_HOME)
  return (
    <LoginFrame title="Sign in">
      {ended && <LoginNotice tone="ended">{loginTexts.ended}</LoginNotice>}
      {done && <LoginNotice tone="done">{doneTexts[done]}</LoginNotice>}
      <LoginForm next={returnPath(from, env.SITE_URL)} email={done && (await readFollowed())} />
    </LoginFrame>
  )
}
