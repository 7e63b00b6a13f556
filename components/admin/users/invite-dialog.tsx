'use client'

import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { Field } from '#components/ui/field.tsx'
import { roles } from '#contract/roles.ts'
import { invitationInputSchema } from '#contract/users.ts'
import { changeErrorText, showFieldErrors } from '../error-text.ts'
import { ChangeDialog } from '../ui/change-dialog.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { InvitationLink } from './invitation-link.tsx'
import { roleNames, roleRights } from './role-texts.ts'
import { useInvite } from './use-invite.ts'

export function InviteDialog({ onClose }: { onClose: () => void }) {
  const { invite } = useInvite()
  const { register, handleSubmit, setError, clearErrors, formState } = useForm({
    resolver: zodResolver(invitationInputSchema),
    defaultValues: { email: '', role: 'author' as const },
    reValidateMode: 'onSubmit',
  })
  const { errors } = formState

  const submit = handleSubmit(async (input) => {
    await invite.mutateAsync(input).catch((error: unknown) => {
      if (!showFieldErrors(error, ['email'], setError)) setError('root', { message: changeErrorText(error) })
    })
  })
  if (invite.data)
    return (
      <Dialog title="Invitation" once onClose={onClose}>
        <InvitationLink invitation={invite.data} onDone={onClose} />
      </Dialog>
    )
  return (
    <ChangeDialog
      title="Invite a person"
      confirmLabel="Invite"
      busyLabel="Inviting…"
      busy={invite.isPending}
      error={errors.root?.message}
      onConfirm={() => void submit()}
      onClose={onClose}
    >
      <Field
        label="Email Address"
        type="email"
        autoComplete="off"
        required
        error={errors.email?.message}
        readOnly={invite.isPending}
        {...register('email', { onChange: () => clearErrors() })}
      />
      <fieldset className="grid gap-1">
        <legend className="font-semibold">Role</legend>
        {roles.toReversed().map((role) => (
          <label key={role} className="flex min-h-11 items-center gap-3">
            <input
              type="radio"
              value={role}
              className="size-5 shrink-0 accent-signal"
              {...register('role')}
            />
            <span>
              <span className="font-semibold">{roleNames[role]}</span>{' '}
              <span className="text-muted">{roleRights[role]}</span>
            </span>
          </label>
        ))}
      </fieldset>
    </ChangeDialog>
  )
}
