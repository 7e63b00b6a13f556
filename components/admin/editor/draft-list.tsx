import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { toast } from 'sonner'
import * as z from 'zod'
import { Button } from '#components/ui/button.tsx'
import { SiteLink } from '#components/ui/link.tsx'
import { authorSchema } from '#contract/authors.ts'
import { wordCount } from '#contract/markup.ts'
import { formatDateTime } from '#lib/blog/dates.ts'
import { countOf } from '#lib/counts.ts'
import { isNotFound, staffRequest } from '../api.ts'
import { useCanEdit } from '../frame/role.tsx'
import { undoAction } from '../ui/toasts.ts'
import { readAttempt, storeAttempt } from './create-attempts.ts'
import type { DocumentFields, DocumentKind, StoredDocument } from './document.ts'
import { describeDraft, deleteDraft, listDrafts, listHeldDrafts, onceReleased } from './drafts.ts'
import { readCover, storeCover, storeDraft, versionKey, type UnsavedDraft } from './drafts.ts'

/** Leaves out drafts that are open in a tab, until that tab closes, and deletes those that were saved as their tab closed. */
export function useClosedDrafts<Fields extends DocumentFields>(
  kind: DocumentKind<Fields>,
  ownId: string,
  stored: StoredDocument<Fields> | null,
) {
  const [drafts, setDrafts] = useState<UnsavedDraft<Fields>[]>([])
  const [version, setVersion] = useState(0)
  const refresh = () => setVersion((current) => current + 1)

  useEffect(() => {
    const controller = new AbortController()
    const { signal } = controller
    void listHeldDrafts().then((held) => {
      if (signal.aborted) return
      const closed = listDrafts(kind).filter(({ id }) => id !== ownId && !held.has(id))
      const isSaved = ({ postId, fields, cover }: UnsavedDraft<Fields>) =>
        postId === stored?.id && cover === 'unchanged' && kind.isSame(fields, stored.fields)
      for (const { id } of closed.filter(isSaved)) deleteDraft(id)
      setDrafts(closed.filter((draft) => !isSaved(draft)))
      for (const id of held) onceReleased(id, signal, () => setVersion((current) => current + 1))
    })
    return () => controller.abort()
  }, [kind, ownId, stored, version])

  useEffect(() => {
    const onStorage = ({ newValue, oldValue }: StorageEvent) => {
      if (newValue === null || oldValue === null) setVersion((current) => current + 1)
    }
    window.addEventListener('storage', onStorage)
    return () => window.removeEventListener('storage', onStorage)
  }, [])

  return { drafts, refresh }
}

export type Access = 'editable' | 'deleted' | 'forbidden'

const authoredSchema = z.object({ data: z.object({ author: authorSchema.optional() }) })

async function getAccess(api: string, id: string, canEdit: ReturnType<typeof useCanEdit>): Promise<Access> {
  try {
    const { data } = await staffRequest(`${api}/${encodeURIComponent(id)}`, authoredSchema)
    return !data.author || canEdit({ author: data.author }) ? 'editable' : 'forbidden'
  } catch (error) {
    if (isNotFound(error)) return 'deleted'
    throw error
  }
}

interface DraftListProps<Fields extends DocumentFields> {
  kind: DocumentKind<Fields>
  drafts: UnsavedDraft<Fields>[]
  stored: StoredDocument<Fields> | null
  onRestore: (draft: UnsavedDraft<Fields>, access: Access) => void
  onChange: () => void
}

export function DraftList<Fields extends DocumentFields>({
  kind,
  drafts,
  stored,
  onRestore,
  onChange,
}: DraftListProps<Fields>) {
  const heading = useRef<HTMLHeadingElement>(null)
  if (drafts.length === 0) return null

  const discard = async (draft: UnsavedDraft<Fields>) => {
    const cover = await readCover(draft)
    const attempt = await readAttempt(draft.id)
    const undo = () => {
      storeDraft(draft)
      void storeCover(draft.id, cover?.file ?? null)
      void storeAttempt(draft.id, attempt)
      onChange()
    }
    deleteDraft(draft.id)
    if (drafts.length > 1) heading.current?.focus()
    else document.getElementById('title')?.focus()
    onChange()
    toast('Draft discarded.', undoAction(undo))
  }

  return (
    <section aria-labelledby="drafts-heading" className="editor-offer">
      <div role="alert">
        <h2 id="drafts-heading" ref={heading} tabIndex={-1} className="font-semibold">
          Drafts kept in this browser
        </h2>
      </div>
      <ul className="grid gap-3">
        {drafts.map((draft) => (
          <Draft
            key={draft.id}
            kind={kind}
            draft={draft}
            stored={stored}
            onRestore={(access) => onRestore(draft, access)}
            onDiscard={() => void discard(draft)}
          />
        ))}
      </ul>
    </section>
  )
}

interface DraftProps<Fields extends DocumentFields> {
  kind: DocumentKind<Fields>
  draft: UnsavedDraft<Fields>
  stored: StoredDocument<Fields> | null
  onRestore: (access: Access) => void
  onDiscard: () => void
}

function Draft<Fields extends DocumentFields>(props: DraftProps<Fields>) {
  const { kind, draft, stored, onRestore, onDiscard } = props
  const { postId } = draft
  const ofOther = postId !== null && postId !== stored?.id
  const canEdit = useCanEdit()
  const { data: access = 'editable' } = useQuery({
    queryKey: ['draft-access', kind.api, postId],
    queryFn: () => getAccess(kind.api, postId ?? '', canEdit),
    enabled: ofOther,
  })
  const name = describeDraft(draft)
  const restoreLabel = access !== 'editable' ? `Restore as new ${kind.noun}` : 'Restore'
  return (
    <li className="flex flex-wrap items-center gap-x-8 gap-y-2">
      <Summary kind={kind} draft={draft} stored={stored} access={access} />
      <div className="flex gap-2">
        {ofOther && access === 'editable' ? (
          <SiteLink
            href={`${kind.paths.edit}${postId}`}
            className="link inline-flex min-h-11 items-center px-4 font-semibold"
            aria-label={`Open ${kind.noun} ${name}`}
          >
            Open {kind.noun}
          </SiteLink>
        ) : (
          <Button aria-label={`${restoreLabel} ${name}`} onClick={() => onRestore(access)}>
            {restoreLabel}
          </Button>
        )}
        <Button variant="plain" aria-label={`Discard ${name}`} onClick={onDiscard}>
          Discard
        </Button>
      </div>
    </li>
  )
}

interface SummaryProps<Fields extends DocumentFields> extends Pick<
  DraftProps<Fields>,
  'kind' | 'draft' | 'stored'
> {
  access: Access
}

function Summary<Fields extends DocumentFields>({ kind, draft, stored, access }: SummaryProps<Fields>) {
  const words = wordCount(draft.fields.content)
  const outdated = draft.postId === stored?.id && draft.startedFrom !== versionKey(stored)
  return (
    <div className="min-w-0 grow basis-80">
      <p className="break-words">{describeDraft(draft)}</p>
      <p className="text-sm text-muted">
        {draft.postId === null ? `New ${kind.noun}` : `Changes to a ${kind.noun}`} · {countOf(words, 'word')}
        {draft.cover === 'file' && ' · cover image'} ·{' '}
        <time dateTime={draft.at}>{formatDateTime(draft.at)}</time>
      </p>
      {access !== 'editable' && (
        <p className="mt-1 text-sm">
          {access === 'deleted'
            ? `The ${kind.noun} was deleted.`
            : `You can no longer edit the ${kind.noun}.`}{' '}
          You can restore your text as a new {kind.noun}.
        </p>
      )}
      {outdated && (
        <p className="mt-1 text-sm">
          The {kind.noun} was saved since then. You can restore your text and compare both versions when you
          save.
        </p>
      )}
    </div>
  )
}
