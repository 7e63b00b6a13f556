import { useEffect, useRef, useState, type DragEvent } from 'react'
import { Button } from '#components/ui/button.tsx'
import { Field } from '#components/ui/field.tsx'
import { acceptedImages, imageFault } from './image-file.ts'
import type { CoverChange, FieldErrors } from './post-fields.ts'

interface CoverFieldProps {
  stored: string | null
  change: CoverChange
  alt: string
  errors: FieldErrors
  onChange: (change: CoverChange) => void
  onAlt: (alt: string) => void
}

/** An address for a file that is not uploaded yet; given back when the file goes. */
function FilePicture({ file, alt }: { file: File; alt: string }) {
  const picture = useRef<HTMLImageElement>(null)
  useEffect(() => {
    const address = URL.createObjectURL(file)
    if (picture.current) picture.current.src = address
    return () => URL.revokeObjectURL(address)
  }, [file])
  return <img ref={picture} alt={alt} className="aspect-[16/10] w-full object-cover" />
}

/** The picture above a post: chosen or dropped, looked at, described, removed. It is sent with the post. */
export function CoverField({ stored, change, alt, errors, onChange, onAlt }: CoverFieldProps) {
  const chooser = useRef<HTMLInputElement>(null)
  const [fault, setFault] = useState<string | null>(null)
  const [over, setOver] = useState(false)
  const shown = change.file ?? (change.removed ? null : stored)
  const error = fault ?? errors['coverImage']
  const description = alt.trim() || 'The cover, not described yet'

  const take = (file: File | undefined) => {
    if (!file) return
    const refused = imageFault(file)
    setFault(refused)
    if (!refused) onChange({ file, removed: false })
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
      <div
        className="editor-cover"
        data-over={over}
        onDragOver={(event) => drag(event, true)}
        onDragLeave={(event) => drag(event, false)}
        onDrop={(event) => {
          drag(event, false)
          take(event.dataTransfer.files[0])
        }}
      >
        {shown instanceof File ? (
          <FilePicture file={shown} alt={description} />
        ) : shown ? (
          <img src={shown} alt={description} className="aspect-[16/10] w-full object-cover" />
        ) : (
          <p className="text-sm text-muted">
            Drop an image here, or choose one. Without a cover, flags are drawn.
          </p>
        )}
        <div className="flex flex-wrap gap-2">
          <Button
            variant="plain"
            aria-describedby={error ? 'cover-hint cover-error' : 'cover-hint'}
            onClick={() => chooser.current?.click()}
          >
            {shown ? 'Replace image' : 'Choose image'}
          </Button>
          {shown && (
            <Button
              variant="quiet"
              onClick={() => {
                setFault(null)
                onChange({ file: null, removed: stored !== null })
              }}
            >
              Remove image
            </Button>
          )}
        </div>
      </div>
      <input
        ref={chooser}
        type="file"
        accept={acceptedImages}
        hidden
        onChange={({ target }) => {
          take(target.files?.[0])
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
          name="coverAlt"
          hint="What the picture shows, for whoever cannot see it."
          value={alt}
          error={errors['coverAlt']}
          onChange={({ target }) => onAlt(target.value)}
          className="mt-2"
        />
      )}
    </div>
  )
}
