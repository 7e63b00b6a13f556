import { useEffect, useRef, useState, type RefObject } from 'react'
import { Flag } from '#components/flags/flag.tsx'
import { Button } from '#components/ui/button.tsx'
import type { Photo } from '#contract/authors.ts'
import { initialsOf } from '#lib/authors/author.ts'
import { ImageInput, useFileDrop } from '../media/image-input.tsx'

export interface PhotoChange {
  file: File | null
  removed: boolean
  changed: boolean
  x: number
  y: number
}

export const storedPhoto = (photo: Photo | null): PhotoChange => ({
  file: null,
  removed: false,
  changed: false,
  x: photo?.x ?? 50,
  y: photo?.y ?? 50,
})

interface PhotoFieldProps {
  stored: Photo | null
  name: string
  photo: PhotoChange
  error: string | undefined
  button: RefObject<HTMLButtonElement | null>
  preparing: boolean
  onChoose: (file: File) => void
  onChange: (photo: PhotoChange) => void
  onCrop: (photo: PhotoChange) => void
}

export function PhotoField(props: PhotoFieldProps) {
  const { stored, name, photo, error, button, preparing, onChoose, onChange, onCrop } = props
  const input = useRef<HTMLInputElement>(null)
  const source = photo.file ?? (photo.removed ? undefined : stored?.sources[0]?.url)

  const choose = ([file]: File[]) => file && onChoose(file)
  const { isOver, dropProps } = useFileDrop(choose)
  return (
    <div role="group" aria-label="Photo" className="grid gap-3">
      <p className="font-semibold">Photo</p>
      <div className="flex flex-wrap items-start gap-5" {...dropProps}>
        {source === undefined ? (
          <div className="profile-crop" data-over={isOver}>
            <Flag signal={initialsOf(name).charAt(0)} className="size-full" />
          </div>
        ) : (
          <Crop source={source} over={isOver} photo={photo} onChange={onCrop} />
        )}
        <div className="grid min-w-[min(12rem,100%)] flex-1 gap-3">
          <p id="photo-hint" className="text-sm text-muted">
            {preparing
              ? 'Making the image smaller…'
              : 'PNG, JPG or WebP, up to 30 MB. It is shown as a square; without one, readers see the flag of your initial.'}
          </p>
          <div className="flex flex-wrap gap-x-6.5 gap-y-2">
            <Button
              ref={button}
              variant="plain"
              aria-describedby={error ? 'photo-error' : 'photo-hint'}
              onClick={() => input.current?.click()}
            >
              {source === undefined ? 'Choose photo' : 'Replace photo'}
            </Button>
            {source !== undefined && (
              <Button
                variant="quiet"
                className="-ml-4.5"
                onClick={() => {
                  onChange({ ...photo, file: null, removed: stored !== null, changed: stored !== null })
                  button.current?.focus()
                }}
              >
                Remove photo
              </Button>
            )}
          </div>
          <div role="alert">
            {error && (
              <p id="photo-error" className="control-error">
                {error}
              </p>
            )}
          </div>
        </div>
      </div>
      <ImageInput ref={input} aria-label="Photo file" onFiles={choose} />
    </div>
  )
}

interface CropProps {
  source: File | string
  over: boolean
  photo: PhotoChange
  onChange: (photo: PhotoChange) => void
}

/** A square crop can only move along the longer side. */
function Crop({ source, over, photo, onChange }: CropProps) {
  const image = useRef<HTMLImageElement>(null)
  const [side, setSide] = useState<'x' | 'y'>()
  useEffect(() => {
    if (!image.current) return
    const url = source instanceof File ? URL.createObjectURL(source) : source
    image.current.src = url
    return () => URL.revokeObjectURL(url)
  }, [source])
  return (
    <div className="grid w-36 gap-1">
      <img
        ref={image}
        alt="Your photo, as readers see it"
        className="profile-crop"
        data-over={over}
        style={{ objectPosition: `${photo.x}% ${photo.y}%` }}
        onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) => {
          const longer = naturalWidth > naturalHeight ? 'x' : 'y'
          setSide(naturalWidth === naturalHeight ? undefined : longer)
        }}
      />
      {side && (
        <label className="grid text-sm text-muted">
          {side === 'x' ? 'Crop: left to right' : 'Crop: top to bottom'}
          <input
            type="range"
            min={0}
            max={100}
            value={photo[side]}
            className="profile-slider"
            onChange={({ target }) => onChange({ ...photo, [side]: Number(target.value), changed: true })}
          />
        </label>
      )}
    </div>
  )
}
