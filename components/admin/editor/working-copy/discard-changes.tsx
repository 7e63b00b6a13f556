import clsx from 'clsx'
import { useState } from 'react'
import { toast } from 'sonner'
import { v4 as createUuid } from 'uuid'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { undoAction } from '../../ui/toasts.ts'
import { isCoverChanged, unchangedCover } from '../document.ts'
import type { CoverChange, DocumentFields, StoredDocument } from '../document.ts'
import type { DocumentForm } from '../use-document-form.ts'
import { discardChanges, hasWorkingCopy, saveChanges, usesWorkingCopy } from './requests.ts'

interface DiscardChangesProps<Fields extends DocumentFields> {
  editor: DocumentForm<Fields>
  onDiscarded: (live: StoredDocument<Fields>) => void
}

/** Restores the cover of the discarded changes: its URL contains the id of the image. */
function coverChange(own: string | null, live: string | null): CoverChange {
  if (own === live) return unchangedCover
  const id = /\/([\w-]{22})-[\d-]+\.webp$/.exec(own ?? '')?.[1]
  return own !== null && id
    ? { ...unchangedCover, media: { id, url: own } }
    : { ...unchangedCover, removed: true }
}

export function DiscardChanges<Fields extends DocumentFields>(props: DiscardChangesProps<Fields>) {
  const { editor, onDiscarded } = props
  const { kind, stored, dirty, autosave, progress, locked } = editor
  const isOff = locked || progress !== null
  const [confirming, setConfirming] = useState(false)
  if (!usesWorkingCopy(stored)) return null
  const hasChanges = dirty || hasWorkingCopy(stored)

  const discard = async () => {
    setConfirming(false)
    autosave.stop()
    const own = (await autosave.settled()) ?? stored
    try {
      const mine = { fields: editor.getFields(), cover: editor.cover }
      const live = await discardChanges(kind, own)
      editor.leave()
      toast.success(
        'Changes discarded.',
        undoAction(() => void bringBack(live, own, mine)),
      )
      onDiscarded(live)
    } catch {
      autosave.resume()
      toast.error('The changes could not be discarded. Reload the page and try again.')
    }
  }

  const bringBack = async (
    live: StoredDocument<Fields>,
    own: StoredDocument<Fields>,
    { fields, cover }: { fields: Fields; cover: CoverChange },
  ) => {
    if (!usesWorkingCopy(live)) return
    const change = isCoverChanged(cover) ? cover : coverChange(own.cover, live.cover)
    try {
      const save = { stored: live, fields, cover: change, tab: createUuid(), automatic: true }
      onDiscarded(await saveChanges(kind, save))
      toast.success('The changes are back. Visitors do not see them yet.')
    } catch {
      toast.error('The changes could not be brought back. Someone may have changed the post since.')
    }
  }

  return (
    <>
      <button
        type="button"
        // Without changes it only has its place, so that the first change moves nothing.
        className={clsx('link inline-flex min-h-11 items-center', !hasChanges && 'invisible')}
        aria-disabled={isOff || undefined}
        onClick={() => !isOff && setConfirming(true)}
      >
        Discard changes
      </button>
      <ConfirmDialog
        open={confirming}
        title="Discard your changes?"
        question={`Everything that was changed in this ${kind.noun} since it was last published is removed from the editor and stays in its history. Visitors see no difference.`}
        confirmLabel="Discard changes"
        destructive
        onClose={() => setConfirming(false)}
        onConfirm={() => void discard()}
      />
    </>
  )
}
