'use client'

import { zodResolver } from '@hookform/resolvers/zod'
import { useState, useSyncExternalStore } from 'react'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { Button } from '#components/ui/button.tsx'
import { Field } from '#components/ui/field.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { loginSchema } from '#contract/accounts.ts'
import { loginTexts } from '#lib/auth/texts.ts'
import { signIn } from './session.ts'

const formSchema = loginSchema.extend({ remember: z.boolean() })

const subscribeNever = () => () => {}
/** A native form submission before hydration would not sign in. */
const useHydrated = () =>
  useSyncExternalStore(
    subscribeNever,
    () => true,
    () => false,
  )

/** `next` is a path in the staff area that the server has checked. */
export function LoginForm({ next }: { next: string }) {
  const hydrated = useHydrated()
  const [passwordShown, setPasswordShown] = useState(false)
  const [helpShown, setHelpShown] = useState(false)
  const { register, handleSubmit, setError, clearErrors, formState } = useForm({
    resolver: zodResolver(formSchema),
    reValidateMode: 'onSubmit',
  })
  const { errors, isSubmitting, isSubmitSuccessful } = formState
  const busy = isSubmitting || isSubmitSuccessful

  const submit = handleSubmit(async (credentials) => {
    const error = await signIn(credentials)
    // A full page load, so that the middleware sees the new session.
    if (!error) return window.location.assign(next)
    for (const name of ['password', 'email'] as const)
      if (error.fields[name]) setError(name, { message: error.fields[name] }, { shouldFocus: true })
    setError('root', { message: error.message })
  })

  const clear = (name: 'email' | 'password') => {
    clearErrors(name)
    clearErrors('root')
  }
  const field = (name: 'email' | 'password') => ({
    ...register(name, { onChange: () => clear(name) }),
    required: true,
    error: errors[name]?.message,
  })

  return (
    <form
      method="post"
      noValidate
      aria-label="Sign in"
      aria-busy={busy}
      onSubmit={(event) => {
        event.preventDefault()
        if (!busy) void submit(event)
      }}
      className="grid gap-5"
    >
      {errors.root && <Notice tone="error">{errors.root.message}</Notice>}
      <Field label="Email Address" type="email" autoComplete="username" maxLength={254} {...field('email')} />
      <div className="relative">
        <Field
          label="Password"
          type={passwordShown ? 'text' : 'password'}
          autoComplete="current-password"
          maxLength={200}
          {...field('password')}
        />
        <button
          type="button"
          className="absolute -top-2.5 right-0 min-h-11 text-sm underline underline-offset-4"
          onClick={() => setPasswordShown(!passwordShown)}
        >
          {passwordShown ? 'Hide password' : 'Show password'}
        </button>
      </div>
      <div className="flex flex-wrap items-center justify-between gap-x-6">
        <label className="flex min-h-11 items-center gap-3">
          <input type="checkbox" className="size-5 accent-signal" {...register('remember')} />
          Remember me
        </label>
        <button
          type="button"
          className="min-h-11 underline underline-offset-4"
          aria-expanded={helpShown}
          aria-controls="forgot"
          onClick={() => setHelpShown(!helpShown)}
        >
          Forgot password?
        </button>
      </div>
      <p id="forgot" hidden={!helpShown} className="border-l-[6px] border-flag-blue bg-sheet px-4 py-3">
        {loginTexts.forgot}
      </p>
      <Button type="submit" disabled={!hydrated} aria-disabled={busy || undefined}>
        {busy ? 'Signing in…' : 'Sign in'}
      </Button>
      <noscript>
        <p className="text-muted">The staff area needs JavaScript.</p>
      </noscript>
    </form>
  )
}
