'use client'

import { useQuery } from '@tanstack/react-query'
import { useEffectEvent, useLayoutEffect, type MouseEvent, type ReactNode, type RefObject } from 'react'
import { Button, buttonClasses } from '#components/ui/button.tsx'
import { isPlainClick } from '#components/ui/link.tsx'
import type { StoredMessage } from '#contract/messages.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { LoadError } from '../ui/load-error.tsx'
import { Timestamp } from '../ui/timestamp.tsx'
import { useIsShown } from '../ui/use-is-shown.ts'
import { useOpenOnPage } from '../ui/use-open-on-page.ts'
import { messageQuery, messagesUrl, type MessagesState } from './messages-query.ts'
import { replyHref } from './reply.ts'
import { useChangeMessage } from './use-change-message.ts'

interface MessageViewProps {
  state: MessagesState
  onOpen: (id: string) => void
  onUnread: () => void
  ref: RefObject<HTMLElement | null>
}

export function MessageView({ state, onOpen, onUnread, ref }: MessageViewProps) {
  const { data, isError, isPlaceholderData, refetch } = useQuery(messageQuery(state))
  const { mark, remove, busy } = useChangeMessage()
  const [confirming, setConfirming] = useOpenOnPage()
  const isShown = useIsShown()
  const isWaiting = busy || isPlaceholderData
  const message = data?.data
  useMarkAsRead(isPlaceholderData ? undefined : message, mark)

  const deleteMessage = async () => {
    setConfirming(false)
    if (!data) return
    const { id } = data.data
    await remove(id).then(
      () => {
        // Another message may have been opened meanwhile.
        const shown = messagesUrl.parse(new URLSearchParams(window.location.search)).message
        if (shown === id && isShown.current) onOpen(data.next ?? data.previous ?? '')
      },
      () => undefined,
    )
  }
  return (
    <section
      ref={ref}
      tabIndex={-1}
      aria-labelledby={message && 'message-subject'}
      aria-label="Message"
      aria-busy={isPlaceholderData}
      className="message-view"
    >
      <Steps state={state} previous={data?.previous} next={data?.next} onOpen={onOpen} />
      {isError && (
        <LoadError
          what="the message"
          onRetry={() => {
            ref.current?.focus()
            void refetch()
          }}
        />
      )}
      {data === null && <p className="text-muted">This message does not exist. It may have been deleted.</p>}
      {message && (
        <>
          <MessageText message={message} />
          <div className="flex flex-wrap gap-x-7.5 gap-y-3">
            <a href={replyHref(message)} className={buttonClasses('plain')}>
              Reply by email
            </a>
            <div className="-ml-4.5 flex flex-wrap gap-3">
              <Button
                variant="quiet"
                aria-disabled={isWaiting || undefined}
                onClick={() => {
                  if (isWaiting) return
                  mark({ id: message.id, read: false })
                  onUnread()
                }}
              >
                Mark as unread
              </Button>
              <Button
                variant="quiet"
                aria-disabled={isWaiting || undefined}
                onClick={() => !isWaiting && setConfirming(true)}
              >
                Delete
              </Button>
            </div>
          </div>
          <ConfirmDialog
            open={confirming}
            title={`Delete “${message.subject}”`}
            question="Are you sure you want to delete this message?"
            confirmLabel="Delete"
            destructive
            onConfirm={() => void deleteMessage()}
            onClose={() => setConfirming(false)}
          />
        </>
      )}
    </section>
  )
}

type Mark = ReturnType<typeof useChangeMessage>['mark']

function useMarkAsRead(message: StoredMessage | undefined, mark: Mark) {
  const markAsRead = useEffectEvent(() => {
    if (message?.read === false) mark({ id: message.id, read: true })
  })
  // Depends on the id only, so that "Mark as unread" does not mark it as read again.
  const id = message?.id
  // Runs before any event can reach the buttons, so that "Mark as unread" comes after it.
  useLayoutEffect(() => {
    if (id !== undefined) markAsRead()
  }, [id])
}

interface StepsProps {
  state: MessagesState
  previous: string | null | undefined
  next: string | null | undefined
  onOpen: (id: string) => void
}

const Steps = ({ previous, next, ...link }: StepsProps) => (
  <nav aria-label="Message" className="message-steps">
    <MessageLink {...link} id="" className="link mr-auto inline-flex min-h-11 items-center">
      All messages
    </MessageLink>
    <MessageLink {...link} id={previous} className="page-button">
      Previous
    </MessageLink>
    <MessageLink {...link} id={next} className="page-button">
      Next
    </MessageLink>
  </nav>
)

/** The content is plain text and never rendered as HTML. */
function MessageText({ message: { name, email, subject, message, createdAt } }: { message: StoredMessage }) {
  return (
    <>
      <header className="wrap-anywhere">
        <h2 id="message-subject" dir="auto" className="text-2xl font-bold">
          {subject}
        </h2>
        <p className="mt-1 text-sm text-muted">
          <bdi>{name}</bdi> &lt;{email}&gt; · <Timestamp value={createdAt} />
        </p>
      </header>
      <p className="message-text">{message}</p>
    </>
  )
}

interface MessageLinkProps {
  state: MessagesState
  id: string | null | undefined
  onOpen: (id: string) => void
  className: string
  current?: boolean
  children: ReactNode
}

export function MessageLink({ state, id, onOpen, className, current = false, children }: MessageLinkProps) {
  if (id === null || id === undefined)
    return (
      <span className={className} aria-disabled="true">
        {children}
      </span>
    )
  return (
    <a
      href={messagesUrl.toHref({ ...state, message: id })}
      className={className}
      data-message={id}
      aria-current={current || undefined}
      onClick={(event: MouseEvent) => {
        if (!isPlainClick(event.nativeEvent)) return
        event.preventDefault()
        onOpen(id)
      }}
    >
      {children}
    </a>
  )
}
