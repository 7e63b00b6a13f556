'use client'

import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { toast } from 'sonner'
import { Button } from '#components/ui/button.tsx'
import { Field } from '#components/ui/field.tsx'
import { PasswordField } from '#components/ui/password-field.tsx'
import { MAX_EMAIL } from '#contract/limits.ts'
import { emailChangeSchema, type OwnProfile } from '#contract/profile.ts'
import { showMessages } from '../error-text.ts'
import { useSessionEnding } from '../ui/use-session-ending.ts'
import { FormNotice } from './form-notice.tsx'
import { failureText, loadProfile, saveProfile, toFormErrors } from './save-profile.ts'

interface EmailFormProps {
  profile: OwnProfile
  onSaved: (profile: OwnProfile) => void
}

const hints = {
  link: 'Your password confirms the change. We send a link to the new address, which counts when you open it.',
  password: 'Your password confirms the change.',
}

export function EmailForm({ profile, onSaved }: EmailFormProps) {
  const { email, pendingEmail, emailChange } = profile
  const { register, handleSubmit, setError, setFocus, clearErrors, reset, control, formState } = useForm({
    defaultValues: { email, password: '' },
    resolver: zodResolver(emailChangeSchema),
    reValidateMode: 'onSubmit',
  })
  const { errors, isDirty, isSubmitting } = formState
  useSessionEnding(() => isDirty)
  const isEdited = useWatch({ control, name: 'email' }).trim().toLowerCase() !== email

  const [isCanceling, setCanceling] = useState(false)
  const isBusy = isSubmitting || isCanceling

  const show = (saved: OwnProfile) => {
    reset({ email: saved.email, password: '' })
    onSaved(saved)
  }
  async function cancel() {
    setCanceling(true)
    try {
      const saved = await saveProfile({ json: { email } })
      show(saved)
      setFocus('email')
      toast.success(`Your email address stays ${saved.email}.`)
    } catch (error) {
      const { email: message, password, root = message } = toFormErrors(error)
      // The former address needs a password when the link was opened meanwhile.
      const newest = password && (await loadProfile().catch(() => undefined))
      if (newest) {
        show(newest)
        setFocus('email')
      }
      const text = newest && `The link was opened already: your email address is ${newest.email}.`
      setError('root', { message: text || (root ?? failureText) })
    }
    setCanceling(false)
  }

  const submit = handleSubmit(async (fields) => {
    if (fields.email === email)
      return pendingEmail ? cancel() : void toast.info('This is your address already.')
    try {
      const json = { email: fields.email, ...(fields.password && { password: fields.password }) }
      const saved = await saveProfile({ json })
      show(saved)
      if (saved.pendingEmail) toast.success(`We have sent a link to ${saved.pendingEmail}.`)
      else toast.success('Your email address is changed.')
    } catch (error) {
      const messages = toFormErrors(error)
      showMessages(messages, ['email', 'password'], setError)
      if (messages['root']) setError('root', { message: messages['root'] })
    }
  })
  const field = (name: 'email' | 'password') => ({
    ...register(name, { onChange: () => clearErrors() }),
    error: errors[name]?.message,
  })

  return (
    <form
      method="post"
      noValidate
      aria-label="Email address"
      aria-busy={isBusy}
      className="grid max-w-[28rem] gap-5"
      onSubmit={(event) => {
        event.preventDefault()
        if (!isBusy) void submit(event)
      }}
    >
      {pendingEmail && (
        <p role="status" className="border-l-[6px] border-flag-yellow bg-sheet px-4 py-3">
          Open the link in our email to <strong className="wrap-anywhere">{pendingEmail}</strong> to finish
          the change. It works for 24 hours.
        </p>
      )}
      {pendingEmail && (
        <div>
          <Button
            variant="quiet"
            aria-disabled={isBusy || undefined}
            onClick={() => void (isBusy || cancel())}
          >
            Cancel the change
          </Button>
        </div>
      )}
      <Field
        label="Email address"
        type="email"
        autoComplete="email"
        maxLength={MAX_EMAIL}
        hint={hints[emailChange]}
        {...field('email')}
      />
      {isEdited && (
        <PasswordField
          label="Password"
          id="email-password"
          autoComplete="current-password"
          {...field('password')}
        />
      )}
      {errors.root && <FormNotice text={errors.root.message} />}
      <div>
        <Button type="submit" variant="plain" aria-disabled={isBusy || undefined}>
          {isSubmitting ? 'Saving…' : 'Change email address'}
        </Button>
      </div>
    </form>
  )
}
