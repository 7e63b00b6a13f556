import { useEffect, useRef, useState } from 'react'
import { Field } from '#components/ui/field.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { MAX_ALT } from '#contract/limits.ts'
import { EditDialog } from './edit-dialog.tsx'

interface FilePictureProps {
  file: File
  alt: string
  className?: string
}

export function FilePicture({ file, alt, className }: FilePictureProps) {
  const picture = useRef<HTMLImageElement>(null)
  useEffect(() => {
    const url = URL.createObjectURL(file)
    if (picture.current) picture.current.src = url
    return () => URL.revokeObjectURL(url)
  }, [file])
  return <img ref={picture} alt={alt} className={className} />
}

export interface Description {
  alt: string
  again: boolean
}

interface ImageDialogProps {
  file: File
  alt: string
  /** Resolves with an error message when the upload fails, and with null when it succeeds. */
  failure: Promise<string | null>
  onSubmit: (description: Description) => void
  onCancel: () => void
  onClosed: () => void
}

export function ImageDialog({ file, failure, onSubmit, onCancel, onClosed, ...props }: ImageDialogProps) {
  const [alt, setAlt] = useState(props.alt)
  const [reason, setReason] = useState<string | null>(null)
  useEffect(() => {
    void failure.then(setReason)
  }, [failure])
  return (
    <EditDialog
      title="Add image"
      action={reason ? 'Try again' : 'Insert image'}
      onSubmit={() => onSubmit({ alt, again: reason !== null })}
      onClose={onCancel}
      onClosed={onClosed}
    >
      <FilePicture file={file} alt="" className="max-h-56 max-w-full" />
      <Field
        label="Alternative text"
        name="image-alt"
        hint="Describe the image for people who can't see it. Leave it empty if the image is only decoration."
        autoComplete="off"
        maxLength={MAX_ALT}
        value={alt}
        onChange={({ target }) => setAlt(target.value)}
      />
      {reason && <Notice tone="error">{reason}</Notice>}
    </EditDialog>
  )
}
