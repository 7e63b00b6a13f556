import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { useRef, useState } from 'react'
import { toast } from 'sonner'
import { v4 as createUuid } from 'uuid'
import { ApiError, type ErrorDetails } from '#contract/errors.ts'
import { barePostResponseSchema } from '#contract/posts.ts'
import { staffRequest } from '../api.ts'
import { sameFields, toFormData, toStoredPost } from './post-fields.ts'
import type { CoverChange, PostFields, StoredPost } from './post-fields.ts'

const failureText = 'Failed to save blog post. Please try again.'

interface SaveRequest {
  fields: PostFields
  cover: CoverChange
  inPlace: boolean
}

export interface Conflict {
  theirs: StoredPost
  mine: SaveRequest
  saved: ErrorDetails['stored']
}

async function readPost(id: string): Promise<StoredPost | null> {
  try {
    const { data } = await staffRequest(`/api/blogs/${encodeURIComponent(id)}`, barePostResponseSchema)
    return toStoredPost(data)
  } catch {
    return null
  }
}

interface SaveOptions {
  stored: StoredPost | null
  onInvalid: (fields: Record<string, string>) => void
  onSavedInPlace: (saved: StoredPost, sent: SaveRequest) => void
  onLeave: () => void
}

export function useSavePost({ stored, onInvalid, onSavedInPlace, onLeave }: SaveOptions) {
  const router = useRouter()
  const queries = useQueryClient()
  const [progress, setProgress] = useState<number | null>(null)
  const [conflict, setConflict] = useState<Conflict | null>(null)
  const [idempotencyKey] = useState(() => createUuid())
  const isBusy = useRef(false)
  /** Set when the response to a creation was lost: the post may exist. */
  const mayExist = useRef(false)

  async function send(target: StoredPost | null, { fields, cover }: SaveRequest, version?: number) {
    const path = target ? `/api/blogs/${encodeURIComponent(target.id)}` : '/api/blogs'
    const { data } = await staffRequest(path, barePostResponseSchema, {
      method: target ? 'PUT' : 'POST',
      form: toFormData(fields, cover, target),
      headers: {
        ...(!target && { 'idempotency-key': idempotencyKey }),
        ...(version !== undefined && { 'if-match': `"v${version}"` }),
      },
      onUpload: setProgress,
    })
    return toStoredPost(data)
  }

  async function createOrUpdate(request: SaveRequest, version?: number) {
    const saved = await send(stored, request, version)
    // A repeated creation returns the post of the first attempt, which may have older text.
    return !stored && mayExist.current ? send(saved, request, saved.version) : saved
  }

  /** Returns the stored version when it already has these fields. */
  async function resolveConflict(mine: SaveRequest, saved: ErrorDetails['stored']) {
    const theirs = stored && (await readPost(stored.id))
    if (!theirs) {
      toast.error(failureText)
      return null
    }
    if (!mine.cover.file && !mine.cover.removed && sameFields(theirs.fields, mine.fields)) return theirs
    setConflict({ theirs, mine, saved })
    return null
  }

  async function trySave(request: SaveRequest, version?: number): Promise<StoredPost | null> {
    try {
      return await createOrUpdate(request, version)
    } catch (error) {
      if (!(error instanceof ApiError) || error.status >= 500) {
        mayExist.current = true
        toast.error(failureText)
        return null
      }
      if (error.code === 'precondition_failed') return resolveConflict(request, error.details.stored)
      onInvalid(error.details.fields ?? {})
      toast.error(failureText, { description: error.message || undefined })
      return null
    }
  }

  async function save(request: SaveRequest, version = stored?.version) {
    if (isBusy.current) return
    isBusy.current = true
    setProgress(0)
    setConflict(null)
    const saved = await trySave(request, version)
    if (saved) void queries.invalidateQueries()
    if (saved && !request.inPlace) {
      onLeave()
      toast.success(`Blog post ${stored ? 'updated' : 'created'} successfully!`)
      router.push('/admin/blogs')
      router.refresh()
      return
    }
    if (saved) onSavedInPlace(saved, request)
    isBusy.current = false
    setProgress(null)
  }

  return { save, progress, conflict, closeConflict: () => setConflict(null) }
}
