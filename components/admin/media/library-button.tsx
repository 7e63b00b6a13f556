import { Images } from 'lucide-react'
import * as Toolbar from 'radix-ui/toolbar'
import { createElement, useRef, useState, type ComponentProps } from 'react'
import { toast } from 'sonner'
import { Button } from '#components/ui/button.tsx'
import type { MediaItem } from '#contract/media.ts'
import { useLock } from '../editor/presence/lock.tsx'
import { useStats } from '../frame/use-stats.ts'
import { usePart } from '../ui/use-part.ts'

const loadPicker = () => import('./media-picker.tsx').then(({ MediaPicker }) => MediaPicker)

function MediaPicker(props: ComponentProps<Awaited<ReturnType<typeof loadPicker>>>) {
  const Picker = usePart(loadPicker, { isOpen: true, onFailure: props.onClose })
  return Picker && createElement(Picker, props)
}

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
  editor: () => HTMLElement | undefined
}

export function LibraryTool({ onChoose, editor }: LibraryToolProps) {
  const hasLibrary = useHasLibrary()
  const { locked } = useLock()
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
            if (locked)
              toast.error('The image was not inserted, because someone else took over.', {
                description: 'You can find it in the media library.',
              })
            else onChoose(item)
          }}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}
