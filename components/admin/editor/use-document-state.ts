import { useState, useSyncExternalStore } from 'react'
import { isCoverChanged, unchangedCover } from './document.ts'
import type {
  CoverChange,
  DocumentFields,
  DocumentKind,
  EditorStart,
  FormAccess,
  StoredDocument,
} from './document.ts'
import { hasWorkingCopy } from './working-copy/requests.ts'

type Saved = Pick<StoredDocument<unknown>, 'id' | 'version' | 'workingCopy'>

const lastSeen = new Map<string, Saved>()
export const noteSeen = (document: Saved) => void lastSeen.set(document.id, document)

/** True for a page that the router shows again as it was before a save in place. */
export function isOutdated(document: Saved | null): boolean {
  const seen = document && lastSeen.get(document.id)
  if (!seen?.version || !document?.version) return false
  const copyVersion = ({ workingCopy }: Saved) => workingCopy?.version ?? 0
  return document.version === seen.version
    ? copyVersion(document) < copyVersion(seen)
    : document.version < seen.version
}

interface StateOptions<Fields extends DocumentFields> {
  kind: DocumentKind<Fields>
  start: EditorStart<Fields>
  form: FormAccess<Fields>
}

export function useDocumentState<Fields extends DocumentFields>({ kind, start, form }: StateOptions<Fields>) {
  const [stored, setStored] = useState(start.stored)
  /** The fields that a working copy is based on, if the editor has loaded them. */
  const [live, setLive] = useState(() => (start.outdated || hasWorkingCopy(stored) ? null : stored))
  const [savedAt, setSavedAt] = useState<string | null>(null)
  const [cover, setCover] = useState(start.cover)

  const dirty = useSyncExternalStore(
    form.onEdit,
    () => isCoverChanged(cover) || !kind.isSame(form.getFields(), stored?.fields ?? kind.emptyFields),
  )

  const adopt = (saved: StoredDocument<Fields>, sent: { fields: Fields; cover: CoverChange }) => {
    noteSeen(saved)
    const adopted = { ...saved, fields: form.adopt(saved, sent.fields) }
    setStored(adopted)
    if (!hasWorkingCopy(saved)) setLive(adopted)
    setCover((current) => (current === sent.cover ? unchangedCover : current))
    setSavedAt(new Date().toISOString())
  }

  return { stored, live, cover, setCover, savedAt, dirty, adopt }
}
