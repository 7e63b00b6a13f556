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
  const [open, setOpen] = useState<{ item: MediaItem; deleting: boolean } | null>(null)
  const close = () => setOpen(null)
  /** For a save or upload that may end after its dialog was closed, or while another image is open. */
  const ifOpen = (id: string, next: MediaItem | null) =>
    setOpen((current) =>
      current?.item.id === id && !current.deleting ? next && { item: next, deleting: false } : current,
    )
  return (
    <>
      <MediaBrowser
        state={state}
        onState={setState}
        onChoose={(item) => setOpen({ item, deleting: false })}
      />
      {open && !open.deleting && (
        <MediaDialog
          key={open.item.id}
          item={open.item}
          onReplaced={(item) => ifOpen(item.id, item)}
          onDelete={() => setOpen({ ...open, deleting: true })}
          onClose={() => ifOpen(open.item.id, null)}
        />
      )}
      {open?.deleting && <DeleteMediaDialog item={open.item} onClose={close} />}
    </>
  )
}
