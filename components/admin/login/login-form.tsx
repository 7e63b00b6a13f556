'use client'

import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import * as z from 'zod'
import { Button } from '#components/ui/button.tsx'
import { Field } from '#components/ui/field.tsx'
import { SiteLink } from '#components/ui/link.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { PasswordField } from '#components/ui/password-field.tsx'
import { useHydrated } from '#components/ui/use-hydrated.ts'
import { loginSchema } from '#contract/accounts.ts'
import { MAX_EMAIL, MAX_PASSWORD } from '#contract/limits.ts'
import { showMessages } from '../error-text.ts'
import { signIn } from './session.ts'

const formSchema = loginSchema.extend({ remember: z.boolean() })

/** `next` is a path in the staff area that the server has checked. */
export function LoginForm({ next, email }: { next: string; email?: string | undefined }) {
  // A native form submission before hydration would not sign in.
  const hydrated = useHydrated()
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
    showMessages(error.fields, ['email', 'password'], setError)
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
      <Field
        label="Email Address"
        type="email"
        autoComplete="username"
        maxLength={MAX_EMAIL}
        defaultValue={email}
        {...field('email')}
      />
      <PasswordField
        label="Password"
        autoComplete="current-password"
        maxLength={MAX_PASSWORD}
        {...field('password')}
      />
      <div className="flex flex-wrap items-center justify-between gap-x-6">
        <label className="flex min-h-11 items-center gap-3">
          <input type="checkbox" className="size-5 accent-signal" {...register('remember')} />
          Remember me
        </label>
        <SiteLink
          href="/admin/forgot"
          className="inline-flex min-h-11 items-center underline underline-offset-4"
        >
          Forgot password?
        </SiteLink>
      </div>
      <Button type="submit" disabled={!hydrated} aria-disabled={busy || undefined}>
        {busy ? 'Signing in…' : 'Sign in'}
      </Button>
      <noscript>
        <p className="text-muted">The staff area needs JavaScript.</p>
      </noscript>
    </form>
  )
}
