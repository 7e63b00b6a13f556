import { z } from 'zod'
import { barePostAnswerSchema, type Post } from '#lib/blog/schema.ts'
import { endSession, staffFetch } from '../staff-api.ts'
import type { FieldErrors } from './post-fields.ts'

/** Who changed the post in the meantime, as far as the upstream says. */
export interface OtherChange {
  updatedBy?: string | null | undefined
  updatedAt?: string | undefined
}

export type SendOutcome =
  | { kind: 'saved'; post: Post }
  | { kind: 'outdated'; change: OtherChange }
  | { kind: 'refused'; message: string | undefined; fields: FieldErrors }
  /** Nobody knows whether it was saved. */
  | { kind: 'unanswered' }

interface Sending {
  id: string | undefined
  form: FormData
  version: number | undefined
  idempotencyKey: string
  onProgress: (share: number) => void
}

const refusalSchema = z
  .object({
    error: z.string().optional(),
    fields: z.record(z.string(), z.string()).optional(),
    updatedBy: z.string().nullish(),
    updatedAt: z.string().optional(),
  })
  .catch({})

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function outcomeOf(status: number, text: string): SendOutcome {
  const answer = parseJson(text)
  if (status >= 200 && status < 300) {
    const saved = barePostAnswerSchema.safeParse(answer)
    return saved.success ? { kind: 'saved', post: saved.data.data } : { kind: 'unanswered' }
  }
  const { error, fields = {}, updatedBy, updatedAt } = refusalSchema.parse(answer)
  if (status === 412) return { kind: 'outdated', change: { updatedBy, updatedAt } }
  if (status >= 500 || status === 0) return { kind: 'unanswered' }
  return { kind: 'refused', message: error, fields }
}

/** Creates or updates a post. XMLHttpRequest, because `fetch` does not tell how far an upload is. */
export function sendPost({ id, form, version, idempotencyKey, onProgress }: Sending): Promise<SendOutcome> {
  return new Promise((resolve) => {
    const request = new XMLHttpRequest()
    request.open(id ? 'PUT' : 'POST', id ? `/api/blogs/${encodeURIComponent(id)}` : '/api/blogs')
    if (!id) request.setRequestHeader('idempotency-key', idempotencyKey)
    if (version !== undefined) request.setRequestHeader('if-match', `"v${version}"`)
    request.upload.addEventListener('progress', ({ loaded, total }) =>
      onProgress(total > 0 ? loaded / total : 0),
    )
    request.addEventListener('load', () => {
      if (request.status === 401) void endSession()
      else resolve(outcomeOf(request.status, request.responseText))
    })
    for (const end of ['error', 'abort', 'timeout'])
      request.addEventListener(end, () => resolve({ kind: 'unanswered' }))
    request.send(form)
  })
}

/** The post as it is stored now, or null when it cannot be read. */
export async function readStored(id: string): Promise<Post | null> {
  try {
    const response = await staffFetch(`/api/blogs/${encodeURIComponent(id)}`)
    if (!response.ok) return null
    return barePostAnswerSchema.safeParse(await response.json()).data?.data ?? null
  } catch {
    return null
  }
}
