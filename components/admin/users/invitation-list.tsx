'use client'

import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { toast } from 'sonner'
import { Button } from '#components/ui/button.tsx'
import type { Invitation } from '#contract/users.ts'
import { formatShortDate } from '#lib/blog/dates.ts'
import { changeErrorText } from '../error-text.ts'
import { Dialog } from '../ui/dialog.tsx'
import { LoadError } from '../ui/load-error.tsx'
import { useFocusRecovery } from '../ui/focus.ts'
import { InvitationLink } from './invitation-link.tsx'
import { roleNames } from './role-texts.ts'
import { useInvite } from './use-invite.ts'
import { invitationsQuery } from './users-query.ts'

export function InvitationList() {
  const { data: invitations = [], isError, refetch } = useQuery(invitationsQuery)
  const { invite, revoke } = useInvite()
  const [sentBy, setSentBy] = useState<HTMLElement | null>(null)
  const section = useRef<HTMLElement>(null)
  useFocusRecovery(section, section)
  const busy = invite.isPending || revoke.isPending

  const sendAgain = ({ email, role }: Invitation, button: HTMLElement) => {
    setSentBy(button)
    invite.mutate(
      { email, role },
      {
        onError: (error) => toast.error(changeErrorText(error)),
      },
    )
  }
  const problem = isError ? <LoadError what="the invitations" onRetry={refetch} /> : null
  if (invitations.length === 0 && !invite.data) return problem
  return (
    <section ref={section} aria-labelledby="invitations" tabIndex={-1} className="mt-6 outline-none">
      <h2 id="invitations" className="text-lg font-bold">
        Invitations
      </h2>
      {problem}
      <ul className="invitation-list" aria-busy={busy}>
        {invitations.map((invitation) => (
          <li key={invitation.email} data-row className="invitation">
            <span className="min-w-0 grow wrap-anywhere">
              <span className="block font-semibold">{invitation.email}</span>
              <span className="block text-sm text-muted">
                {roleNames[invitation.role]} · {describeExpiry(invitation)}
                {invitation.invitedBy && ` · invited by ${invitation.invitedBy}`}
              </span>
            </span>
            <Button
              variant="quiet"
              aria-disabled={busy || undefined}
              onClick={({ currentTarget }) => !busy && sendAgain(invitation, currentTarget)}
            >
              Send again<span className="sr-only"> to {invitation.email}</span>
            </Button>
            <Button
              variant="quiet"
              aria-disabled={busy || undefined}
              onClick={() => !busy && revoke.mutate(invitation)}
            >
              Revoke<span className="sr-only"> the invitation of {invitation.email}</span>
            </Button>
          </li>
        ))}
      </ul>
      {invite.data && (
        <Dialog title="Invitation" once onClose={invite.reset} returnFocus={{ current: sentBy }}>
          <InvitationLink invitation={invite.data} onDone={invite.reset} />
        </Dialog>
      )}
    </section>
  )
}

function describeExpiry({ expiresAt }: Invitation): string {
  const date = formatShortDate(expiresAt)
  return Date.parse(expiresAt) > Date.now() ? `works until ${date}` : `expired on ${date}`
}
