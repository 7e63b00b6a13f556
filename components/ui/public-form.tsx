'use client'

import { useEffect, useRef, useState, type FormEvent, type ReactNode } from 'react'
import { Notice } from './notice.tsx'
import type { FormSchema } from './submit-form.ts'

export interface FormResult {
  tone: 'success' | 'error'
  text: string
}

interface PublicFormOptions {
  action: string
  onSent: () => void
  loadSchema: () => Promise<FormSchema>
  texts: { success: string; failure: string }
  errors?: Record<string, string> | undefined
  result?: FormResult | undefined
  advice: ReactNode
}

/** A random key; crypto.randomUUID would need a secure context. */
const createKey = () => crypto.getRandomValues(new Uint32Array(4)).join('-')

const isTextControl = (element: unknown): element is HTMLInputElement | HTMLTextAreaElement =>
  element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement

const isEdited = ({ value, defaultValue }: HTMLInputElement | HTMLTextAreaElement) =>
  value !== defaultValue.replace(/\r\n?/g, '\n')

/** The text that was typed into forms before they were left, by their action. It is kept in memory only. */
const drafts = new Map<string, Map<string, string>>()

/** Keeps input that was typed while the form was sent. A reset would restore the server-rendered values. */
function clearFields(form: HTMLFormElement, sent: FormData) {
  for (const control of form.elements)
    if (isTextControl(control) && control.value === sent.get(control.name)) control.value = ''
}

export function usePublicForm({
  action,
  onSent,
  loadSchema,
  texts,
  errors: serverErrors = {},
  result,
  advice,
}: PublicFormOptions) {
  const [errors, setErrors] = useState(serverErrors)
  const [shownResult, setResult] = useState(result)
  const [sending, setSending] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const busy = useRef(false)
  /** Identifies the message across retries, so that it is stored once. */
  const key = useRef('')

  const dropErrors = (edited: string[]) =>
    setErrors((shown) => Object.fromEntries(Object.entries(shown).filter(([name]) => !edited.includes(name))))

  // Fields may be edited before the form is hydrated.
  useEffect(() => {
    const controls = [...(form.current?.elements ?? [])].filter(isTextControl)
    const draft = drafts.get(action)
    for (const control of controls) {
      const text = draft?.get(control.name)
      if (text && control.value === '') control.value = text
    }
    dropErrors(controls.filter(isEdited).map(({ name }) => name))
    return () => {
      drafts.set(action, new Map(controls.map(({ name, value }) => [name, value])))
    }
  }, [action])

  const load = () => Promise.all([import('./submit-form.ts'), loadSchema()])
  const preload = () => {
    load().catch(() => {
      // Submitting tries again and reports the failure.
    })
  }

  const send = async (form: HTMLFormElement) => {
    const [{ submitForm }, schema] = await load()
    key.current ||= createKey()
    const sent = new FormData(form)
    const { ok, message, error, fields = {} } = await submitForm(form, schema, key.current)
    const invalid = Object.keys(schema.shape).some((name) => fields[name])
    setErrors(fields)
    if (ok) {
      key.current = ''
      drafts.delete(action)
      clearFields(form, sent)
      onSent()
      setResult({ tone: 'success', text: message ?? texts.success })
    } else if (!invalid) setResult({ tone: 'error', text: error ?? texts.failure })
  }

  const onSubmit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (busy.current) return
    busy.current = true
    setSending(true)
    setResult(undefined)
    try {
      await send(event.currentTarget)
    } catch {
      setResult({ tone: 'error', text: texts.failure })
    } finally {
      busy.current = false
      setSending(false)
    }
  }

  const onChange = ({ target }: FormEvent<HTMLFormElement>) => {
    key.current = ''
    if (isTextControl(target)) dropErrors([target.name])
  }

  return {
    errors,
    sending,
    formProps: {
      ref: form,
      action,
      method: 'post' as const,
      'aria-busy': sending,
      onSubmit,
      onChange,
      onFocus: preload,
      onPointerDown: preload,
    },
    notice: (
      <div id="result" aria-live="polite" className="scroll-mt-40">
        {shownResult && (
          <Notice tone={shownResult.tone} advice={shownResult.tone === 'error' && advice}>
            {shownResult.text}
          </Notice>
        )}
      </div>
    ),
  }
}
