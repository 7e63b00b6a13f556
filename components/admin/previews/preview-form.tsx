import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import * as z from 'zod'
import { Button } from '#components/ui/button.tsx'
import { Field } from '#components/ui/field.tsx'
import { Notice } from '#components/ui/notice.tsx'
import {
  DEFAULT_PREVIEW_DAYS,
  MAX_PREVIEW_PASSWORD,
  MIN_PREVIEW_PASSWORD,
  previewDays,
  previewInputSchema,
} from '#contract/previews.ts'
import { countOf } from '#lib/counts.ts'
import { changeErrorText, showFieldErrors } from '../error-text.ts'
import { BusyStatus } from '../ui/change-dialog.tsx'
import type { useChangePreviews } from './previews-query.ts'

const formSchema = z.object({
  days: z.string().transform(Number),
  password: previewInputSchema.shape.password.unwrap(),
})

interface PreviewFormProps extends Pick<ReturnType<typeof useChangePreviews>, 'create'> {
  onClose: () => void
}

export function PreviewForm({ create, onClose }: PreviewFormProps) {
  const { register, handleSubmit, setError, clearErrors, formState } = useForm({
    defaultValues: { days: String(DEFAULT_PREVIEW_DAYS), password: '' },
    resolver: zodResolver(formSchema),
    reValidateMode: 'onSubmit',
  })
  const { errors } = formState
  const submit = handleSubmit(async (input) => {
    await create.mutateAsync(previewInputSchema.parse(input)).catch((error: unknown) => {
      if (!showFieldErrors(error, ['password'], setError))
        setError('root', { message: changeErrorText(error) })
    })
  })
  return (
    <form
      method="post"
      noValidate
      aria-label="New link"
      className="mt-4 grid gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        // React bubbles events of the dialog to the form of the editor.
        event.stopPropagation()
        if (!create.isPending) void submit()
      }}
    >
      <fieldset>
        <legend className="font-semibold">Works for</legend>
        <div className="flex flex-wrap gap-x-6">
          {previewDays.map((days) => (
            <label key={days} className="flex min-h-11 items-center gap-2">
              <input type="radio" value={days} className="size-5 accent-signal" {...register('days')} />
              {countOf(days, 'day')}
            </label>
          ))}
        </div>
      </fieldset>
      <Field
        label="Password (optional)"
        id="preview-password"
        hint={`At least ${MIN_PREVIEW_PASSWORD} characters. Tell it to the reader in another way than the link.`}
        autoComplete="off"
        maxLength={MAX_PREVIEW_PASSWORD}
        error={errors.password?.message}
        readOnly={create.isPending}
        {...register('password', { onChange: () => clearErrors() })}
      />
      {errors.root && <Notice tone="error">{errors.root.message}</Notice>}
      <BusyStatus busy={create.isPending} label="Creating the link…" />
      <div className="flex flex-wrap justify-end gap-3">
        <Button variant="quiet" aria-disabled={create.isPending || undefined} onClick={onClose}>
          Close
        </Button>
        <Button type="submit" aria-disabled={create.isPending || undefined}>
          Create link
        </Button>
      </div>
    </form>
  )
}
