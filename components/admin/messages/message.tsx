'use client'

import { useState } from 'react'
import { ConfirmDialog } from '#components/admin/ui/confirm-dialog.tsx'
import { StatusMark } from '#components/admin/ui/status-mark.tsx'
import { Button } from '#components/ui/button.tsx'
import { buttonClasses } from '#components/ui/button-style.ts'
import type { StoredMessage } from '#lib/messages/schema.ts'
import { useMessage } from './use-message.ts'

/** In the time of New England, where the agency is. */
const moment = new Intl.DateTimeFormat('en-US', {
  dateStyle: 'long',
  timeStyle: 'short',
  timeZone: 'America/New_York',
})

const replyTo = ({ email, subject }: StoredMessage) =>
  `mailto:${encodeURIComponent(email)}?subject=${encodeURIComponent(`Re: ${subject}`)}`

/** Opening it is reading it; what it says is text, whatever it looks like. */
export function Message({ message }: { message: StoredMessage }) {
  const { read, mark, remove, busy } = useMessage(message)
  const [asked, setAsked] = useState(false)
  const { name, email, subject, createdAt } = message
  return (
    <>
      <details
        className="message"
        onToggle={(event) => {
          if (event.currentTarget.open && !read) mark(true)
        }}
      >
        <summary className={read ? 'message-head' : 'message-head font-bold'}>
          <span className="min-w-0 grow wrap-anywhere">
            {subject}
            <span className="block text-sm font-normal text-muted">
              {name}, <time dateTime={createdAt}>{moment.format(new Date(createdAt))}</time>
            </span>
          </span>
          {!read && <StatusMark status="pending" className="shrink-0" />}
        </summary>
        <div className="message-body">
          <p className="text-sm text-muted wrap-anywhere">
            {name} &lt;{email}&gt;
          </p>
          <p className="message-text">{message.message}</p>
          <div className="flex flex-wrap gap-3">
            <a href={replyTo(message)} className={buttonClasses('plain')}>
              Reply by e-mail
            </a>
            {read && (
              <Button variant="quiet" aria-disabled={busy || undefined} onClick={() => mark(false)}>
                Mark as unread
              </Button>
            )}
            <Button variant="quiet" aria-disabled={busy || undefined} onClick={() => setAsked(true)}>
              Delete
            </Button>
          </div>
        </div>
      </details>
      <ConfirmDialog
        open={asked}
        title={`Delete “${subject}”`}
        question="Are you sure you want to delete this message?"
        confirmLabel="Delete"
        destructive
        onConfirm={() => {
          setAsked(false)
          remove()
        }}
        onClose={() => setAsked(false)}
      />
    </>
  )
}
