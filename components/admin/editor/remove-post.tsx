import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { TRASH_DAYS } from '#contract/post-status.ts'
import { deleteQuestion } from '../posts/change-texts.ts'
import { useChangePosts } from '../posts/use-change-posts.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { useIsShown } from '../ui/use-is-shown.ts'
import type { PostFields } from './post-fields.ts'
import type { DocumentForm } from './use-document-form.ts'

export function RemovePost({ editor }: { editor: DocumentForm<PostFields> }) {
  const { kind, stored, draft, autosave, guard, progress } = editor
  const router = useRouter()
  const { run } = useChangePosts()
  const [busy, setBusy] = useState(false)
  const [asking, setAsking] = useState(false)
  const isShown = useIsShown()
  if (!stored) return null
  const { id, published, hasTrash = false } = stored
  const { title } = stored.fields
  const isOff = busy || progress !== null

  const remove = async (change: 'archive' | 'delete') => {
    setAsking(false)
    setBusy(true)
    // The unsaved text is offered again when the post is restored.
    draft.backUp()
    autosave.stop()
    await autosave.settled()
    const failed = await run({ posts: [{ id, title, published }], change, bulk: false })
    setBusy(false)
    if (failed.length > 0) return autosave.resume()
    guard.allow()
    if (isShown.current) router.push(kind.list.href)
    router.refresh()
  }

  return (
    <section aria-labelledby="remove-post" className="grid justify-items-start gap-3">
      <h2 id="remove-post" className="font-semibold">
        {hasTrash ? 'Archive or delete' : 'Delete'}
      </h2>
      {hasTrash && (
        <p className="text-sm text-muted">
          {published && 'Visitors will no longer see the post. '}
          Archived posts are kept. Deleted posts stay in the trash for {TRASH_DAYS} days.
        </p>
      )}
      <div className="flex flex-wrap gap-3">
        {hasTrash && (
          <Button
            variant="plain"
            aria-disabled={isOff || undefined}
            onClick={() => !isOff && void remove('archive')}
          >
            Archive post
          </Button>
        )}
        <Button variant="quiet" aria-disabled={isOff || undefined} onClick={() => !isOff && setAsking(true)}>
          Delete post
        </Button>
      </div>
      <ConfirmDialog
        open={asking}
        title={`Delete “${title}”`}
        question={deleteQuestion({ posts: 1, bulk: false, forever: false })}
        confirmLabel="Delete"
        destructive
        onConfirm={() => void remove('delete')}
        onClose={() => setAsking(false)}
      />
    </section>
  )
}
