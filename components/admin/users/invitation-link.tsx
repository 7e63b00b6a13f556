import type * as z from 'zod'
import type { invitationResponseSchema } from '#contract/users.ts'
import { formatDate } from '#lib/blog/dates.ts'
import { LinkView } from './link-view.tsx'

interface InvitationLinkProps {
  invitation: z.infer<typeof invitationResponseSchema>['data']
  onDone: () => void
}

export const InvitationLink = ({ invitation, onDone }: InvitationLinkProps) => (
  <LinkView link={invitation.link} onDone={onDone}>
    <p className="wrap-anywhere">
      {invitation.emailed
        ? `We are sending this link to ${invitation.email}.`
        : `This site cannot send email, so pass this link on to ${invitation.email}.`}
    </p>
    {invitation.replaced && <p>This replaces the earlier invitation; its link no longer works.</p>}
    <p className="text-muted">
      It works once, until {formatDate(invitation.expiresAt)}, and is shown only now.
    </p>
  </LinkView>
)
