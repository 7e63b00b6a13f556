import clsx from 'clsx'
import { useRef, useState } from 'react'
import { useFormContext, useFormState, useWatch } from 'react-hook-form'
import { Button } from '#components/ui/button.tsx'
import { Field } from '#components/ui/field.tsx'
import { ApiError } from '#contract/errors.ts'
import { MAX_ALT } from '#contract/limits.ts'
import { ImageInput, useFileDrop } from '../media/image-input.tsx'
import { prepareImage } from '../media/images.ts'
import { LibraryButton } from '../media/library-button.tsx'
import type { CoverChange, DocumentFields } from './document.ts'
import { FilePicture } from './image-dialog.tsx'
import { useTextField } from './use-text-field.ts'

interface CoverFieldProps {
  stored: string | null
  cover: CoverChange
  onChange: (change: CoverChange) => void
  onUploads: (change: 1 | -1) => void
}

function usePreparedImage(onUploads: CoverFieldProps['onUploads']) {
  const latest = useRef<File>(undefined)
  const [preparing, setPreparing] = useState(false)
  const [error, setError] = useState<string | null>(null)

  const stop = () => {
    if (latest.current) onUploads(-1)
    latest.current = undefined
    setPreparing(false)
  }
  /** Resolves with null when the file cannot be used or was replaced. */
  const prepare = async (file: File): Promise<File | null> => {
    stop()
    latest.current = file
    setPreparing(true)
    onUploads(1)
    try {
      const prepared = await prepareImage(file)
      return latest.current === file ? prepared : null
    } catch (problem) {
      if (latest.current !== file) return null
      stop()
      setError(problem instanceof ApiError ? problem.message : 'The image could not be read.')
      return null
    }
  }
  const reset = () => {
    stop()
    setError(null)
  }
  return { prepare, preparing, error, reset }
}

export function CoverField({ stored, cover, onChange, onUploads }: CoverFieldProps) {
  const { clearErrors, getValues, setValue } = useFormContext<DocumentFields>()
  const { errors } = useFormState<DocumentFields>()
  const alt = useWatch<DocumentFields, 'coverAlt'>({ name: 'coverAlt' })
  const altProps = useTextField<DocumentFields>('coverAlt')
  const fileInput = useRef<HTMLInputElement>(null)
  const chooseButton = useRef<HTMLButtonElement>(null)
  const { prepare, preparing, error: fileError, reset } = usePreparedImage(onUploads)
  const shown = cover.file ?? cover.media?.url ?? (cover.removed ? null : stored)
  const error = fileError ?? errors.root?.['coverImage']?.message

  const change = (next: CoverChange) => {
    reset()
    clearErrors('root.coverImage')
    onChange(next)
  }
  const choose = async ([file]: File[]) => {
    if (!file) return
    const formerAlt = getValues('coverAlt')
    const prepared = await prepare(file)
    if (!prepared) return
    change({ file: prepared, removed: false })
    // A text that was typed meanwhile describes the new image.
    if (getValues('coverAlt') === formerAlt) setValue('coverAlt', '', { shouldDirty: true })
  }
  const remove = () => {
    change({ file: null, removed: stored !== null })
    setValue('coverAlt', '', { shouldDirty: true })
    clearErrors('coverAlt')
    chooseButton.current?.focus()
  }
  const { isOver, dropProps } = useFileDrop((files) => void choose(files))

  return (
    <div className="grid content-start gap-1.5" role="group" aria-label="Cover image">
      <p className="font-semibold">Cover image</p>
      <p id="cover-hint" className="text-sm text-muted">
        PNG/JPG/WEBP max 5MB
      </p>
      <p id="cover-sizes" className="text-sm text-muted">
        Photos up to 30 MB are resized before upload.
      </p>
      <p role="status" className={preparing ? 'text-sm text-muted' : 'sr-only'}>
        {preparing ? 'Making the image smaller…' : cover.file && 'Image chosen.'}
      </p>
      <div className="editor-cover" data-over={isOver} {...dropProps}>
        {shown ? (
          <Picture source={shown} alt={alt.trim() || 'Cover image without a description'} />
        ) : (
          <p className="text-sm text-muted">
            Drop an image here or choose one. Without an image, the cover is drawn from flags.
          </p>
        )}
        <div className="flex flex-wrap gap-x-6.5 gap-y-2">
          <div className="flex flex-wrap gap-2">
            <Button
              ref={chooseButton}
              variant="plain"
              aria-describedby={clsx('cover-hint cover-sizes', error && 'cover-error')}
              onClick={() => fileInput.current?.click()}
            >
              {shown ? 'Replace image' : 'Choose image'}
            </Button>
            <LibraryButton
              onChoose={(item) => {
                change({ file: null, removed: false, media: { id: item.id, url: item.url } })
                setValue('coverAlt', item.alt, { shouldDirty: true })
              }}
            />
          </div>
          {shown && (
            <Button variant="quiet" className="-ml-4.5" onClick={remove}>
              Remove image
            </Button>
          )}
        </div>
      </div>
      <ImageInput ref={fileInput} onFiles={(files) => void choose(files)} />
      {error && (
        <p id="cover-error" role="alert" className="control-error">
          {error}
        </p>
      )}
      {shown && (
        <Field
          label="Alternative text"
          hint="Describe the image for people who can't see it. Leave this empty for an image that the media library marks as decoration."
          className="mt-2"
          maxLength={MAX_ALT}
          {...altProps}
        />
      )}
    </div>
  )
}

function Picture({ source, alt }: { source: File | string; alt: string }) {
  const className = 'aspect-[16/10] w-full object-cover'
  if (source instanceof File) return <FilePicture file={source} alt={alt} className={className} />
  return <img src={source} alt={alt} className={className} />
}
