'use client'

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useContext, useState } from 'react'
import { toast } from 'sonner'
import { Button } from '#components/ui/button.tsx'
import { TRASH_DAYS } from '#contract/post-status.ts'
import { trashResponseSchema } from '#contract/posts.ts'
import { parseStaffListState } from '#lib/blog/staff-list.ts'
import { countOf } from '#lib/counts.ts'
import { staffRequest } from '../api.ts'
import { RoleContext, useCan } from '../frame/role.tsx'
import { refetch } from '../refetch.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { postsKey, postsQuery } from './posts-query.ts'

/** Each call deletes for a few seconds, so a large trash takes several calls. */
async function emptyTrash(): Promise<number> {
  let total = 0
  for (;;) {
    const { data } = await staffRequest('/api/trash', trashResponseSchema, { method: 'DELETE' })
    total += data.deleted
    if (data.remaining === 0 || data.deleted === 0) return total
  }
}

/** Authors empty only their own part of the trash, of which the list may show nothing. */
function useCanEmpty(isEmpty: boolean): boolean {
  const canEmptyAll = useCan('editContent')
  const { author = '' } = useContext(RoleContext)
  const ownTrash = parseStaffListState(new URLSearchParams({ status: 'trash', author }))
  const { data } = useQuery({ ...postsQuery(ownTrash), enabled: !canEmptyAll })
  return canEmptyAll ? !isEmpty : data !== undefined && data.total > 0
}

interface TrashNoticeProps {
  isEmpty: boolean
  /** Whether a search or a filter hides posts that are deleted, too. */
  isNarrowed: boolean
}

export function TrashNotice({ isEmpty, isNarrowed }: TrashNoticeProps) {
  const queries = useQueryClient()
  const canEmpty = useCanEmpty(isEmpty)
  const [asks, setAsks] = useState(false)
  const whose = useCan('editContent') ? 'all posts' : 'all your posts'
  const hidden = isNarrowed ? ' Posts that your search and filters hide are deleted, too.' : ''
  const { mutate, isPending } = useMutation({
    mutationFn: emptyTrash,
    onSuccess: (count) => toast.success(`${countOf(count, 'blog post')} permanently deleted.`),
    onError: () => toast.error('Failed to empty the trash. Please try again.'),
    onSettled: () => refetch(queries, postsKey),
  })
  return (
    <div className="post-trash" aria-busy={isPending}>
      <p className="grow">Posts in the trash are permanently deleted after {TRASH_DAYS} days.</p>
      {canEmpty && (
        <Button
          variant="plain"
          aria-disabled={isPending || undefined}
          onClick={() => !isPending && setAsks(true)}
        >
          Empty trash
        </Button>
      )}
      <ConfirmDialog
        open={asks}
        title="Empty trash"
        question={`Are you sure you want to delete ${whose} in the trash permanently? This cannot be undone.${hidden}`}
        confirmLabel="Empty trash"
        destructive
        onConfirm={() => {
          setAsks(false)
          mutate()
        }}
        onClose={() => setAsks(false)}
      />
    </div>
  )
}
