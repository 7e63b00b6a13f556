'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { toast } from 'sonner'
import { tagDeletionResponseSchema, tagMergeResponseSchema, tagResponseSchema } from '#contract/tags.ts'
import type { StaffTag } from '#contract/tags.ts'
import { ApiError } from '#contract/errors.ts'
import { countPosts } from '#lib/blog/texts.ts'
import { staffRequest } from '../api.ts'
import { postsKey } from '../posts/posts-query.ts'
import { refetch } from '../refetch.ts'
import { tagsKey } from './tags-query.ts'

const pathOf = ({ id }: StaffTag) => `/api/tags/${encodeURIComponent(id)}`

type TagChange =
  | { kind: 'rename'; tag: StaffTag; name: string }
  | { kind: 'merge'; into: StaffTag; others: StaffTag[] }
  | { kind: 'delete'; tag: StaffTag }

async function send(change: TagChange): Promise<string> {
  if (change.kind === 'rename') {
    const { name, tag } = change
    const json = { name }
    const { data } = await staffRequest(pathOf(tag), tagResponseSchema, { method: 'PUT', json })
    return `“${tag.name}” is now “${data.name}” in ${countPosts(data.count)}.`
  }
  if (change.kind === 'merge') {
    const json = { into: change.into.id, tags: change.others.map(({ id }) => id) }
    const { data } = await staffRequest('/api/tags/merge', tagMergeResponseSchema, { method: 'POST', json })
    return `${change.others.length + 1} tags are now “${data.tag.name}”, with ${countPosts(data.tag.count)}.`
  }
  const { data } = await staffRequest(pathOf(change.tag), tagDeletionResponseSchema, { method: 'DELETE' })
  return `“${change.tag.name}” was removed from ${countPosts(data.posts)}.`
}

export function useChangeTags(onDone: (change: TagChange) => void) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: send,
    onSuccess: async (message, change) => {
      // Closes the dialog before the row goes away, so that focus returns to the row first.
      onDone(change)
      toast.success(message)
      await Promise.all([refetch(queries, tagsKey), refetch(queries, postsKey)])
    },
    onError: async (error) => {
      if (error instanceof ApiError && error.code === 'not_found') await refetch(queries, tagsKey)
    },
  })
}
