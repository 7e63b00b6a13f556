'use client'

import { useRef, useState, useSyncExternalStore, type FormEvent } from 'react'
import { Button } from '#components/ui/button.tsx'
import { Field } from '#components/ui/field.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { loginTexts } from '#lib/auth/texts.ts'
import type { Refusal } from './sign-in.ts'

/** The checks weigh more than the page: they are fetched when somebody starts to type. */
const loadSignIn = () => import('./sign-in.ts')

const never = () => () => {}
/** Sent before the page is ready, the form would be a plain one, which the session's endpoint does not answer with a page. */
const useReady = () =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  )

function focusFirst(form: HTMLFormElement, fields: Record<string, string>) {
  const control = ['email', 'password'].find((name) => fields[name])
  if (control) form.querySelector<HTMLElement>(`[name=${control}]`)?.focus()
}

/** `next` is where to go once signed in; the server made sure that it is a page of the staff area. */
export function LoginForm({ next }: { next: string }) {
  const ready = useReady()
  const [refusal, setRefusal] = useState<Refusal>({ fields: {} })
  const [busy, setBusy] = useState(false)
  const [shown, setShown] = useState(false)
  const [forgot, setForgot] = useState(false)
  const underWay = useRef(false)

  const onSubmit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (underWay.current) return
    underWay.current = true
    setBusy(true)
    const form = event.currentTarget
    try {
      const refused = await (await loadSignIn()).signIn(new FormData(form))
      // A full load: nothing of the signed-out page stays, and the middleware sees the new session.
      if (!refused) return window.location.assign(next)
      setRefusal(refused)
      focusFirst(form, refused.fields)
    } catch {
      setRefusal({ error: loginTexts.unavailable, fields: {} })
    }
    underWay.current = false
    setBusy(false)
  }

  const control = (name: 'email' | 'password') => ({
    name,
    required: true,
    error: refusal.fields[name],
    onChange: () => setRefusal(({ fields: { [name]: _edited, ...fields } }) => ({ fields })),
  })

  return (
    <form
      method="post"
      noValidate
      aria-label="Sign in"
      aria-busy={busy}
      onSubmit={(event) => void onSubmit(event)}
      onFocus={() => void loadSignIn()}
      className="grid gap-5"
    >
      {refusal.error && <Notice tone="error">{refusal.error}</Notice>}
      <Field
        label="Email Address"
        type="email"
        autoComplete="username"
        maxLength={254}
        {...control('email')}
      />
      <div className="relative">
        <Field
          label="Password"
          type={shown ? 'text' : 'password'}
          autoComplete="current-password"
          maxLength={200}
          {...control('password')}
        />
        <button
          type="button"
          className="absolute -top-2.5 right-0 min-h-11 text-sm underline underline-offset-4"
          onClick={() => setShown(!shown)}
        >
          {shown ? 'Hide password' : 'Show password'}
        </button>
      </div>
      <div className="flex flex-wrap items-center justify-between gap-x-6">
        <label className="flex min-h-11 items-center gap-3">
          <input type="checkbox" name="remember" className="size-5 accent-signal" />
          Remember me
        </label>
        <button
          type="button"
          className="min-h-11 underline underline-offset-4"
          aria-expanded={forgot}
          aria-controls="forgot"
          onClick={() => setForgot(!forgot)}
        >
          Forgot password?
        </button>
      </div>
      <p id="forgot" hidden={!forgot} className="border-l-[6px] border-flag-blue bg-sheet px-4 py-3">
        {loginTexts.forgot}
      </p>
      <Button type="submit" disabled={!ready} aria-disabled={busy || undefined}>
        {busy ? 'Signing in…' : 'Sign in'}
      </Button>
      <noscript>
        <p className="text-muted">The staff area needs JavaScript.</p>
      </noscript>
    </form>
  )
}
