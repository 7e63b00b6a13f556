import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { toast } from 'sonner'
import { endedText, leaveEndedSession } from '../api.ts'
import { BACK_UP_DRAFTS, DRAFTS_DISCARDED, SESSION_ENDED } from '../events.ts'
import { replaceToast } from '../ui/toasts.ts'
import { useSessionEnding } from '../ui/use-session-ending.ts'
import type { CoverChange, DocumentFields, DocumentKind, StoredDocument } from './document.ts'
import { backUpDraft, deleteDraft, lockDraft, readDraft, storeCover } from './drafts.ts'

const DEBOUNCE_MS = 400

interface DraftSource<Fields extends DocumentFields> {
  kind: DocumentKind<Fields>
  getFields: () => Fields
  onEdit: (callback: () => void) => () => void
  cover: CoverChange
  stored: StoredDocument<Fields> | null
  dirty: boolean
  saving: boolean
}

/** The time of the last backup, or `failed` when local storage is full. */
export type Backup = string | 'failed' | null

export function useUnsavedDraft<Fields extends DocumentFields>(id: string, source: DraftSource<Fields>) {
  const { kind, getFields, onEdit, cover, stored, dirty, saving } = source
  const [backup, setBackup] = useState<Backup>(null)
  const isClosed = useRef(false)
  const isLeft = useRef(false)

  /** Returns false when there is no room for the backup. */
  const backUp = (): boolean => {
    if (isClosed.current) return true
    if (dirty) {
      const at = backUpDraft(id, { kind: kind.name, fields: getFields(), cover, stored })
      setBackup(at ?? 'failed')
      return at !== null
    }
    if (backup && !saving) {
      deleteDraft(id)
      setBackup(null)
    }
    return true
  }
  const update = useEffectEvent(backUp)
  useSessionEnding(() => {
    if (backUp()) return false
    replaceToast('session', () => toast.error(endedText))
    return true
  })
  const close = () => {
    isClosed.current = true
    deleteDraft(id)
  }
  const discard = useEffectEvent(close)

  useEffect(() => lockDraft(id), [id])

  useEffect(() => void storeCover(id, cover.file), [id, cover.file])

  useEffect(() => {
    let timer = setTimeout(() => update(), DEBOUNCE_MS)
    const stopListening = onEdit(() => {
      clearTimeout(timer)
      timer = setTimeout(() => update(), DEBOUNCE_MS)
    })
    return () => {
      clearTimeout(timer)
      stopListening()
    }
  }, [id, getFields, onEdit, cover, stored, dirty, saving])

  useEffect(() => {
    isLeft.current = false
    const onEnd = () => update()
    const onDiscarded = () => discard()
    const otherTabs = new BroadcastChannel(DRAFTS_DISCARDED)
    otherTabs.onmessage = () => {
      discard()
      leaveEndedSession()
    }
    const controller = new AbortController()
    const { signal } = controller
    for (const type of [SESSION_ENDED, BACK_UP_DRAFTS, 'pagehide'])
      window.addEventListener(type, onEnd, { signal })
    window.addEventListener(DRAFTS_DISCARDED, onDiscarded, { signal })
    document.addEventListener('visibilitychange', onEnd, { signal })
    return () => {
      controller.abort()
      otherTabs.close()
      onEnd()
      isLeft.current = true
    }
  }, [])

  return {
    backup,
    backUp,
    /** An editor that saves its text as it is left no longer sees that the backup is not needed. */
    onSaved: (fields: Fields) => {
      if (!isLeft.current) return
      const draft = readDraft(kind, id)
      if (draft && draft.cover !== 'file' && kind.isSame(draft.fields, fields)) deleteDraft(id)
    },
    close,
  }
}
