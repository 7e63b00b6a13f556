'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { toast } from 'sonner'
import { TRASH_DAYS } from '#contract/post-status.ts'
import { isNotFound, isVersionConflict } from '../api.ts'
import { refetch } from '../refetch.ts'
import { undoAction } from '../ui/toasts.ts'
import {
  bulkFailureText,
  failureText,
  partlyText,
  listReasons,
  successText,
  undoFailureText,
  undoneText,
} from './change-texts.ts'
import {
  changePost,
  inParallel,
  listAffected,
  type Change,
  type Failed,
  type SelectedPost,
  type StateChange,
  type Undo,
} from './changes.ts'
import { editPost, type Edits } from './edits.ts'
import { postsKey } from './posts-query.ts'

export type ChangeRequest = { posts: SelectedPost[]; bulk: boolean } & (
  { change: StateChange } | { change: 'edit'; edits: Edits }
)

export interface ChangeProgress {
  change: Change
  finished: number
  count: number
}

export interface ChangeFailure {
  change: Change
  posts: SelectedPost[]
  reasons: string[]
  edits?: Edits | undefined
}

const describeFailed = (failed: Failed<unknown>[]) => ({
  description: listReasons(failed).join(' ') || undefined,
})

function showOutcome(
  { posts, change, bulk }: ChangeRequest,
  failed: Failed<SelectedPost>[],
  undo: (() => void) | null,
) {
  const action = undo ? undoAction(undo) : {}
  if (failed.length > 0 && bulk) {
    const description = partlyText(change, posts.length - failed.length, posts.length)
    return toast.error(bulkFailureText(change), { ...action, description })
  }
  if (failed.length > 0) return toast.error(failureText(change), { ...action, ...describeFailed(failed) })
  const isInTrash = change === 'delete' && undo !== null
  const description = isInTrash ? { description: `In the trash for ${TRASH_DAYS} days.` } : {}
  return toast.success(successText(change, posts.length, bulk), { ...action, ...description })
}

export function useChangePosts() {
  const queries = useQueryClient()
  const [changing, setChanging] = useState<SelectedPost[]>([])
  const [progress, setProgress] = useState<ChangeProgress | null>(null)
  const [failure, setFailure] = useState<ChangeFailure | null>(null)

  const { mutate: undo } = useMutation({
    mutationFn: (undos: Undo[]) => inParallel(undos, (run) => run()),
    onSuccess: (failed, undos) => {
      if (failed.length === 0) return toast.success(undoneText(undos.length))
      const left = failed.filter(({ error }) => !isVersionConflict(error) && !isNotFound(error))
      const again = left.length > 0 ? undoAction(() => undo(left.map(({ item }) => item))) : {}
      toast.error(undoFailureText(failed.length, left.length > 0), { ...again, ...describeFailed(failed) })
    },
    onSettled: () => refetch(queries, postsKey),
  })

  const { mutateAsync } = useMutation({
    mutationFn: async (request: ChangeRequest) => {
      const { posts, change, bulk } = request
      const count = posts.length
      const undos: Undo[] = []
      const report = (finished: number) => {
        if (bulk) setProgress({ change, finished, count })
      }
      if (bulk) setFailure(null)
      report(0)
      const failed = await inParallel(
        posts,
        async (post) => {
          const undoPost = await (request.change === 'edit'
            ? editPost(post, request.edits)
            : changePost(post, request.change))
          if (undoPost) undos.push(undoPost)
        },
        report,
      )
      return { failed, undos }
    },
    onSuccess: async ({ failed, undos }, request) => {
      showOutcome(request, failed, undos.length > 0 ? () => undo(undos) : null)
      if (request.bulk && failed.length > 0)
        setFailure({
          change: request.change,
          posts: failed.map(({ item }) => item),
          reasons: listReasons(failed),
          edits: request.change === 'edit' ? request.edits : undefined,
        })
      await refetch(queries, postsKey)
    },
  })

  return {
    run: async (request: ChangeRequest) => {
      const posts = listAffected(request.posts, request.change)
      setChanging((current) => [...current, ...posts])
      const { failed } = await mutateAsync({ ...request, posts })
      setChanging((current) => current.filter((post) => !posts.includes(post)))
      if (request.bulk) setProgress(null)
      // A post that was deleted meanwhile cannot be changed again.
      return failed.filter(({ error }) => !isNotFound(error)).map(({ item }) => item)
    },
    busy: changing.length > 0,
    isChanging: (post: SelectedPost) => changing.some(({ id }) => id === post.id),
    progress,
    failure,
    /** What could not be saved for these posts. */
    failedEdits: (posts: SelectedPost[]) =>
      posts.every(({ id }) => failure?.posts.some((post) => post.id === id)) ? failure?.edits : undefined,
    dismissFailure: () => setFailure(null),
  }
}
