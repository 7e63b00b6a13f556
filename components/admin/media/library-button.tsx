import { Images } from 'lucide-react'
import dynamic from 'next/dynamic'
import * as Toolbar from 'radix-ui/toolbar'
import { useRef, useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import type { MediaItem } from '#contract/media.ts'
import { useStats } from '../frame/use-stats.ts'

const MediaPicker = dynamic(() => import('./media-picker.tsx').then((module) => module.MediaPicker), {
  ssr: false,
})

const useHasLibrary = () => useStats()?.media !== undefined

interface LibraryButtonProps {
  onChoose: (item: MediaItem) => void
}

export function LibraryButton({ onChoose }: LibraryButtonProps) {
  const hasLibrary = useHasLibrary()
  const [open, setOpen] = useState(false)
  if (!hasLibrary) return null
  return (
    <>
      <Button variant="plain" onClick={() => setOpen(true)}>
        Media library
      </Button>
      {open && (
        <MediaPicker
          onChoose={(item) => {
            setOpen(false)
            onChoose(item)
          }}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}

interface LibraryToolProps extends LibraryButtonProps {
  /** Gets the focus after an image was chosen. */
  editor: () => HTMLElement | undefined
}

export function LibraryTool({ onChoose, editor }: LibraryToolProps) {
  const hasLibrary = useHasLibrary()
  const returnFocus = useRef<HTMLElement>(null)
  const [open, setOpen] = useState(false)
  if (!hasLibrary) return null
  return (
    <>
      <Toolbar.Button
        className="editor-tool"
        aria-label="Image from the media library"
        title="Image from the media library"
        onClick={() => {
          returnFocus.current = null
          setOpen(true)
        }}
      >
        <Images className="size-4" aria-hidden="true" />
      </Toolbar.Button>
      {open && (
        <MediaPicker
          returnFocus={returnFocus}
          onChoose={(item) => {
            returnFocus.current = editor() ?? null
            setOpen(false)
            onChoose(item)
          }}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}
