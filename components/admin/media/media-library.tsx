'use client'

import { useState } from 'react'
import type { MediaItem } from '#contract/media.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { useChangedFields } from '../ui/use-changed-fields.ts'
import { useLeaveGuard } from '../ui/use-leave-guard.ts'
import { useUrlState } from '../ui/use-url-state.ts'
import { DeleteMediaDialog } from './delete-media-dialog.tsx'
import { MediaBrowser } from './media-browser.tsx'
import { MediaDialog } from './media-dialog.tsx'
import { mediaUrlFormat } from './media-query.ts'
import { useUploads } from './use-uploads.ts'

export function MediaLibrary() {
  const [state, setState] = useUrlState(mediaUrlFormat)
  const uploads = useUploads()
  const { hasChanges, onFocus } = useChangedFields()
  const guard = useLeaveGuard(uploads.isUploading, { hasMore: hasChanges, staysOnPath: true })
  const [open, setOpen] = useState<MediaItem | null>(null)
  const [deleting, setDeleting] = useState<MediaItem | null>(null)
  /** The upload of a new file may end after its dialog was closed, or while another image is open. */
  const showReplaced = (item: MediaItem) => setOpen((current) => (current?.id === item.id ? item : current))
  return (
    <>
      <div onFocus={onFocus}>
        <MediaBrowser uploads={uploads} state={state} onState={setState} onChoose={setOpen} />
      </div>
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
      <ConfirmDialog
        open={guard.confirming}
        title="Leave without saving?"
        question={
          uploads.isUploading
            ? 'Images are still being uploaded. Those that are not finished may be lost when you leave.'
            : 'The text of an uploaded image is not saved. It is lost when you leave.'
        }
        confirmLabel="Leave"
        destructive
        onClose={guard.stay}
        onConfirm={guard.leave}
      />
    </>
  )
}
