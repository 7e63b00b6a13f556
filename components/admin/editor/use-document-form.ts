import { useCallback, useState } from 'react'
import { toast } from 'sonner'
import { replaceToast } from '../ui/toasts.ts'
import { hasUnsavedNote } from '../notes/note-drafts.ts'
import type { DocumentFields, DocumentKind, EditorStart, FormAccess, StoredDocument } from './document.ts'
import type { MergeInput } from './merge/merge-document.ts'
import { useLock } from './presence/lock.tsx'
import { useDocumentState } from './use-document-state.ts'
import { useLeaveGuard } from '../ui/use-leave-guard.ts'
import { useSessionEnding } from '../ui/use-session-ending.ts'
import { useSaveDocument, type Conflict } from './use-save-document.ts'
import { useSubmit } from './use-submit.ts'
import { useUnsavedDraft } from './use-unsaved-draft.ts'
import { discardChanges } from './working-copy/requests.ts'
import { useAutosave } from './working-copy/use-autosave.ts'

interface DocumentFormOptions<Fields extends DocumentFields> {
  kind: DocumentKind<Fields>
  start: EditorStart<Fields>
  form: FormAccess<Fields>
  onCreated: (saved: StoredDocument<Fields>) => void
  publishBlock?: (stored: StoredDocument<Fields> | null) => string | undefined
}

export function useDocumentForm<Fields extends DocumentFields>(options: DocumentFormOptions<Fields>) {
  const { kind, start, form, onCreated } = options
  const { getFields, onEdit } = form
  const { locked } = useLock()
  const { stored, live, cover, setCover, savedAt, dirty, adopt } = useDocumentState({ kind, start, form })
  const [uploads, setUploads] = useState(0)
  useSessionEnding(() => uploads > 0)

  const countUploads = useCallback((difference: number) => setUploads((count) => count + difference), [])

  const { save, progress, isLeaving, mayBeStored, conflict, closeConflict } = useSaveDocument({
    kind,
    stored,
    draftId: start.draftId,
    ready: async (): Promise<void> => void (await autosave.settled()),
    canRebase: !start.outdated,
    onInvalid: form.showErrors,
    onSavedInPlace: (saved, sent) => {
      adopt(saved, sent)
      autosave.retry()
      if (sent.unpublished) replaceToast('save', () => toast.success('Changes saved, but not published yet.'))
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
    onSaved: (saved, sent) => {
      adopt(saved, sent)
      draft.onSaved(sent.fields)
    },
    busy: locked || saving || uploads > 0 || conflict !== null,
  })
  const guard = useLeaveGuard(dirty, { canLeave: autosave.canLeave, hasMore: hasUnsavedNote })

  const leave = () => {
    autosave.stop()
    guard.allow()
    draft.close()
  }

  const publishBlock = options.publishBlock?.(stored)
  const submitting = useSubmit({
    kind,
    form,
    stored,
    cover,
    dirty,
    locked,
    saving,
    uploading: uploads > 0,
    publishBlock,
    save,
    backUp: draft.backUp,
  })

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
    isLeaving,
    mayBeStored,
    draft,
    guard,
    publishBlock,
    getFields,
    autosave,
    leave,
    takeTheirs,
    toMerge,
    save,
    conflict,
    closeConflict,
    ...submitting,
  }
}

export type DocumentForm<Fields extends DocumentFields> = ReturnType<typeof useDocumentForm<Fields>>
