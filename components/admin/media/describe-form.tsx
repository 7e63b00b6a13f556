'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useId, useRef, useState, type RefCallback } from 'react'
import { Button } from '#components/ui/button.tsx'
import { Field } from '#components/ui/field.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { MAX_ALT } from '#contract/limits.ts'
import { mediaItemResponseSchema, type MediaItem } from '#contract/media.ts'
import { isBlank } from '#contract/text.ts'
import { conflictVersion, isVersionConflict, staffRequest, versionHeader } from '../api.ts'
import { changeErrorText } from '../error-text.ts'
import { refetch } from '../refetch.ts'
import { mediaListKey, pathOf } from './media-query.ts'

interface AltFieldsProps {
  alt: string
  decorative: boolean
  error?: string | undefined
  inputRef?: RefCallback<HTMLElement>
  readOnly: boolean
  onChange: (description: { alt: string; decorative: boolean }) => void
}

export function AltFields({ alt, decorative, error, inputRef, readOnly, onChange }: AltFieldsProps) {
  const id = useId()
  return (
    <div className="grid gap-2">
      {!decorative && (
        <Field
          ref={inputRef}
          id={id}
          label="Alternative text"
          name="alt"
          hint="Describe the image for people who can't see it."
          autoComplete="off"
          maxLength={MAX_ALT}
          error={error}
          readOnly={readOnly}
          value={alt}
          onChange={({ target }) => onChange({ alt: target.value, decorative })}
        />
      )}
      <label className="flex min-h-11 items-center gap-3">
        <input
          type="checkbox"
          className="size-5 accent-signal"
          checked={decorative}
          aria-disabled={readOnly || undefined}
          onChange={({ target }) => !readOnly && onChange({ alt, decorative: target.checked })}
        />
        The image is only decoration
      </label>
    </div>
  )
}

export const saveFailureText = (error: unknown) =>
  isVersionConflict(error)
    ? 'Someone else changed this image. Save again to replace their changes with yours.'
    : changeErrorText(error)

interface DescribeFormProps {
  item: MediaItem
  submitLabel: string
  onDescribed: (item: MediaItem) => void
}

export function DescribeForm({ item, submitLabel, onDescribed }: DescribeFormProps) {
  const queries = useQueryClient()
  const [description, setDescription] = useState({ alt: item.alt, decorative: item.decorative })
  const [version, setVersion] = useState(item.version)
  const [missing, setMissing] = useState(false)
  const field = useRef<HTMLElement>(null)
  const { mutate, isPending, error } = useMutation({
    mutationFn: async (json: typeof description) => {
      if (!item.editable) return { ...item, ...json }
      const request = { method: 'PUT', json, headers: versionHeader(version) } as const
      return (await staffRequest(pathOf(item), mediaItemResponseSchema, request)).data
    },
    onSuccess: () => void refetch(queries, mediaListKey),
    onError: async (failure) => {
      setVersion(conflictVersion(failure, version))
      if (isVersionConflict(failure)) await refetch(queries, mediaListKey)
    },
  })
  const problem = missing ? 'Enter a text, or choose that the image is only decoration.' : undefined
  return (
    <form
      method="post"
      noValidate
      className="grid gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        event.stopPropagation()
        const isMissing = !description.decorative && isBlank(description.alt)
        setMissing(isMissing)
        if (isMissing) field.current?.focus()
        if (isMissing || isPending) return
        const json = { ...description, alt: description.decorative ? '' : description.alt.trim() }
        // Not called after this form was closed, so that a canceled image is not used.
        mutate(json, { onSuccess: onDescribed })
      }}
    >
      <AltFields
        {...description}
        inputRef={(input) => {
          field.current = input
        }}
        error={error ? saveFailureText(error) : problem}
        readOnly={isPending}
        onChange={setDescription}
      />
      {error && description.decorative && <Notice tone="error">{saveFailureText(error)}</Notice>}
      <div>
        <Button type="submit" variant="plain" aria-disabled={isPending || undefined}>
          {submitLabel}
        </Button>
      </div>
    </form>
  )
}
