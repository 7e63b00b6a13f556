'use client'

import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import clsx from 'clsx'
import { useId, useRef } from 'react'
import { useController, useForm } from 'react-hook-form'
import { Button } from '#components/ui/button.tsx'
import { CSV_TOO_LARGE } from '#contract/csv.ts'
import { ApiError, hasErrorCode } from '#contract/errors.ts'
import {
  MAX_IMPORT_ROWS,
  subscriberImportResponseSchema,
  subscriberImportSchema,
  type SubscriberImport,
} from '#contract/subscribers.ts'
import { countOf, formatCount } from '#lib/counts.ts'
import { staffRequest } from '../api.ts'
import { CsvField, readCsv } from '../csv-field.tsx'
import { changeErrorText, showFieldErrors } from '../error-text.ts'
import { refetch } from '../refetch.ts'
import { ChangeDialog } from '../ui/change-dialog.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { useRetryKey } from '../use-retry-key.ts'
import { subscribersKey } from './subscribers-query.ts'

function useImport() {
  const queries = useQueryClient()
  const { headersFor } = useRetryKey()
  return useMutation({
    mutationFn: async (json: { csv: string; consent: true }) => {
      const options = { method: 'POST' as const, json, headers: headersFor(json) }
      return (await staffRequest('/api/subscribers/import', subscriberImportResponseSchema, options)).data
    },
    onSuccess: () => void refetch(queries, subscribersKey),
  })
}

export function ImportSubscribersDialog({ onClose }: { onClose: () => void }) {
  const id = useId()
  const { data, isPending, mutateAsync } = useImport()
  const { control, register, handleSubmit, setError, clearErrors, formState } = useForm({
    resolver: zodResolver(subscriberImportSchema),
    defaultValues: { csv: '' },
    reValidateMode: 'onSubmit',
  })
  const { errors } = formState
  const { ref, onChange } = useController({ name: 'csv', control }).field

  const clear = () => {
    clearErrors()
    onChange('')
  }
  const reading = useRef(Promise.resolve())
  const choose = (file: File) => {
    clear()
    reading.current = readCsv(file).then(onChange, (error: unknown) =>
      setError('csv', { message: error instanceof ApiError ? error.message : 'The file cannot be read.' }),
    )
  }
  const submit = handleSubmit(async (input) => {
    await mutateAsync(input).catch((error: unknown) => {
      if (hasErrorCode(error, 'too_large')) setError('csv', { message: CSV_TOO_LARGE }, { shouldFocus: true })
      else if (!showFieldErrors(error, ['csv'], setError))
        setError('root', { message: changeErrorText(error) })
    })
  })
  if (data) return <Report report={data} onClose={onClose} />
  return (
    <ChangeDialog
      title="Import Subscribers"
      confirmLabel="Import"
      busyLabel="Importing…"
      busy={isPending}
      error={errors.root?.message}
      onConfirm={() => void reading.current.then(() => submit())}
      onClose={onClose}
    >
      <CsvField
        hint={
          <>
            An export of Ghost, Mailchimp, Buttondown, Substack or this site, with at most{' '}
            {formatCount(MAX_IMPORT_ROWS)} subscribers and 5 MB. The first line names the columns, one of them
            email. People who unsubscribed there or here are left out, and removed if they are subscribed
            here, unless they subscribed here later.
          </>
        }
        error={errors.csv?.message}
        locked={isPending}
        inputRef={ref}
        onClear={clear}
        onChoose={choose}
      />
      <div className="grid gap-1.5">
        <label className="flex min-h-11 items-center gap-3">
          <input
            type="checkbox"
            className="size-5 shrink-0 accent-signal"
            aria-describedby={clsx(`${id}-consent`, errors.consent && `${id}-consent-error`)}
            aria-invalid={errors.consent ? true : undefined}
            {...register('consent', { onChange: () => clearErrors('consent') })}
          />
          These people agreed to get the newsletter
        </label>
        <p id={`${id}-consent`} className="text-sm text-muted">
          They are subscribed at once and get no email to confirm their address.
        </p>
        {errors.consent && (
          <p id={`${id}-consent-error`} role="alert" className="control-error">
            {errors.consent.message}
          </p>
        )}
      </div>
    </ChangeDialog>
  )
}

function Report({ report, onClose }: { report: SubscriberImport; onClose: () => void }) {
  const { added, existing, removed, excluded, invalid, problems } = report
  const more = invalid - problems.length
  return (
    <Dialog title="Import Finished" onClose={onClose}>
      <div className="mt-4 grid gap-5">
        <div role="status">
          <ul className="grid gap-1">
            <li className="font-semibold">{formatCount(added)} added</li>
            <li>{formatCount(existing)} already subscribed</li>
            {removed > 0 && (
              <li>{formatCount(removed)} removed, because they unsubscribed according to the file</li>
            )}
            <li>{formatCount(excluded)} left out, because they unsubscribed or cannot be reached</li>
            <li>{countOf(invalid, 'invalid line')}</li>
          </ul>
        </div>
        {problems.length > 0 && (
          <div role="group" aria-label="Invalid lines" tabIndex={0} className="report-lines">
            <ul>
              {problems.map(({ line, message }) => (
                <li key={line}>
                  <strong className="control-error">Line {line}:</strong> {message}
                </li>
              ))}
            </ul>
            {more > 0 && <p className="mt-2">and {formatCount(more)} more</p>}
          </div>
        )}
        <Button className="justify-self-end" onClick={onClose}>
          Close
        </Button>
      </div>
    </Dialog>
  )
}
