import * as Dialog from 'radix-ui/dialog'
import { useEffect, useRef, useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { Field } from '#components/ui/field.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { MAX_ALT } from '#contract/limits.ts'
import { useTypedText } from '../ui/use-typed-text.tsx'

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

interface ImageDialogProps {
  file: File
  alt: string
  /** Resolves with an error message when the upload fails, and with null when it succeeds. */
  failure: Promise<string | null>
  answer: (described: Described | null) => void
  onClosed: () => void
}

export interface Described {
  alt: string
  again: boolean
}

export function ImageDialog({ file, failure, answer, onClosed, ...props }: ImageDialogProps) {
  const [alt, setAlt] = useState(props.alt)
  const [reason, setReason] = useState<string | null>(null)
  const typedText = useTypedText({ onClose: () => answer(null) })
  useEffect(() => {
    void failure.then(setReason)
  }, [failure])
  return (
    <Dialog.Root open onOpenChange={(open) => !open && answer(null)}>
      <Dialog.Portal>
        <Dialog.Overlay className="staff-overlay" />
        <Dialog.Content
          className="staff-dialog"
          aria-describedby={undefined}
          onCloseAutoFocus={(event) => {
            event.preventDefault()
            onClosed()
          }}
          {...typedText.handlers}
        >
          <Dialog.Title className="text-xl font-bold">Add image</Dialog.Title>
          <form
            method="post"
            className="mt-4 grid gap-4"
            onSubmit={(event) => {
              event.preventDefault()
              // React bubbles events of the dialog to the form of the post.
              event.stopPropagation()
              answer({ alt, again: reason !== null })
            }}
          >
            <FilePicture file={file} alt="" className="h-56 w-full object-contain object-left" />
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
            <div className="flex flex-wrap justify-end gap-3">
              <Button variant="quiet" onClick={() => answer(null)}>
                Cancel
              </Button>
              <Button type="submit">{reason ? 'Try again' : 'Insert image'}</Button>
            </div>
          </form>
        </Dialog.Content>
      </Dialog.Portal>
      {typedText.question}
    </Dialog.Root>
  )
}
