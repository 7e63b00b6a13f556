import { useEffect, useMemo, useRef, useState, type ReactNode } from 'react'
import { toast } from 'sonner'
import { v4 as createUuid } from 'uuid'
import { unchangedCover } from './document.ts'
import type { DocumentFields, DocumentKind, EditorStart, StoredDocument } from './document.ts'
import { DraftList, useClosedDrafts, type Access } from './draft-list.tsx'
import { backUpDraft, listHeldDrafts, readCover, readDraft, versionKey, type UnsavedDraft } from './drafts.ts'
import { EditorPlaceholder } from './editor-loader.tsx'
import type { Merged } from './merge/merge-document.ts'
import { LockContext } from './presence/lock.tsx'
import { PresenceNote } from './presence/presence-note.tsx'
import { usePresence } from './presence/use-presence.ts'
import { isOutdated, noteSeen } from './use-document-state.ts'
import { documentPath } from './working-copy/requests.ts'
import { startedFrom } from './working-copy/started-from.ts'

interface FormProps<Fields> {
  start: EditorStart<Fields>
  onCreated: (created: StoredDocument<Fields>) => void
  onUseTheirs: (theirs: StoredDocument<Fields>) => void
  onMerged: (merged: Merged<Fields>) => void
}

interface DocumentEditorProps<Fields extends DocumentFields> {
  kind: DocumentKind<Fields>
  stored: StoredDocument<Fields> | null
  onCreated: (id: string) => void
  /** The fields of a draft whose document can no longer be edited. */
  toNew: (fields: Fields, access: Access) => Fields
  children: (key: string, props: FormProps<Fields>) => ReactNode
}

/** Each editor has its own draft, so that two tabs never write to the same one. */
const startFrom = <Fields extends DocumentFields>(
  { emptyFields }: DocumentKind<Fields>,
  stored: StoredDocument<Fields> | null,
): EditorStart<Fields> => ({
  draftId: createUuid(),
  stored,
  fields: stored?.fields ?? emptyFields,
  cover: unchangedCover,
  restored: false,
  outdated: false,
})

export function DocumentEditor<Fields extends DocumentFields>(props: DocumentEditorProps<Fields>) {
  const { kind, onCreated, toNew, children } = props
  const [stored, setStored] = useState(props.stored)
  const [start, setStart] = useState(() => startFrom(kind, stored))
  const { drafts, refresh } = useClosedDrafts(kind, start.draftId, stored)
  const offered = drafts.filter(
    ({ postId, fields, cover }) =>
      (!stored || postId === stored.id) &&
      (cover !== 'unchanged' || !kind.isSame(fields, stored?.fields ?? kind.emptyFields)),
  )

  const restore = async ({ id }: UnsavedDraft<Fields>, access: Access) => {
    const draft = (await listHeldDrafts()).has(id) ? null : readDraft(kind, id)
    if (!draft) {
      toast.info('This draft is open in another tab.')
      return refresh()
    }
    const cover = await readCover(draft)
    const isOrphan = draft.postId !== null && !stored
    if (!cover) toast.error('The chosen cover image is no longer in this browser. Choose it again.')
    else if (isOrphan && !cover.file && !cover.media && draft.fields.coverAlt)
      toast.info('The cover image is not part of the draft. Choose it again.')
    setStart({
      draftId: draft.id,
      stored: stored && startedFrom(draft, stored),
      fields: isOrphan ? toNew(draft.fields, access) : draft.fields,
      cover: isOrphan || !cover ? { ...unchangedCover, ...cover, removed: false } : cover,
      restored: true,
      outdated: draft.startedFrom !== versionKey(stored),
    })
  }

  const [isStale] = useState(() => isOutdated(props.stored) && navigator.onLine)
  useEffect(() => {
    if (isStale) window.location.reload()
  }, [isStale])

  // An upstream without working copies has no presence either.
  const isShared = kind.hasPresence && stored?.workingCopy
  const presence = usePresence(isShared ? `${documentPath(kind, stored)}/presence` : null)
  const { locked, turn, seen, claim } = presence
  const note = useRef<HTMLDivElement>(null)
  const lock = useMemo(() => ({ locked, turn, seen, note }), [locked, turn, seen])

  if (isStale) return <EditorPlaceholder />
  return (
    <LockContext value={lock}>
      <PresenceNote ref={note} noun={kind.noun} presence={presence} onClaim={claim} />
      <DraftList
        kind={kind}
        drafts={offered}
        stored={stored}
        onRestore={(draft, access) => void restore(draft, access)}
        onChange={refresh}
      />
      {children(start.draftId, {
        start,
        onCreated: (created) => {
          setStored(created)
          onCreated(created.id)
        },
        onUseTheirs: (theirs) => {
          noteSeen(theirs)
          setStart({ ...startFrom(kind, theirs), restored: true })
        },
        onMerged: ({ stored: basis, fields, cover }) => {
          const merged = { ...startFrom(kind, basis), fields, cover, restored: true }
          backUpDraft(merged.draftId, { kind: kind.name, fields, cover, stored: basis })
          setStart(merged)
        },
      })}
    </LockContext>
  )
}
