'use client'

import { useRef, useState, type FormEvent } from 'react'
import { Button } from '#components/ui/button.tsx'
import { Field } from '#components/ui/field.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { postJson } from '#components/ui/post-json.ts'

interface Result {
  tone: 'success' | 'error'
  text: string
}

interface NewsletterFormProps {
  /** What a sending without script led to. */
  email?: string
  result?: Result
}

export function NewsletterForm({ email, result: serverResult }: NewsletterFormProps) {
  const [result, setResult] = useState(serverResult)
  const [sending, setSending] = useState(false)
  const busy = useRef(false)

  const send = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (busy.current) return
    busy.current = true
    setSending(true)
    const form = event.currentTarget
    const answer = await postJson('/api/newsletter', { email: new FormData(form).get('email') })
    busy.current = false
    setSending(false)
    if (answer.ok) form.reset()
    setResult({
      tone: answer.ok ? 'success' : 'error',
      text: answer.message ?? answer.error ?? 'Sorry, we could not subscribe you. Please try again.',
    })
  }

  return (
    <form
      action="/api/newsletter"
      method="post"
      onSubmit={send}
      aria-label="Newsletter"
      className="grid gap-4"
    >
      <div className="grid items-end gap-3 sm:grid-cols-[1fr_auto]">
        <Field
          id="newsletter-email"
          label="Email address"
          name="email"
          type="email"
          autoComplete="email"
          required
          maxLength={254}
          defaultValue={email}
        />
        <Button type="submit" disabled={sending}>
          Subscribe
        </Button>
      </div>
      <div aria-live="polite">{result && <Notice tone={result.tone}>{result.text}</Notice>}</div>
    </form>
  )
}
