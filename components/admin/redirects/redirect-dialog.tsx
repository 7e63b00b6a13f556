'use client'

import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { toast } from 'sonner'
import type * as z from 'zod'
import { Field } from '#components/ui/field.tsx'
import { hasErrorCode } from '#contract/errors.ts'
import {
  redirectInputSchema,
  redirectResponseSchema,
  type Redirect,
  type RedirectInput,
} from '#contract/redirects.ts'
import { isVersionConflict, staffRequest } from '../api.ts'
import { changeErrorText, showFieldErrors } from '../error-text.ts'
import { listChanges, mergeFields } from '../merge-fields.ts'
import { refetch } from '../refetch.ts'
import { saveChanges } from '../save-changes.ts'
import { ChangeDialog } from '../ui/change-dialog.tsx'
import { SelectField } from '../ui/select-field.tsx'
import { useRetryKey } from '../use-retry-key.ts'
import { Overridden } from './overridden.tsx'
import { readRedirect, redirectsKey } from './redirects-query.ts'

interface RedirectDialogProps {
  redirect?: Redirect
  from?: string
  onClose: () => void
}

const statusOptions = [
  { value: '301', label: '301: moved permanently' },
  { value: '302', label: '302: elsewhere for now' },
  { value: '410', label: '410: gone, without a replacement' },
]

type Fields = z.input<typeof redirectInputSchema>

const fieldNames = ['from', 'to', 'status'] as const

const toFields = ({ from, to, leadsTo, status }: Pick<Redirect, 'from' | 'to' | 'leadsTo' | 'status'>) => ({
  from,
  to: leadsTo ?? to,
  status: redirectInputSchema.shape.status.catch(301).parse(status),
})

const isGoneStatus = (status: unknown) => Number(status) === 410

/** When only one side says that the page is gone, its target belongs to its status. */
function mergeRedirects(base: Fields, mine: Fields, theirs: Fields): Fields {
  const { to, status } = mine
  const isUnchanged = to === base.to && status === base.status
  const isKept = isUnchanged || isGoneStatus(status) === isGoneStatus(theirs.status)
  return { ...mergeFields(base, mine, theirs), ...(!isKept && { to, status }) }
}

const withoutOrigin = (value: unknown) =>
  typeof value === 'string' && value.trim().startsWith(`${window.location.origin}/`)
    ? value.trim().slice(window.location.origin.length)
    : value

export const pathOf = ({ id }: Redirect) => `/api/redirects/${encodeURIComponent(id)}`

function savedText(name: string, retargeted: string[]): string {
  if (retargeted.length === 0) return name
  const paths = retargeted.map((path) => `“${path}”`).join(', ')
  return `${name} ${paths} ${retargeted.length === 1 ? 'leads' : 'lead'} to the new target as well.`
}

export function RedirectDialog({ redirect, from = '', onClose }: RedirectDialogProps) {
  const queries = useQueryClient()
  const { headersFor } = useRetryKey()
  const [stored, setStored] = useState(redirect)
  const { control, register, handleSubmit, formState, getValues, reset, setError, setValue } = useForm({
    defaultValues: toFields(redirect ?? { from, to: '', status: 301 }),
    resolver: zodResolver(redirectInputSchema),
    reValidateMode: 'onSubmit',
  })
  const isGone = isGoneStatus(useWatch({ control, name: 'status' }))
  const { mutate, isPending, error } = useMutation({
    mutationFn: (input: RedirectInput) => {
      if (!stored) {
        const request = { method: 'POST', json: input, headers: headersFor(input) } as const
        return staffRequest('/api/redirects', redirectResponseSchema, request)
      }
      return saveChanges({
        path: pathOf(stored),
        schema: redirectResponseSchema,
        stored,
        toFields,
        changes: listChanges(toFields(stored), input),
        replacesAll: true,
        readNewest: () => readRedirect(stored.id),
        onConflict: (newest) => {
          reset(mergeRedirects(toFields(stored), getValues(), toFields(newest)))
          setStored(newest)
        },
      })
    },
    onSuccess: async ({ data, retargeted }) => {
      onClose()
      const done = `The redirect from “${data.from}” was ${redirect ? 'saved' : 'created'}.`
      toast.success(savedText(done, retargeted))
      await refetch(queries, redirectsKey)
    },
    onError: async (failure) => {
      showFieldErrors(failure, fieldNames, setError)
      if (hasErrorCode(failure, 'precondition_failed', 'not_found', 'conflict'))
        await refetch(queries, redirectsKey)
    },
  })
  const { errors } = formState
  const hasFieldError = fieldNames.some((name) => errors[name])
  const conflictText = 'Someone else changed this redirect. Save again to replace their changes with yours.'
  const problem = isVersionConflict(error) ? conflictText : changeErrorText(error)
  return (
    <ChangeDialog
      title={redirect ? 'Edit Redirect' : 'New Redirect'}
      confirmLabel={redirect ? 'Save' : 'Create'}
      busyLabel="Saving…"
      busy={isPending}
      error={error && !hasFieldError ? problem : undefined}
      onConfirm={() => {
        // An invalid target that is hidden must not prevent saving.
        if (isGone) setValue('to', '')
        void handleSubmit((input) => mutate(input))()
      }}
      onClose={onClose}
    >
      {stored && <Overridden redirect={stored} />}
      <Field
        label="From"
        hint="A path of this site that has no page, such as /old-page.html."
        autoCapitalize="none"
        autoComplete="off"
        spellCheck={false}
        error={errors.from?.message}
        readOnly={isPending}
        {...register('from', { setValueAs: withoutOrigin })}
      />
      <SelectField
        label="Status"
        hint="Search engines replace the old address with the new one after a 301 only."
        error={errors.status?.message}
        options={statusOptions}
        {...register('status', { valueAsNumber: true })}
      />
      {!isGone && (
        <Field
          label="To"
          hint="A path of this site, or an address that starts with https://."
          autoCapitalize="none"
          autoComplete="off"
          spellCheck={false}
          error={errors.to?.message}
          readOnly={isPending}
          {...register('to')}
        />
      )}
    </ChangeDialog>
  )
}
