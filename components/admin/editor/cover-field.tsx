import { useRef, useState, type DragEvent } from 'react'
import { useFormContext, useFormState, useWatch } from 'react-hook-form'
import { Button } from '#components/ui/button.tsx'
import { Field } from '#components/ui/field.tsx'
import { ApiError } from '#contract/errors.ts'
import { MAX_ALT } from '#contract/limits.ts'
import { acceptedImages, prepareImage } from '../media/images.ts'
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

export function CoverField({ stored, cover, onChange, onUploads }: CoverFieldProps) {
  const { clearErrors, getValues, setValue } = useFormContext<DocumentFields>()
  const { errors } = useFormState<DocumentFields>()
  const alt = useWatch<DocumentFields, 'coverAlt'>({ name: 'coverAlt' })
  const altProps = useTextField<DocumentFields>('coverAlt')
  const fileInput = useRef<HTMLInputElement>(null)
  const chooseButton = useRef<HTMLButtonElement>(null)
  /** The chosen file that is made smaller; a later choice replaces it. */
  const latest = useRef<File>(undefined)
  const [fileError, setFileError] = useState<string | null>(null)
  const [preparing, setPreparing] = useState(false)
  const [over, setOver] = useState(false)
  const shown = cover.file ?? cover.media?.url ?? (cover.removed ? null : stored)
  const error = fileError ?? errors.root?.['coverImage']?.message
  const description = alt.trim() || 'Cover image without a description'

  const stopPreparing = () => {
    if (latest.current) onUploads(-1)
    latest.current = undefined
    setPreparing(false)
  }
  const change = (next: CoverChange) => {
    stopPreparing()
    setFileError(null)
    clearErrors('root.coverImage')
    onChange(next)
  }
  const choose = async (file: File | undefined) => {
    if (!file) return
    const formerAlt = getValues('coverAlt')
    stopPreparing()
    latest.current = file
    setPreparing(true)
    onUploads(1)
    try {
      const prepared = await prepareImage(file)
      if (latest.current !== file) return
      change({ file: prepared, removed: false })
      // A text that was typed meanwhile describes the new image.
      if (getValues('coverAlt') === formerAlt) setValue('coverAlt', '', { shouldDirty: true })
    } catch (problem) {
      if (latest.current !== file) return
      stopPreparing()
      setFileError(problem instanceof ApiError ? problem.message : 'The image could not be read.')
    }
  }
  const drag = (event: DragEvent, isOver: boolean) => {
    event.preventDefault()
    setOver(isOver)
  }

  return (
    <div className="grid content-start gap-1.5" role="group" aria-label="Cover image">
      <p className="font-semibold">Cover image</p>
      <p id="cover-hint" className="text-sm text-muted">
        PNG/JPG/WEBP max 5MB
      </p>
      <p role="status" className="text-sm text-muted">
        {preparing ? 'Making the image smaller…' : 'Photos up to 30 MB are resized before upload.'}
      </p>
      <div
        className="editor-cover"
        data-over={over}
        onDragOver={(event) => drag(event, true)}
        onDragLeave={(event) => drag(event, false)}
        onDrop={(event) => {
          drag(event, false)
          void choose(event.dataTransfer.files[0])
        }}
      >
        {shown instanceof File ? (
          <FilePicture file={shown} alt={description} className="aspect-[16/10] w-full object-cover" />
        ) : shown ? (
          <img src={shown} alt={description} className="aspect-[16/10] w-full object-cover" />
        ) : (
          <p className="text-sm text-muted">
            Drop an image here or choose one. Without an image, the cover is drawn from flags.
          </p>
        )}
        <div className="flex flex-wrap gap-2">
          <Button
            ref={chooseButton}
            variant="plain"
            aria-describedby={error ? 'cover-hint cover-error' : 'cover-hint'}
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
          {shown && (
            <Button
              variant="quiet"
              onClick={() => {
                change({ file: null, removed: stored !== null })
                setValue('coverAlt', '', { shouldDirty: true })
                clearErrors('coverAlt')
                chooseButton.current?.focus()
              }}
            >
              Remove image
            </Button>
          )}
        </div>
      </div>
      <input
        ref={fileInput}
        type="file"
        accept={acceptedImages}
        hidden
        onChange={({ target }) => {
          void choose(target.files?.[0])
          target.value = ''
        }}
      />
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
