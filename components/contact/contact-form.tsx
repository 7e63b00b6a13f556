'use client'

import { useRef, useState, type FormEvent } from 'react'
import { Button } from '#components/ui/button.tsx'
import { Field } from '#components/ui/field.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { postJson } from '#components/ui/post-json.ts'
import { contactTexts } from '#lib/contact/texts.ts'
import { contactFields, type ContactErrors, type ContactField } from './contact-fields.ts'

/** react-hook-form and zod weigh more than the page: they are fetched when somebody starts to fill the form. */
const loadCheck = () => import('./check-form.ts')

interface Result {
  tone: 'success' | 'error'
  text: string
}

/** Empties the fields; a reset would bring back what a sending without script had left in them. */
function clear(form: HTMLFormElement) {
  for (const control of form.elements)
    if (control instanceof HTMLInputElement || control instanceof HTMLTextAreaElement) control.value = ''
}

interface ContactFormProps {
  /** What a sending without script led to. */
  values?: Partial<Record<ContactField, string>>
  errors?: ContactErrors
  result?: Result
}

export function ContactForm({ values, errors: serverErrors = {}, result: serverResult }: ContactFormProps) {
  const [errors, setErrors] = useState(serverErrors)
  const [result, setResult] = useState(serverResult)
  const [sending, setSending] = useState(false)
  /** The key of this very message, kept over failed tries: sent twice, it is stored once. */
  const sent = useRef({ underWay: false, key: '' })

  const send = async (form: HTMLFormElement) => {
    const { message, errors: faults } = await (await loadCheck()).checkForm(form)
    setErrors(faults ?? {})
    if (!message) return
    sent.current.key ||= crypto.randomUUID()
    const website = new FormData(form).get('website')
    const answer = await postJson('/api/contact', { ...message, website }, sent.current.key)
    if (answer.ok) {
      sent.current.key = ''
      clear(form)
      setResult({ tone: 'success', text: answer.message ?? contactTexts.success })
      return
    }
    const wrong = Object.fromEntries(contactFields.map((name) => [name, answer.fields?.[name]]))
    setErrors(wrong)
    if (contactFields.every((name) => !wrong[name]))
      setResult({ tone: 'error', text: answer.error ?? contactTexts.failure })
  }

  const onSubmit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (sent.current.underWay) return
    sent.current.underWay = true
    setSending(true)
    setResult(undefined)
    try {
      await send(event.currentTarget)
    } catch {
      setResult({ tone: 'error', text: contactTexts.failure })
    } finally {
      sent.current.underWay = false
      setSending(false)
    }
  }

  const control = (name: ContactField) => ({
    name,
    defaultValue: values?.[name],
    error: errors[name],
    onChange: () => {
      sent.current.key = ''
      setErrors(({ [name]: _edited, ...others }) => others)
    },
    required: true,
  })

  return (
    <form
      id="form"
      action="/api/contact"
      method="post"
      noValidate
      aria-label="Contact"
      aria-busy={sending}
      onSubmit={(event) => void onSubmit(event)}
      onFocus={() => void loadCheck()}
      className="grid gap-6"
    >
      <Field label="Full Name" autoComplete="name" maxLength={100} {...control('name')} />
      <Field label="Email Address" type="email" autoComplete="email" maxLength={254} {...control('email')} />
      <Field label="Subject" maxLength={200} {...control('subject')} />
      <Field label="Message" multiline rows={7} maxLength={5000} {...control('message')} />
      <div className="absolute -left-[200vw]" aria-hidden="true">
        <label>
          Leave this empty
          <input name="website" tabIndex={-1} autoComplete="off" />
        </label>
      </div>
      <div>
        <Button type="submit" disabled={sending}>
          {sending ? 'Sending…' : 'Send Message'}
        </Button>
      </div>
      <div aria-live="polite">{result && <Notice tone={result.tone}>{result.text}</Notice>}</div>
    </form>
  )
}
