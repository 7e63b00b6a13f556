import { Button } from '#components/ui/button.tsx'
import { Field } from '#components/ui/field.tsx'
import { StandaloneLink } from '#components/ui/link.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { newPasswordHint, PasswordField } from '#components/ui/password-field.tsx'
import { MAX_PERSON_NAME } from '#contract/limits.ts'
import type { Role } from '#contract/roles.ts'
import { accountTexts } from '#lib/accounts/texts.ts'

const roleTexts: Record<Role, string> = {
  owner: 'As an owner you can do everything, also invite people and change the settings.',
  editor: 'As an editor you can write and change all content, and read messages and analytics.',
  author: 'As an author you can write and publish your own posts.',
}

interface InvitationFormProps {
  site: string
  token: string
  data: { email: string; role: Role }
  values: Record<string, string>
  errors: Record<string, string>
  error?: string
}

/** A plain form works without scripts, and no script sees the password. */
export function InvitationForm({ site, token, data, values, errors, error }: InvitationFormProps) {
  return (
    <>
      <h1 className="text-title">Join {site}</h1>
      <p className="mt-5 max-w-measure font-reading text-lead text-muted">
        You are invited to work on this site. {roleTexts[data.role]}
      </p>
      {error && (
        <Notice tone="error" className="mt-8">
          {error}
        </Notice>
      )}
      <form
        action="/api/invitations/accept"
        method="post"
        aria-label="Your account"
        className="mt-8 grid max-w-[30rem] gap-6"
      >
        <input type="hidden" name="token" value={token} />
        <Field
          label="Email Address"
          name="email"
          type="email"
          autoComplete="username"
          readOnly
          defaultValue={data.email}
        />
        <Field
          label="Name"
          name="name"
          autoComplete="name"
          hint="Shown as the author of what you write."
          maxLength={MAX_PERSON_NAME}
          required
          defaultValue={values['name']}
          error={errors['name']}
        />
        <PasswordField
          label="Password"
          name="password"
          autoComplete="new-password"
          hint={newPasswordHint}
          required
          error={errors['password']}
        />
        <div>
          <Button type="submit">Create account</Button>
        </div>
      </form>
    </>
  )
}

export const InvalidInvitation = () => (
  <>
    <h1 className="text-title">{accountTexts.gone}</h1>
    <p className="my-8 max-w-measure font-reading text-lead">
      Invitations work once, for seven days. Ask the person who invited you to send another one. If you
      already have an account, sign in.
    </p>
    <StandaloneLink href="/admin/login">Sign in</StandaloneLink>
  </>
)
