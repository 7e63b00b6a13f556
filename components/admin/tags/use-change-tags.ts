'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { toast } from 'sonner'
import { toCaseKey } from '#contract/case-key.ts'
import { tagDeletionResponseSchema, tagMergeResponseSchema, tagResponseSchema } from '#contract/tags.ts'
import type { StaffTag } from '#contract/tags.ts'
import { hasErrorCode } from '#contract/errors.ts'
import { countPosts } from '#lib/blog/texts.ts'
import { isNotFound, isVersionConflict, staffRequest, versionHeader } from '../api.ts'
import { postsKey } from '../posts/posts-query.ts'
import { refetch } from '../refetch.ts'
import { useRetryKey } from '../use-retry-key.ts'
import { getTagBySlug, tagsKey } from './tags-query.ts'

const tagPath = ({ id }: StaffTag) => `/api/tags/${encodeURIComponent(id)}`

/** `version` is the version that the dialog was opened with, or the one shown after a conflict. */
type TagChange =
  | ({ kind: 'rename' } & Rename)
  | { kind: 'merge'; into: StaffTag; others: StaffTag[] }
  | { kind: 'delete'; tag: StaffTag; version: number | undefined }

const versionsOf = (tags: StaffTag[]) =>
  Object.fromEntries(tags.flatMap(({ id, version }) => (version === undefined ? [] : [[id, version]])))

interface Rename {
  tag: StaffTag
  version: number | undefined
  name: string
}

async function rename({ tag, version, name }: Rename): Promise<StaffTag> {
  const request = { method: 'PUT', json: { name }, headers: versionHeader(version) } as const
  try {
    return (await staffRequest(tagPath(tag), tagResponseSchema, request)).data
  } catch (error) {
    if (!isVersionConflict(error)) throw error
    // The response to an earlier attempt may have been lost.
    const stored = await getTagBySlug(toCaseKey(name)).catch(() => null)
    if (stored?.id !== tag.id || stored.name !== name) throw error
    return stored
  }
}

async function remove({ tag, version }: { tag: StaffTag; version: number | undefined }): Promise<string> {
  const request = { method: 'DELETE', headers: versionHeader(version) } as const
  try {
    const { data } = await staffRequest(tagPath(tag), tagDeletionResponseSchema, request)
    return `“${tag.name}” was removed from ${countPosts(data.posts)}.`
  } catch (error) {
    if (!isNotFound(error)) throw error
    return `“${tag.name}” no longer exists.`
  }
}

async function send(
  change: TagChange,
  headersFor: (json: unknown) => Record<string, string>,
): Promise<string> {
  if (change.kind === 'rename') {
    const { name, count } = await rename(change)
    return `“${change.tag.name}” is now “${name}” in ${countPosts(count)}.`
  }
  if (change.kind === 'merge') {
    const { into, others } = change
    const json = { into: into.id, tags: others.map(({ id }) => id), versions: versionsOf([into, ...others]) }
    const { data } = await staffRequest('/api/tags/merge', tagMergeResponseSchema, {
      method: 'POST',
      json,
      headers: headersFor(json),
    })
    return `${others.length + 1} tags are now “${data.tag.name}”, with ${countPosts(data.tag.count)}.`
  }
  return remove(change)
}

const isOutdated = (error: unknown) => hasErrorCode(error, 'not_found', 'conflict', 'precondition_failed')

export function useChangeTags(onDone: (change: TagChange) => void) {
  const queries = useQueryClient()
  const { headersFor } = useRetryKey()
  return useMutation({
    mutationFn: (change: TagChange) => send(change, headersFor),
    onSuccess: async (message, change) => {
      // Closes the dialog before the row is removed, so that focus returns to the row first.
      onDone(change)
      toast.success(message)
      await Promise.all([refetch(queries, tagsKey), refetch(queries, postsKey)])
    },
    onError: async (error) => {
      if (isOutdated(error)) await refetch(queries, tagsKey)
    },
  })
}
