'use client'

import { zodResolver } from '@hookform/resolvers/zod'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { toast } from 'sonner'
import * as z from 'zod'
import { Button } from '#components/ui/button.tsx'
import { newPasswordHint, PasswordField } from '#components/ui/password-field.tsx'
import { passwordChangeSchema } from '#contract/profile.ts'
import { staffRequest } from '../api.ts'
import { isOutcomeUnknown, showMessages } from '../error-text.ts'
import { useChangedFields } from '../ui/use-changed-fields.ts'
import { FormNotice } from './form-notice.tsx'
import { toFormErrors } from './save-profile.ts'
import { sessionsKey } from './session-list.tsx'

const maybeChangedText = 'Your password may be changed already: try to sign in with the new one.'

export function PasswordForm({ email }: { email: string }) {
  const queries = useQueryClient()
  const { register, handleSubmit, setError, clearErrors, reset, formState } = useForm({
    defaultValues: { current: '', password: '' },
    resolver: zodResolver(passwordChangeSchema),
    reValidateMode: 'onSubmit',
  })
  const { errors, isSubmitting } = formState
  const [mayBeChanged, setMayBeChanged] = useState(false)
  // A password manager may fill in the fields of an idle page.
  const { onFocus } = useChangedFields()

  const explain = (error: unknown) => {
    const messages = toFormErrors(error)
    if (isOutcomeUnknown(error)) {
      setMayBeChanged(true)
      return { root: `The server did not respond. ${maybeChangedText}` }
    }
    const { current } = messages
    return current && mayBeChanged ? { ...messages, current: `${current} ${maybeChangedText}` } : messages
  }

  const submit = handleSubmit(async (json) => {
    try {
      await staffRequest('/api/auth/password', z.unknown(), { method: 'PUT', json })
      reset()
      setMayBeChanged(false)
      toast.success('Your password is changed. All other sessions are signed out.')
      await queries.invalidateQueries({ queryKey: sessionsKey })
    } catch (error) {
      const messages = explain(error)
      showMessages(messages, ['current', 'password'], setError)
      if (messages['root']) setError('root', { message: messages['root'] })
    }
  })
  const field = (name: 'current' | 'password') => ({
    ...register(name, { onChange: () => clearErrors() }),
    required: true,
    error: errors[name]?.message,
  })

  return (
    <form
      method="post"
      noValidate
      aria-label="Password"
      aria-busy={isSubmitting}
      className="grid max-w-[28rem] gap-5"
      onFocus={onFocus}
      onSubmit={(event) => {
        event.preventDefault()
        if (!isSubmitting) void submit(event)
      }}
    >
      {/* Tells password managers which account the new password is for. */}
      <input type="text" value={email} autoComplete="username" readOnly hidden />
      <PasswordField label="Current password" autoComplete="current-password" {...field('current')} />
      <PasswordField
        label="New password"
        id="new-password"
        autoComplete="new-password"
        hint={newPasswordHint}
        {...field('password')}
      />
      {errors.root && <FormNotice text={errors.root.message} />}
      <div>
        <Button type="submit" variant="plain" aria-disabled={isSubmitting || undefined}>
          {isSubmitting ? 'Saving…' : 'Change password'}
        </Button>
      </div>
    </form>
  )
}
