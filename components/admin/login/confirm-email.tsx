'use client'

import { useState } from 'react'
import { Button, ButtonLink } from '#components/ui/button.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { useHydrated } from '#components/ui/use-hydrated.ts'
import { messageResponseSchema } from '#contract/profile.ts'
import { staffRequest } from '../api.ts'
import { callerErrorText } from '../error-text.ts'

/** The button confirms, because mail scanners open links. */
export function ConfirmEmail({ token }: { token: string }) {
  const hydrated = useHydrated()
  const [busy, setBusy] = useState(false)
  const [result, setResult] = useState<{ tone: 'success' | 'error'; text: string }>()
  const confirm = async () => {
    setBusy(true)
    try {
      const request = { method: 'POST', json: { token } } as const
      const { message } = await staffRequest('/api/auth/email', messageResponseSchema, request)
      setResult({ tone: 'success', text: message })
    } catch (error) {
      const text = callerErrorText(error, 'The address could not be confirmed. Please try again.')
      setResult({ tone: 'error', text })
    }
    setBusy(false)
  }
  return (
    <>
      {result && <Notice tone={result.tone}>{result.text}</Notice>}
      {result?.tone === 'success' ? (
        <ButtonLink href="/admin/profile">Go to your profile</ButtonLink>
      ) : (
        <Button
          disabled={!hydrated}
          aria-disabled={busy || undefined}
          onClick={() => !busy && void confirm()}
        >
          {busy ? 'Confirming…' : 'Confirm email address'}
        </Button>
      )}
    </>
  )
}
