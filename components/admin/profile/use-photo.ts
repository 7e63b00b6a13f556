import { useRef, useState } from 'react'
import { ApiError } from '#contract/errors.ts'
import { prepareImage } from '../media/images.ts'
import { storedPhoto, type PhotoChange } from './photo-field.tsx'
import type { Photo } from '#contract/authors.ts'

const chosen = { removed: false, changed: true, x: 50, y: 50 }

/** A chosen photo is made smaller first; a save waits for that. */
export function usePhoto(stored: Photo | null) {
  const [value, setValue] = useState(() => storedPhoto(stored))
  const [error, setError] = useState<string>()
  const [preparing, setPreparing] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const latest = useRef<Promise<PhotoChange>>(undefined)

  const change = (next: PhotoChange) => {
    latest.current = undefined
    setPreparing(false)
    setValue(next)
  }
  const choose = async (file: File) => {
    const preparation = prepareImage(file).then((small) => ({ ...chosen, file: small }))
    latest.current = preparation
    setError(undefined)
    setPreparing(true)
    try {
      const next = await preparation
      if (latest.current === preparation) change(next)
    } catch (problem) {
      if (latest.current !== preparation) return
      latest.current = undefined
      setPreparing(false)
      setError(problem instanceof ApiError ? problem.message : 'The image could not be read.')
    }
  }
  /** The former photo can be cropped while the chosen one is made smaller, which then replaces it. */
  const crop = (cropped: PhotoChange) => setValue(cropped)
  /** Null when the chosen photo cannot be used, which `error` explains. */
  const prepared = async (): Promise<PhotoChange | null> =>
    latest.current ? latest.current.catch(() => null) : value
  const showSaved = (saved: Photo | null, sent: PhotoChange) =>
    setValue((current) => (current === sent ? storedPhoto(saved) : current))
  return { value, button, change, crop, choose, prepared, preparing, error, setError, showSaved }
}
