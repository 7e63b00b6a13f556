'use client'

import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { toast } from 'sonner'
import { Button } from '#components/ui/button.tsx'
import { Field } from '#components/ui/field.tsx'
import { Notice } from '#components/ui/notice.tsx'
import {
  MAX_CAPTION,
  MAX_MEDIA_NAME,
  mediaItemResponseSchema,
  mediaUpdateSchema,
  type MediaItem,
  type MediaUpdate,
} from '#contract/media.ts'
import { isVersionConflict } from '../api.ts'
import { showFieldErrors } from '../error-text.ts'
import { listChanges, mergeFields } from '../merge-fields.ts'
import { refetch } from '../refetch.ts'
import { saveChanges } from '../save-changes.ts'
import { Dialog } from '../ui/dialog.tsx'
import { Timestamp } from '../ui/timestamp.tsx'
import { AltFields, saveFailureText } from './describe-form.tsx'
import { FocusField } from './focus-field.tsx'
import { nameOf, sizeOf, widthWithin } from './media-grid.tsx'
import { mediaListKey, pathOf, readItem } from './media-query.ts'
import { ReplaceButton } from './replace-button.tsx'
import { UseList } from './use-list.tsx'

interface MediaDialogProps {
  item: MediaItem
  onReplaced: (item: MediaItem) => void
  onDelete: () => void
  onClose: () => void
}

export function MediaDialog(props: MediaDialogProps) {
  const { item, onClose } = props
  return (
    <Dialog title={nameOf(item)} className="media-details" onClose={onClose}>
      <div className="mt-2 grid gap-5">
        <Facts item={item} />
        {item.editable ? <MediaForm {...props} /> : <ReadOnly item={item} onClose={onClose} />}
      </div>
    </Dialog>
  )
}

const Facts = ({ item }: { item: MediaItem }) => (
  <div className="grid gap-1 text-sm text-muted">
    <p>
      {sizeOf(item)} · uploaded <Timestamp value={item.uploadedAt} short />
      {item.uploadedBy && ` by ${item.uploadedBy}`}
      {item.replacedAt && (
        <>
          {' '}
          · replaced <Timestamp value={item.replacedAt} short />
        </>
      )}
    </p>
    {item.deletedAt && (
      <p>
        Deleted after <Timestamp value={item.deletedAt} short /> unless something uses it. Save it to keep it.
      </p>
    )}
  </div>
)

const ReadOnly = ({ item, onClose }: { item: MediaItem; onClose: () => void }) => (
  <>
    <img
      src={item.sources.at(-1)?.url}
      width={item.width}
      height={item.height}
      alt={item.alt}
      style={{ width: widthWithin(item, 18) }}
    />
    {item.caption && <p>{item.caption}</p>}
    <UseList item={item} />
    <div className="flex justify-end">
      <Button variant="quiet" onClick={onClose}>
        Close
      </Button>
    </div>
  </>
)

function toFields(item: MediaItem): MediaUpdate {
  const { alt, decorative, caption, focus } = item
  return { name: nameOf(item), alt, decorative, caption, focus }
}

/** Sends both parts of the description, because one decides about the other. */
function listMediaChanges(stored: MediaItem, input: MediaUpdate) {
  const changes = listChanges(toFields(stored), input)
  const { alt, decorative } = input
  return 'alt' in changes || 'decorative' in changes ? { ...changes, alt, decorative } : changes
}

function useMediaForm(item: MediaItem) {
  const queries = useQueryClient()
  const [stored, setStored] = useState(item)
  const form = useForm({
    defaultValues: toFields(item),
    resolver: zodResolver(mediaUpdateSchema),
    reValidateMode: 'onSubmit',
  })
  const showNewest = (newest: MediaItem) => {
    form.reset(mergeFields(toFields(stored), form.getValues(), toFields(newest)))
    setStored(newest)
  }
  const save = useMutation({
    mutationFn: (input: MediaUpdate) =>
      saveChanges({
        path: pathOf(item),
        schema: mediaItemResponseSchema,
        stored,
        toFields,
        changes: listMediaChanges(stored, input),
        readNewest: () => readItem(item.id),
        isOther: ({ replacedAt }) => replacedAt !== stored.replacedAt,
        onConflict: showNewest,
      }),
    onSuccess: ({ data }) => {
      toast.success(`“${nameOf(data)}” was saved.`)
      void refetch(queries, mediaListKey)
    },
    onError: async (failure) => {
      showFieldErrors(failure, ['name', 'alt', 'caption'], form.setError)
      if (isVersionConflict(failure)) await refetch(queries, mediaListKey)
    },
  })
  return { form, stored, showNewest, save }
}

function MediaForm({ item, onReplaced, onDelete, onClose }: MediaDialogProps) {
  const { form, stored, showNewest, save } = useMediaForm(item)
  const { control, register, handleSubmit, formState, setValue } = form
  const { mutate, isPending, error } = save
  const values = useWatch({ control })
  const { errors } = formState
  const hasFieldError = errors.name ?? errors.alt ?? errors.caption
  return (
    <form
      method="post"
      noValidate
      className="grid gap-5"
      onSubmit={(event) => {
        event.preventDefault()
        event.stopPropagation()
        // Not called after this form was closed, so that the image can be opened again meanwhile.
        if (!isPending) void handleSubmit((input) => mutate(input, { onSuccess: onClose }))()
      }}
    >
      <FocusField
        item={item}
        focus={{ x: values.focus?.x ?? 50, y: values.focus?.y ?? 50 }}
        onChange={(point) => setValue('focus', point)}
      />
      <AltFields
        alt={values.alt ?? ''}
        decorative={values.decorative ?? false}
        error={errors.alt?.message}
        readOnly={isPending}
        onChange={(answer) => {
          setValue('alt', answer.alt)
          setValue('decorative', answer.decorative)
        }}
      />
      <Field
        label="Caption"
        hint="Shown below the image when it is inserted into a text."
        autoComplete="off"
        maxLength={MAX_CAPTION}
        error={errors.caption?.message}
        readOnly={isPending}
        {...register('caption')}
      />
      <Field
        label="Name"
        hint="For finding it in this library."
        autoComplete="off"
        maxLength={MAX_MEDIA_NAME}
        error={errors.name?.message}
        readOnly={isPending}
        {...register('name')}
      />
      <UseList item={item} />
      {error && !hasFieldError && <Notice tone="error">{saveFailureText(error)}</Notice>}
      <div className="flex flex-wrap items-start gap-3">
        <ReplaceButton
          item={item}
          version={stored.version}
          onReplaced={(replaced) => {
            showNewest(replaced)
            setValue('focus', replaced.focus)
            onReplaced(replaced)
          }}
        />
        <Button variant="quiet" onClick={onDelete}>
          Delete
        </Button>
        <span className="grow" />
        <Button variant="quiet" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" aria-disabled={isPending || undefined}>
          Save
        </Button>
      </div>
    </form>
  )
}
