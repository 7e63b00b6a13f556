'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { toast } from 'sonner'
import { z } from 'zod'
import { staffDelete, staffRequest } from '../api.ts'
import { refetch } from '../refetch.ts'
import { postsKey } from './posts-query.ts'

const MAX_PARALLEL = 6

export type Change = 'publish' | 'draft' | 'delete'

export interface SelectedPost {
  id: string
  title: string
  published: boolean
}

interface ChangeRequest {
  posts: SelectedPost[]
  change: Change
  bulk: boolean
}

export interface ChangeProgress {
  change: Change
  finished: number
  count: number
}

export interface ChangeFailure {
  change: Change
  posts: SelectedPost[]
}

const countPosts = (count: number) => `${count} blog post${count === 1 ? '' : 's'}`
const outcomes = { publish: 'published', draft: 'saved as draft', delete: 'deleted' }

export const deleteQuestion = 'Are you sure you want to delete this blog post?'
export const bulkDeleteQuestion = (count: number) => `Are you sure you want to delete ${countPosts(count)}?`
export const bulkFailureText = (change: Change) =>
  `Failed to ${change} selected blog posts. Please try again.`

function showOutcome({ posts, change, bulk }: ChangeRequest, failed: SelectedPost[]) {
  if (failed.length > 0)
    toast.error(bulk ? bulkFailureText(change) : 'Failed to delete blog post. Please try again.')
  else
    toast.success(
      bulk
        ? `${countPosts(posts.length)} ${outcomes[change]} successfully!`
        : 'Blog post deleted successfully!',
    )
}

async function changePost({ id }: SelectedPost, change: Change): Promise<void> {
  const path = `/api/blogs/${encodeURIComponent(id)}`
  if (change === 'delete') return staffDelete(path)
  const form = new FormData()
  form.set('published', String(change === 'publish'))
  await staffRequest(path, z.unknown(), { method: 'PUT', form })
}

async function changePosts(
  posts: SelectedPost[],
  change: Change,
  onProgress: (finished: number) => void,
): Promise<SelectedPost[]> {
  const failed = new Set<SelectedPost>()
  const queue = posts.values()
  let finished = 0
  // The workers share one iterator, so each takes the next post.
  const work = async () => {
    for (const post of queue) {
      await changePost(post, change).catch(() => failed.add(post))
      onProgress(++finished)
    }
  }
  await Promise.all(Array.from({ length: MAX_PARALLEL }, work))
  return posts.filter((post) => failed.has(post))
}

export function useChangePosts() {
  const queries = useQueryClient()
  const [progress, setProgress] = useState<ChangeProgress | null>(null)
  const [failure, setFailure] = useState<ChangeFailure | null>(null)

  const { mutateAsync, isPending } = useMutation({
    mutationFn: ({ posts, change }: ChangeRequest) => {
      const count = posts.length
      setFailure(null)
      setProgress({ change, finished: 0, count })
      return changePosts(posts, change, (finished) => setProgress({ change, finished, count }))
    },
    onSuccess: async (failed, request) => {
      showOutcome(request, failed)
      if (request.bulk && failed.length > 0) setFailure({ change: request.change, posts: failed })
      await refetch(queries, postsKey)
    },
  })

  return {
    run: mutateAsync,
    busy: isPending,
    progress: isPending ? progress : null,
    failure,
    dismissFailure: () => setFailure(null),
  }
}
