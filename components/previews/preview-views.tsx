import { Button } from '#components/ui/button.tsx'
import { Field } from '#components/ui/field.tsx'
import { StandaloneLink } from '#components/ui/link.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { PasswordField } from '#components/ui/password-field.tsx'
import { formatDateTime } from '#lib/blog/dates.ts'
import type { PasswordError } from '#lib/previews/preview.ts'
import type { Unsent } from '#lib/previews/unsent.ts'

export const PreviewBanner = ({ expiresAt, canReview }: { expiresAt: string; canReview: boolean }) => (
  <div role="note" className="bg-flag-yellow py-3 text-on-yellow">
    <p className="frame">
      <strong>Preview.</strong> This is not published. Please do not share the link, which works until{' '}
      <time dateTime={expiresAt}>{formatDateTime(expiresAt)}</time>.
      {canReview && (
        <>
          {' '}
          <a href="#review" className="font-semibold underline">
            Approve it or request changes
          </a>
          .
        </>
      )}
    </p>
  </div>
)

interface LockedPreviewProps {
  token: string
  error: PasswordError
  unsent: Unsent | null
}

/** A plain form works without scripts, and no script sees the password. */
export const LockedPreview = ({ token, error, unsent }: LockedPreviewProps) => (
  <section className="frame frame-measure py-24">
    <h1 className="text-title">This preview has a password</h1>
    <p className="mt-5 max-w-measure font-reading text-lead text-muted">
      The person who sent you the link can tell you the password.
    </p>
    {unsent && <UnsentText {...unsent} hint="You can send it after you open the preview again." />}
    {error.form && (
      <Notice tone="error" className="mt-8">
        {error.form}
      </Notice>
    )}
    <form
      action="/api/previews/unlock"
      method="post"
      aria-label="Open the preview"
      className="mt-8 grid max-w-[30rem] gap-6"
    >
      <input type="hidden" name="token" value={token} />
      {unsent?.what === 'note' && <input type="hidden" name="note" value="error" />}
      <PasswordField label="Password" name="password" autoComplete="off" required error={error.field} />
      <div>
        <Button type="submit">Open preview</Button>
      </div>
    </form>
  </section>
)

/** Shown with 404 for an unknown link, and with 410 for an expired one or a removed document. */
export const MissingPreviewView = ({ unsent }: { unsent: Unsent | null }) => (
  <section className="frame frame-measure py-24">
    <h1 className="text-title">This preview does not exist</h1>
    {unsent && <UnsentText {...unsent} />}
    <p className="my-8 max-w-measure font-reading text-lead">
      Preview links work for a limited time and can be revoked. Ask the person who sent you this one for a new
      link.
    </p>
    <StandaloneLink href="/">Go to the home page</StandaloneLink>
  </section>
)

/** Shown instead of the redirect to the published page, which has no place for the text. */
export const PublishedPreviewView = ({ path, unsent }: { path: string; unsent: Unsent }) => (
  <section className="frame frame-measure py-24">
    <h1 className="text-title">This is published already</h1>
    <UnsentText {...unsent} />
    <StandaloneLink href={path} className="mt-8">
      Go to the published page
    </StandaloneLink>
  </section>
)

const UnsentText = ({
  what,
  text,
  hint = 'Copy it before you leave this page.',
}: Unsent & { hint?: string }) => (
  <>
    <Notice tone="error" className="mt-8">
      Your {what} was not sent.
    </Notice>
    {text && (
      <Field
        label="Your text"
        name="unsent"
        hint={hint}
        multiline
        readOnly
        defaultValue={text}
        className="mt-8 max-w-[36rem]"
      />
    )}
  </>
)
