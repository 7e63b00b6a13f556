import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { toast } from 'sonner'
import { ApiError, type ErrorDetails } from '#contract/errors.ts'
import { replaceToast } from '../ui/toasts.ts'
import { useIsMounted, useIsShown } from '../ui/use-is-shown.ts'
import { isInFocusMode } from '../writing/focus-mode.tsx'
import { isCoverChanged } from './document.ts'
import { noteSeen } from './use-document-state.ts'
import type { DocumentFields, DocumentKind, StoredDocument } from './document.ts'
import { useStoreDocument, type SaveRequest } from './use-store-document.ts'
import { hasWorkingCopy, loadTheirs } from './working-copy/requests.ts'

export interface Conflict<Fields> {
  theirs: StoredDocument<Fields>
  mine: SaveRequest<Fields>
  saved: ErrorDetails['stored']
  own: StoredDocument<Fields>
  /** The other version is the live one, and using it discards the user's own changes. */
  discards: boolean
}

interface SaveOptions<Fields extends DocumentFields> {
  kind: DocumentKind<Fields>
  stored: StoredDocument<Fields> | null
  draftId: string
  ready: () => Promise<void>
  /** False when the fields of the stored version are unknown. */
  canRebase: boolean
  onInvalid: (fields: Record<string, string>) => void
  onSavedInPlace: (saved: StoredDocument<Fields>, sent: SaveRequest<Fields>) => void
  onLeave: () => void
}

function useFieldLock() {
  /** A save that ends with the list: what is typed meanwhile would be lost. */
  const [isLeaving, setLeaving] = useState(false)
  const focused = useRef<Element>(null)

  const lock = (leaves: boolean) => {
    focused.current = document.activeElement
    setLeaving(leaves)
  }
  /** Returns the focus, which disabled fields lose, before an error moves it to one of them. */
  const unlock = () => {
    flushSync(() => setLeaving(false))
    if (document.activeElement === document.body && focused.current instanceof HTMLElement)
      focused.current.focus()
  }
  return { isLeaving, lock, unlock }
}

export function useSaveDocument<Fields extends DocumentFields>({
  kind,
  stored,
  draftId,
  ready,
  canRebase,
  onInvalid,
  onSavedInPlace,
  onLeave,
}: SaveOptions<Fields>) {
  type Stored = StoredDocument<Fields>
  type Request = SaveRequest<Fields>
  const router = useRouter()
  const queries = useQueryClient()
  const [progress, setProgress] = useState<number | null>(null)
  const { isLeaving, lock, unlock } = useFieldLock()
  const [conflict, setConflict] = useState<Conflict<Fields> | null>(null)
  const { store, savedCopy } = useStoreDocument({ kind, stored, draftId, onUpload: setProgress })
  const failureText = `Failed to save ${kind.label.toLowerCase()}. Please try again.`
  const showFailure = (description?: string) =>
    replaceToast('save', () => toast.error(failureText, { description }))
  const isBusy = useRef(false)
  /** Requests since the last success that may have been stored, although they failed. */
  const lost = useRef<Request[]>([])
  const [mayBeStored, setMayBeStored] = useState(false)
  const isMounted = useIsMounted()
  const isShown = useIsShown()

  /** Returns the stored version when it already has these fields and they are as public as they should be. */
  async function resolveConflict(mine: Request, saved: ErrorDetails['stored']) {
    const own = savedCopy.current ?? stored
    const theirs = own && (await loadTheirs(kind, own).catch(() => null))
    if (!theirs) {
      showFailure()
      return null
    }
    if (!isCoverChanged(mine.cover) && kind.isSame(theirs.fields, mine.fields))
      return hasWorkingCopy(theirs) && !mine.unpublished ? trySave(mine, theirs) : theirs
    const hasNewCover = theirs.cover !== own.cover
    const isOwn = lost.current.some(
      ({ fields, cover }) => kind.isSame(theirs.fields, fields) && isCoverChanged(cover) === hasNewCover,
    )
    lost.current = []
    if (isOwn) return trySave(mine, theirs)
    const discards = hasWorkingCopy(theirs) && theirs.workingCopy?.version === own?.workingCopy?.version
    const rebased = canRebase && stored ? kind.rebase?.(mine.fields, stored, theirs) : null
    if (rebased) return trySave({ ...mine, fields: rebased }, theirs)
    setConflict({ theirs, mine, saved, own, discards })
    return null
  }

  async function trySave(request: Request, against: Stored | null): Promise<Stored | null> {
    try {
      return await store(request, against)
    } catch (error) {
      if (!(error instanceof ApiError) || error.status >= 500) {
        lost.current.push(request)
        setMayBeStored(true)
        showFailure(navigator.onLine ? undefined : 'You are offline.')
        return null
      }
      if (error.code === 'precondition_failed') return resolveConflict(request, error.details.stored)
      unlock()
      onInvalid(error.details.fields ?? {})
      showFailure(error.message || undefined)
      return null
    }
  }

  function leaveForList() {
    onLeave()
    replaceToast('save', () => toast.success(`${kind.label} ${stored ? 'updated' : 'created'} successfully!`))
    if (!isShown.current) return
    router.push(kind.list.href)
    router.refresh()
  }

  async function save(request: Request, against = stored) {
    if (isBusy.current) return
    isBusy.current = true
    setProgress(0)
    lock(!request.inPlace)
    setConflict(null)
    savedCopy.current = null
    await ready()
    const saved = await trySave(request, against)
    if (saved) {
      lost.current = []
      setMayBeStored(false)
      void queries.invalidateQueries()
    }
    // Back would show the text from before the save.
    if (saved && !isShown.current) {
      noteSeen(saved)
      router.refresh()
    }
    if (saved && !request.inPlace) return leaveForList()
    if (saved && isMounted.current) {
      onSavedInPlace(saved, request)
      // The save bar, which shows the state otherwise, is hidden.
      if (isInFocusMode()) replaceToast('save', () => toast.success('Saved'))
    }
    isBusy.current = false
    setProgress(null)
    unlock()
  }

  return { save, progress, isLeaving, mayBeStored, conflict, closeConflict: () => setConflict(null) }
}
