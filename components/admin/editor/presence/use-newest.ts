import { useEffect, useEffectEvent, useState } from 'react'
import type { DocumentFields, StoredDocument } from '../document.ts'
import { versionKey } from '../drafts.ts'
import type { DocumentForm } from '../use-document-form.ts'
import { loadNewest } from '../working-copy/requests.ts'
import { useLock } from './lock.tsx'

interface NewestOptions<Fields extends DocumentFields> {
  editor: DocumentForm<Fields>
  onNewer: (newest: StoredDocument<Fields>) => void
  focus: () => void
}

/** Whether reports that were sent after this editor loaded or saved the document saw other versions of it. */
export function useIsChangedElsewhere(stored: StoredDocument<unknown> | null, savedAt: string | null) {
  const { seen } = useLock()
  const [openedAt] = useState(() => Date.now())
  const since = savedAt === null ? openedAt : Date.parse(savedAt)
  if (!stored || seen?.version === undefined || !seen.isConfirmed || seen.askedAt < since) return false
  return seen.version !== stored.version || seen.copyVersion !== (stored.workingCopy?.version || undefined)
}

/** After a takeover, loads the version that someone else saved, unless this editor has unsaved input. */
export function useNewest<Fields extends DocumentFields>(options: NewestOptions<Fields>) {
  const { editor, onNewer, focus } = options
  const { turn, note } = useLock()
  const [firstTurn] = useState(turn)

  const show = useEffectEvent((newest: StoredDocument<Fields> | null, startedFrom: string) => {
    // After a save since the request, the response has an older version.
    if (!newest || editor.dirty || versionKey(editor.stored) !== startedFrom) return
    if (versionKey(newest) === startedFrom) return
    editor.leave()
    onNewer(newest)
  })
  const start = useEffectEvent((isCurrent: () => boolean) => {
    const { kind, stored, dirty } = editor
    editor.autosave.retry()
    const { activeElement, body } = document
    if (activeElement === body || activeElement === note?.current) focus()
    if (!stored || dirty) return
    void loadNewest(kind, stored)
      .catch(() => null)
      .then((newest) => isCurrent() && show(newest, versionKey(stored)))
  })

  useEffect(() => {
    if (turn === firstTurn) return
    let isCurrent = true
    start(() => isCurrent)
    return () => {
      isCurrent = false
    }
  }, [turn, firstTurn])
}
