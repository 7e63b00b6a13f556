import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { toast } from 'sonner'
import { z } from 'zod'
import { Button } from '#components/ui/button.tsx'
import { SiteLink } from '#components/ui/link.tsx'
import { ApiError } from '#contract/errors.ts'
import { wordCount } from '#contract/markup.ts'
import { formatDateTime } from '#lib/blog/dates.ts'
import { staffRequest } from '../api.ts'
import { describeDraft, deleteDraft, listDrafts, listHeldDrafts, onceReleased } from './drafts.ts'
import { readCover, storeCover, storeDraft, versionKey, type UnsavedDraft } from './drafts.ts'
import type { StoredPost } from './post-fields.ts'

/** Leaves out drafts that are open in a tab, until that tab closes. */
export function useClosedDrafts(ownId: string) {
  const [drafts, setDrafts] = useState<UnsavedDraft[]>([])
  const [version, setVersion] = useState(0)
  const refresh = () => setVersion((current) => current + 1)

  useEffect(() => {
    const controller = new AbortController()
    const { signal } = controller
    void listHeldDrafts().then((held) => {
      if (signal.aborted) return
      setDrafts(listDrafts().filter(({ id }) => id !== ownId && !held.has(id)))
      for (const id of held) onceReleased(id, signal, () => setVersion((current) => current + 1))
    })
    return () => controller.abort()
  }, [ownId, version])

  useEffect(() => {
    const onStorage = ({ newValue, oldValue }: StorageEvent) => {
      if (newValue === null || oldValue === null) setVersion((current) => current + 1)
    }
    window.addEventListener('storage', onStorage)
    return () => window.removeEventListener('storage', onStorage)
  }, [])

  return { drafts, refresh }
}

async function isDeleted(postId: string): Promise<boolean> {
  try {
    await staffRequest(`/api/blogs/${encodeURIComponent(postId)}`, z.unknown())
    return false
  } catch (error) {
    if (error instanceof ApiError && error.code === 'not_found') return true
    throw error
  }
}

interface DraftListProps {
  drafts: UnsavedDraft[]
  post: StoredPost | null
  onRestore: (draft: UnsavedDraft) => void
  onChange: () => void
}

export function DraftList({ drafts, post, onRestore, onChange }: DraftListProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  if (drafts.length === 0) return null

  const discard = async (draft: UnsavedDraft) => {
    const cover = await readCover(draft)
    const undo = () => {
      storeDraft(draft)
      void storeCover(draft.id, cover?.file ?? null)
      onChange()
    }
    deleteDraft(draft.id)
    if (drafts.length > 1) heading.current?.focus()
    else document.getElementById('title')?.focus()
    onChange()
    toast('Draft discarded.', { action: { label: 'Undo', onClick: undo } })
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
            draft={draft}
            post={post}
            onRestore={() => onRestore(draft)}
            onDiscard={() => void discard(draft)}
          />
        ))}
      </ul>
    </section>
  )
}

interface DraftProps {
  draft: UnsavedDraft
  post: StoredPost | null
  onRestore: () => void
  onDiscard: () => void
}

function Draft({ draft, post, onRestore, onDiscard }: DraftProps) {
  const { postId } = draft
  const ofOther = postId !== null && postId !== post?.id
  const { data: deleted = false } = useQuery({
    queryKey: ['deleted-post', postId],
    queryFn: () => isDeleted(postId ?? ''),
    enabled: ofOther,
  })
  const name = describeDraft(draft)
  const restoreLabel = deleted ? 'Restore as new post' : 'Restore'
  return (
    <li className="flex flex-wrap items-center gap-x-8 gap-y-2">
      <Summary draft={draft} post={post} deleted={deleted} />
      <div className="flex gap-2">
        {ofOther && !deleted ? (
          <SiteLink
            href={`/admin/blogs/edit/${postId}`}
            className="link inline-flex min-h-11 items-center px-4 font-semibold"
            aria-label={`Open post ${name}`}
          >
            Open post
          </SiteLink>
        ) : (
          <Button aria-label={`${restoreLabel} ${name}`} onClick={onRestore}>
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

interface SummaryProps extends Pick<DraftProps, 'draft' | 'post'> {
  deleted: boolean
}

function Summary({ draft, post, deleted }: SummaryProps) {
  const words = wordCount(draft.fields.content)
  const outdated = draft.postId === post?.id && draft.startedFrom !== versionKey(post)
  return (
    <div className="min-w-0 grow basis-80">
      <p className="break-words">{describeDraft(draft)}</p>
      <p className="text-sm text-muted">
        {draft.postId === null ? 'New post' : 'Changes to a post'} · {words.toLocaleString('en-US')}{' '}
        {words === 1 ? 'word' : 'words'}
        {draft.cover === 'file' && ' · cover image'} ·{' '}
        <time dateTime={draft.at}>{formatDateTime(draft.at)}</time>
      </p>
      {deleted && (
        <p className="mt-1 text-sm">The post was deleted. You can restore your text as a new post.</p>
      )}
      {outdated && (
        <p className="mt-1 text-sm">
          The post was saved since then. You can restore your text and compare both versions when you save.
        </p>
      )}
    </div>
  )
}
