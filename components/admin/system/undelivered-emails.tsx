'use client'

import { useMutation } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { useRef } from 'react'
import { toast } from 'sonner'
import { Button } from '#components/ui/button.tsx'
import { ApiError } from '#contract/errors.ts'
import { emailRetryResponseSchema, type UndeliveredEmail, type UndeliveredEmails } from '#contract/system.ts'
import { formatDateTime } from '#lib/blog/dates.ts'
import { countOf, formatCount } from '#lib/counts.ts'
import { staffRequest } from '../api.ts'
import { serverErrorText } from '../error-text.ts'
import { useFocusRecovery } from '../ui/focus.ts'
import { describeEmail, describeReason } from './email-texts.ts'

export function UndeliveredEmailList({ emails: { data, total } }: { emails: UndeliveredEmails }) {
  const list = useRef<HTMLElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  useFocusRecovery(list, heading)
  return (
    <section ref={list} aria-labelledby="undelivered" className="mt-10">
      <h2 id="undelivered" ref={heading} tabIndex={-1} className="scroll-mt-24 text-lg font-bold">
        Undelivered email
      </h2>
      {data.length === 0 ? (
        <p className="mt-2 text-muted">Every email of the last 90 days was delivered.</p>
      ) : (
        <ul className="mt-2 border-t-[1.5px] border-line">
          {data.map((email) => (
            <EmailRow key={email.id} email={email} />
          ))}
        </ul>
      )}
      {total > data.length && (
        <p className="mt-3 text-muted">
          The newest {formatCount(data.length)} of {formatCount(total)}.
        </p>
      )}
    </section>
  )
}

function EmailRow({ email }: { email: UndeliveredEmail }) {
  const { id, kind, recipient, subject, createdAt, attempts, error, nextAt } = email
  const router = useRouter()
  const retry = useMutation({
    mutationFn: () =>
      staffRequest(`/api/system/emails/${encodeURIComponent(id)}/retry`, emailRetryResponseSchema, {
        method: 'POST',
      }),
    onSuccess: () =>
      toast.success(`The email to ${recipient} ${nextAt ? 'is sent within 4 minutes' : 'is on its way'}.`),
    onError: (failure) =>
      toast.error(serverErrorText(failure, 'The email could not be queued. Please try again.')),
    // While the server is away, a refresh would leave for the error page of the browser.
    onSettled: (_, failure) => {
      if (!failure || (failure instanceof ApiError && failure.status < 500)) router.refresh()
    },
  })
  return (
    <li
      data-row
      className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2 border-b-[1.5px] border-line py-3"
    >
      <div className="min-w-0 max-w-measure grow basis-80 wrap-anywhere">
        <p className="font-semibold">{recipient}</p>
        <p>{describeEmail(kind, subject)}</p>
        <p className="text-accent">{describeReason(error)}</p>
        <p className="text-sm text-muted">
          {error} · {countOf(attempts, 'attempt')} since{' '}
          <time dateTime={createdAt}>{formatDateTime(createdAt)}</time>
        </p>
      </div>
      <div className="grid justify-items-end gap-2">
        {nextAt && (
          <p className="text-sm text-muted">
            Tried again at <time dateTime={nextAt}>{formatDateTime(nextAt)}</time>
          </p>
        )}
        <Button
          variant="plain"
          aria-disabled={retry.isPending || undefined}
          onClick={() => !retry.isPending && retry.mutate()}
        >
          {nextAt ? 'Send now' : 'Send again'}
          <span className="sr-only"> to {recipient}</span>
        </Button>
      </div>
    </li>
  )
}
