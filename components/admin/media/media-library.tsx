'use client'

import { useState } from 'react'
import type { MediaItem } from '#contract/media.ts'
import { useUrlState } from '../ui/use-url-state.ts'
import { DeleteMediaDialog } from './delete-media-dialog.tsx'
import { MediaBrowser } from './media-browser.tsx'
import { MediaDialog } from './media-dialog.tsx'
import { mediaUrlFormat } from './media-query.ts'

export function MediaLibrary() {
  const [state, setState] = useUrlState(mediaUrlFormat)
  const [open, setOpen] = useState<MediaItem | null>(null)
  const [deleting, setDeleting] = useState<MediaItem | null>(null)
  /** The upload of a new file may end after its dialog was closed, or while another image is open. */
  const showReplaced = (item: MediaItem) => setOpen((current) => (current?.id === item.id ? item : current))
  return (
    <>
      <MediaBrowser state={state} onState={setState} onChoose={setOpen} />
      {open && (
        <MediaDialog
          key={open.id}
          item={open}
          onReplaced={showReplaced}
          onDelete={() => setDeleting(open)}
          onClose={() => setOpen(null)}
        />
      )}
      {deleting && (
        <DeleteMediaDialog
          item={deleting}
          onDeleted={() => setOpen(null)}
          onClose={() => setDeleting(null)}
        />
      )}
    </>
  )
}
