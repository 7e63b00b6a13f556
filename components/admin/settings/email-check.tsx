'use client'

import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { ApiError } from '#contract/errors.ts'
import { emailStatusResponseSchema, emailTestResponseSchema, type EmailStatus } from '#contract/settings.ts'
import { staffRequest } from '../api.ts'
import { serverErrorText } from '../error-text.ts'

const advice = {
  spf: ['SPF', 'It names the servers that may send email for the domain.'],
  dkim: ['DKIM', 'Your email service signs with it.'],
  dmarc: ['DMARC', 'It sets what happens to forged email.'],
} as const

const states = { found: 'found', missing: 'missing', unknown: 'DNS did not respond' }

async function sendTest() {
  const { data } = await staffRequest('/api/settings/email-test', emailTestResponseSchema, { method: 'POST' })
  if (!data.sent) throw new ApiError('bad_gateway', data.error ?? '')
  return data.recipient
}

export function EmailCheck() {
  const [selector, setSelector] = useState('')
  const query = useQuery({
    queryKey: ['email-status', selector],
    queryFn: async ({ signal }) => {
      const path = `/api/settings/email${selector && `?${new URLSearchParams({ selector })}`}`
      return (await staffRequest(path, emailStatusResponseSchema, { signal })).data
    },
    retry: false,
    placeholderData: (previous) => previous,
  })
  const test = useMutation({ mutationFn: sendTest })
  const { data, isError, isFetching } = query
  const lookUp = (text: string) => {
    if (text === selector) void query.refetch()
    else setSelector(text)
  }

  return (
    <div className="settings-email" aria-busy={isFetching}>
      <div role="status">
        {!data && isFetching && <p className="text-muted">Checking the mail server and DNS…</p>}
        {data && <Server smtp={data.smtp} />}
      </div>
      {isError && (
        <p role="alert" className="control-error">
          The mail server could not be checked. Please try again.
        </p>
      )}
      {data && <Records status={data} />}
      {(data?.records.dkim === 'missing' || (isError && selector !== '')) && (
        <SelectorForm onCheck={lookUp} />
      )}
      <div className="flex flex-wrap gap-x-6.5 gap-y-2">
        <Button
          variant="plain"
          aria-disabled={!data?.smtp || test.isPending || undefined}
          onClick={() => data?.smtp && !test.isPending && test.mutate()}
        >
          {test.isPending ? 'Sending…' : 'Send test email'}
        </Button>
        <Button
          variant="quiet"
          className="-ml-4.5"
          aria-disabled={isFetching || undefined}
          onClick={() => !isFetching && void query.refetch()}
        >
          Check again
        </Button>
      </div>
      {test.isSuccess && <Notice tone="success">Test email sent to {test.data}.</Notice>}
      {test.isError && (
        <Notice tone="error" className="wrap-anywhere">
          {serverErrorText(test.error, 'The test email could not be sent. Please try again.')}
        </Notice>
      )}
    </div>
  )
}

function Server({ smtp }: Pick<EmailStatus, 'smtp'>) {
  if (!smtp)
    return (
      <p>
        <strong>Email is not set up.</strong> Set <code>SMTP_URL</code> in the environment of the server.
        Until then, messages are kept for staff, and subscribers are not asked to confirm.
      </p>
    )
  return (
    <p className="wrap-anywhere">
      {smtp.works ? (
        <strong className="text-good">The mail server works.</strong>
      ) : (
        <strong className="text-accent">The mail server cannot be used: {smtp.error}</strong>
      )}{' '}
      {smtp.server}, sends as {smtp.sender}.
    </p>
  )
}

function Records({ status: { domain, records } }: { status: EmailStatus }) {
  return (
    <div>
      <p className="font-semibold wrap-anywhere">DNS records of {domain}</p>
      <dl className="mt-1 grid gap-1">
        {(['spf', 'dkim', 'dmarc'] as const).map((name) => (
          <div key={name} className="flex flex-wrap gap-x-3">
            <dt className="w-16 font-semibold">{advice[name][0]}</dt>
            <dd className={records[name] === 'missing' ? 'text-accent' : undefined}>
              {states[records[name]]}
              {records[name] === 'missing' && <span className="text-muted"> · {advice[name][1]}</span>}
            </dd>
          </div>
        ))}
      </dl>
    </div>
  )
}

function SelectorForm({ onCheck }: { onCheck: (selector: string) => void }) {
  const [text, setText] = useState('')
  return (
    <div className="flex flex-wrap items-end gap-x-6.5 gap-y-2">
      <div className="grid gap-1.5">
        <label htmlFor="dkim-selector" className="text-sm">
          Only common DKIM selectors were checked. Your email service may use another one:
        </label>
        <input
          id="dkim-selector"
          className="control"
          value={text}
          maxLength={63}
          autoCapitalize="none"
          spellCheck={false}
          onChange={({ target }) => setText(target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return
            event.preventDefault()
            onCheck(text.trim())
          }}
        />
      </div>
      <Button variant="quiet" className="-ml-4.5" onClick={() => onCheck(text.trim())}>
        Look it up
      </Button>
    </div>
  )
}
