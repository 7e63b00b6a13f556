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
  return (
    <>
      <MediaBrowser
        state={state}
        onState={setState}
        onChoose={(item) => setOpen({ item, deleting: false })}
      />
      {open && !open.deleting && (
        <MediaDialog
          item={open.item}
          onReplaced={(item) => setOpen({ item, deleting: false })}
          onDelete={() => setOpen({ ...open, deleting: true })}
          onClose={close}
        />
      )}
      {open?.deleting && <DeleteMediaDialog item={open.item} onClose={close} />}
    </>
  )
}
