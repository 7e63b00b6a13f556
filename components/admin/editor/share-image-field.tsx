import { useRef, useState, type ReactNode } from 'react'
import { Button } from '#components/ui/button.tsx'
import { serverErrorText } from '../error-text.ts'
import { ImageInput } from '../media/image-input.tsx'
import { uploadImage } from '../media/images.ts'

const MIN_WIDTH = 1200

interface ShareImageFieldProps {
  id: string
  hint: string
  isChosen: boolean
  error: string | undefined
  onChange: (image: { url: string; width: number; height: number } | null) => void
  onUploads?: (change: 1 | -1) => void
  /** Shows the chosen image where there is no preview of it. */
  children?: ReactNode
}

export function ShareImageField(props: ShareImageFieldProps) {
  const { id, hint, isChosen, onChange, onUploads, children } = props
  const input = useRef<HTMLInputElement>(null)
  const chooseButton = useRef<HTMLButtonElement>(null)
  const [uploading, setUploading] = useState(false)
  const [failure, setFailure] = useState<string>()
  const error = failure ?? props.error

  const choose = async (file: File | undefined) => {
    if (!file) return
    setUploading(true)
    setFailure(undefined)
    onUploads?.(1)
    try {
      const { sources, width, height } = await uploadImage(file)
      const source = sources.find((candidate) => candidate.width >= MIN_WIDTH) ?? sources.at(-1)
      if (source)
        onChange({
          url: source.url,
          width: source.width,
          height: Math.round((source.width * height) / width),
        })
    } catch (problem) {
      setFailure(serverErrorText(problem, 'The image could not be uploaded. Please try again.'))
    } finally {
      setUploading(false)
      onUploads?.(-1)
    }
  }

  return (
    <div role="group" aria-labelledby={id} className="grid content-start gap-1.5">
      <p id={id} className="font-semibold">
        Share image
      </p>
      <p id={`${id}-hint`} className="text-sm text-muted">
        {hint}
      </p>
      {children}
      <div className="flex flex-wrap gap-x-6.5 gap-y-2">
        <Button
          ref={chooseButton}
          variant="plain"
          aria-disabled={uploading || undefined}
          aria-describedby={error ? `${id}-hint ${id}-error` : `${id}-hint`}
          onClick={() => !uploading && input.current?.click()}
        >
          {uploading ? 'Uploading…' : isChosen ? 'Replace share image' : 'Choose share image'}
        </Button>
        {isChosen && !uploading && (
          <Button
            variant="quiet"
            className="-ml-4.5"
            onClick={() => {
              onChange(null)
              chooseButton.current?.focus()
            }}
          >
            Remove share image
          </Button>
        )}
      </div>
      <ImageInput ref={input} aria-label="Share image" onFiles={([file]) => void choose(file)} />
      {error && (
        <p id={`${id}-error`} role="alert" className="control-error">
          {error}
        </p>
      )}
    </div>
  )
}
