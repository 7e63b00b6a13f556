'use client'

import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { Button, ButtonLink } from '#components/ui/button.tsx'
import { formatDate } from '#lib/blog/dates.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { useIsShown } from '../ui/use-is-shown.ts'
import { deleteQuestion } from './change-texts.ts'
import type { SelectedPost } from './changes.ts'
import { useChangePosts } from './use-change-posts.ts'

interface RemovedPostProps {
  post: SelectedPost & { status: 'archived' | 'trash'; purgeAt?: string | undefined }
}

/** Shown instead of the editor, because only posts outside the archive and trash can be edited. */
export function RemovedPost({ post }: RemovedPostProps) {
  const { id, title, status, purgeAt } = post
  const router = useRouter()
  const { run, busy } = useChangePosts()
  const [asking, setAsking] = useState(false)
  const isShown = useIsShown()
  const deletion = status === 'trash' ? 'deleteForever' : 'delete'
  const remove = async () => {
    setAsking(false)
    const failed = await run({ posts: [post], change: deletion, bulk: false })
    if (failed.length > 0) return router.refresh()
    if (isShown.current) router.push('/admin/blogs')
  }
  const restore = async () => {
    const failed = await run({ posts: [post], change: 'restore', bulk: false })
    if (failed.length === 0) router.refresh()
  }
  return (
    <section className="max-w-measure">
      <h1 className="text-head wrap-anywhere">
        “{title}” is {status === 'trash' ? 'in the trash' : 'archived'}
      </h1>
      <p className="mt-3 mb-6 text-muted">
        Restore it to edit it. It returns to its former status.
        {purgeAt && ` Otherwise it is permanently deleted after ${formatDate(purgeAt)}.`}
      </p>
      <div className="flex flex-wrap gap-3">
        <Button aria-disabled={busy || undefined} onClick={() => !busy && void restore()}>
          Restore
        </Button>
        <ButtonLink href={`/admin/blogs/preview/${id}`} variant="plain">
          View
        </ButtonLink>
        <ButtonLink href={`/admin/blogs?status=${status}`} variant="quiet">
          {status === 'trash' ? 'Show the trash' : 'Show archived posts'}
        </ButtonLink>
        <Button variant="quiet" aria-disabled={busy || undefined} onClick={() => !busy && setAsking(true)}>
          {status === 'trash' ? 'Delete permanently' : 'Delete post'}
        </Button>
      </div>
      <ConfirmDialog
        open={asking}
        title={`Delete “${title}”`}
        question={deleteQuestion({ posts: 1, bulk: false, forever: status === 'trash' })}
        confirmLabel={status === 'trash' ? 'Delete permanently' : 'Delete'}
        destructive
        onConfirm={() => void remove()}
        onClose={() => setAsking(false)}
      />
    </section>
  )
}
