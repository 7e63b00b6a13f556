import { useCallback, useState, useSyncExternalStore } from 'react'
import { toast } from 'sonner'
import { hasUnsavedNote } from '../notes/note-drafts.ts'
import { isCoverChanged, unchangedCover } from './document.ts'
import type { CoverChange, DocumentFields, DocumentKind, StoredDocument } from './document.ts'
import type { MergeInput } from './merge/merge-document.ts'
import { useLock } from './presence/lock.ts'
import { useLeaveGuard } from './use-leave-guard.ts'
import { useSaveDocument, type Conflict } from './use-save-document.ts'
import { useUnsavedDraft } from './use-unsaved-draft.ts'
import { useWhenOnline } from './use-when-online.ts'
import { discardChanges, hasWorkingCopy, usesWorkingCopy } from './working-copy/requests.ts'
import { useAutosave } from './working-copy/use-autosave.ts'

export interface EditorStart<Fields> {
  draftId: string
  stored: StoredDocument<Fields> | null
  fields: Fields
  cover: CoverChange
  /** True when the form replaces another one that had the focus. */
  restored: boolean
  /** True when the fields of `stored` are newer than its version. */
  outdated: boolean
}

/** What the editor does with the form of posts or case studies. */
interface FormAccess<Fields> {
  /** Returns the current values on demand, so that the form does not render on every key press. */
  getFields: () => Fields
  onEdit: (callback: () => void) => () => void
  validate: (onValid: (fields: Fields) => unknown, onInvalid: () => void) => void
  /** Shows errors of the server and moves the focus to the first one. */
  showErrors: (messages: Record<string, string>) => void
  prepare?: () => boolean
  /** Returns the new saved state after a save in place; the text stays as typed. */
  adopt: (saved: StoredDocument<Fields>, sent: Fields) => Fields
}

interface DocumentFormOptions<Fields extends DocumentFields> {
  kind: DocumentKind<Fields>
  start: EditorStart<Fields>
  form: FormAccess<Fields>
  onCreated: (saved: StoredDocument<Fields>) => void
}

export function useDocumentForm<Fields extends DocumentFields>(options: DocumentFormOptions<Fields>) {
  const { kind, start, form, onCreated } = options
  const { locked } = useLock()
  const [stored, setStored] = useState(start.stored)
  /** The fields that a working copy is based on, if the editor has loaded them. */
  const [live, setLive] = useState(() => (start.outdated || hasWorkingCopy(stored) ? null : stored))
  const [savedAt, setSavedAt] = useState<string | null>(null)
  const [cover, setCover] = useState(start.cover)
  const [uploads, setUploads] = useState(0)
  const [confirmingOffline, setConfirmingOffline] = useState(false)
  const [saveWaits, setSaveWaits] = useState(false)

  const countUploads = useCallback((difference: number) => setUploads((count) => count + difference), [])

  const { getFields, onEdit } = form
  const dirty = useSyncExternalStore(
    onEdit,
    () => isCoverChanged(cover) || !kind.isSame(getFields(), stored?.fields ?? kind.emptyFields),
  )

  const adopt = (saved: StoredDocument<Fields>, sent: { fields: Fields; cover: CoverChange }) => {
    const adopted = { ...saved, fields: form.adopt(saved, sent.fields) }
    setStored(adopted)
    if (!hasWorkingCopy(saved)) setLive(adopted)
    setCover((current) => (current === sent.cover ? unchangedCover : current))
    setSavedAt(new Date().toISOString())
  }
  const { save, progress, conflict, closeConflict } = useSaveDocument({
    kind,
    stored,
    draftId: start.draftId,
    ready: async (): Promise<void> => void (await autosave.settled()),
    canRebase: !start.outdated,
    onInvalid: form.showErrors,
    onSavedInPlace: (saved, sent) => {
      adopt(saved, sent)
      autosave.retry()
      if (sent.unpublished) toast.success('Changes saved, but not published yet.')
      if (!stored) onCreated(saved)
    },
    onLeave: () => leave(),
  })
  const saving = progress !== null
  const draft = useUnsavedDraft(start.draftId, { kind, getFields, onEdit, cover, stored, dirty, saving })
  const autosave = useAutosave({
    kind,
    stored,
    getFields,
    cover,
    dirty,
    tab: start.draftId,
    onSaved: adopt,
    busy: locked || saving || uploads > 0 || conflict !== null,
  })
  const guard = useLeaveGuard(dirty, { canLeave: autosave.canLeave, hasMore: hasUnsavedNote })
  const isCopied = usesWorkingCopy(stored)

  const leave = () => {
    autosave.stop()
    guard.allow()
    draft.close()
  }

  /** Without `published` the checkbox decides. */
  const submit = (published?: boolean, inPlace = false) => {
    if (saving || locked || form.prepare?.() === false) return
    form.validate(
      (input) => {
        const wanted = { ...input, published: published ?? input.published }
        const staysHidden = isCopied ? published === undefined : !wanted.published && !stored?.published
        if (uploads > 0) toast.info('An image is still being uploaded.')
        else if (!navigator.onLine && staysHidden) setSaveWaits(true)
        else if (isCopied && published === undefined)
          return save({
            fields: { ...input, published: stored.published },
            cover,
            inPlace: true,
            unpublished: true,
          })
        else if (stored?.published && !wanted.published) setConfirmingOffline(true)
        else return save({ fields: wanted, cover, inPlace })
      },
      () => {
        const { title, content } = getFields()
        if (title.trim() === '' || content.trim() === '') toast.error(kind.missingFields)
      },
    )
  }

  const saveInPlace = () => {
    if (locked) return
    if (!dirty && !hasWorkingCopy(stored)) toast.info('There are no changes to save.')
    else if (isCopied) submit(undefined, true)
    else if (stored?.published) {
      draft.backUp()
      toast.info(`This ${kind.noun} is live, so your changes were not saved to the site.`, {
        description: `They are backed up in this browser. Choose Publish to update the live ${kind.noun}.`,
      })
    } else submit(false, true)
  }

  useWhenOnline(saveWaits, () => {
    setSaveWaits(false)
    submit(isCopied ? undefined : false, true)
  })

  const takeOffline = () => {
    setConfirmingOffline(false)
    void save({ fields: { ...getFields(), published: false }, cover, inPlace: false })
  }

  const publish = () => {
    if (isCopied && stored.published && !dirty && !hasWorkingCopy(stored))
      toast.info('There are no changes to publish.')
    else submit(true)
  }

  /** Resolves with the document to continue with, or null when it could not be loaded. */
  const takeTheirs = async ({ theirs, discards }: Conflict<Fields>) => {
    const taken = discards ? await discardChanges(kind, theirs).catch(() => null) : theirs
    if (taken) leave()
    else toast.error('Your changes could not be discarded. Please try again.')
    return taken
  }

  const toMerge = ({ theirs, mine, own, discards }: Conflict<Fields>): MergeInput<Fields> => {
    const seen = live?.version === own.workingCopy?.baseVersion ? live : null
    const isKnown = !start.outdated || stored !== start.stored
    return {
      base: discards ? seen : isKnown ? stored : null,
      theirs,
      mine: { ...mine, fields: { ...mine.fields, published: getFields().published } },
      ownCover: (discards ? own : stored)?.cover ?? null,
      // Continues with the edited working copy, based on the new live version.
      stored: discards ? { ...theirs, fields: own.fields, cover: own.cover } : theirs,
    }
  }

  return {
    kind,
    start,
    stored,
    locked,
    dirty,
    savedAt,
    cover,
    setCover,
    countUploads,
    progress,
    draft,
    guard,
    getFields,
    autosave,
    leave,
    publish,
    takeTheirs,
    toMerge,
    save,
    submit,
    saveInPlace,
    takeOffline,
    confirmingOffline,
    conflict,
    closeConflict,
    saveWaits,
    keepOnline: () => setConfirmingOffline(false),
  }
}

export type DocumentForm<Fields extends DocumentFields> = ReturnType<typeof useDocumentForm<Fields>>
