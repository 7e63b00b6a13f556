'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { toast } from 'sonner'
import { changePosts, type ChosenPost } from './change-posts.ts'
import { POSTS_KEY } from './posts-query.ts'
import { bulkDone, bulkFailed, deleted, deleteFailed, type Change } from './texts.ts'

interface Order {
  posts: ChosenPost[]
  change: Change
  /** Chosen in the bulk bar, not in a row. */
  bulk: boolean
}

interface Progress {
  change: Change
  finished: number
  count: number
}

interface Failure {
  change: Change
  posts: ChosenPost[]
}

/** Changes posts, says how it went, and has every page of the list fetched again. */
export function useChangePosts() {
  const queries = useQueryClient()
  const [progress, setProgress] = useState<Progress | null>(null)
  const [failure, setFailure] = useState<Failure | null>(null)

  const { mutateAsync, isPending } = useMutation({
    mutationFn: ({ posts, change }: Order) => {
      const count = posts.length
      setFailure(null)
      setProgress({ change, finished: 0, count })
      return changePosts(posts, change, (finished) => setProgress({ change, finished, count }))
    },
    onSuccess: async (failed, { posts, change, bulk }) => {
      const done = posts.length - failed.length
      if (failed.length > 0) toast.error(bulk ? bulkFailed(change) : deleteFailed)
      else toast.success(bulk ? bulkDone(change, done) : deleted)
      if (bulk && failed.length > 0) setFailure({ change, posts: failed })
      await queries.invalidateQueries({ queryKey: POSTS_KEY })
    },
    onSettled: () => setProgress(null),
  })

  return {
    /** Answers with the posts that stayed as they were. */
    run: (order: Order) => mutateAsync(order),
    busy: isPending,
    progress: isPending ? progress : null,
    failure,
    dismissFailure: () => setFailure(null),
  }
}
