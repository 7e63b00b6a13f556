import type { z } from 'zod'
import { json } from '../http/answer.ts'
import { callForJson, type CallOptions } from './call.ts'
import type { CallName } from './calls.ts'

const passedOn = ['content-type', 'if-match', 'idempotency-key'] as const
/** Each in the one form that it may have. */
const passedBack = { etag: /^(W\/)?"[\x21\x23-\x7e]{0,100}"$/, 'retry-after': /^\d{1,8}$/ }
const passedStatuses = new Set([200, 201, 202])

/** The caller's headers that an upstream may see; its token is given apart, never a cookie. */
export function headersFor(request: Request, token?: string): Record<string, string | undefined> {
  const headers = Object.fromEntries(passedOn.map((name) => [name, request.headers.get(name) ?? undefined]))
  return { ...headers, authorization: token ? `Bearer ${token}` : undefined }
}

export const visitorOf = (request: Request) => request.headers.get('x-client-address') ?? undefined

/** The answer to a caller of `/api`: what the upstream said, parsed, of the right shape, and written anew. */
export async function forward<T>(
  name: CallName,
  schema: z.ZodType<T>,
  options: CallOptions,
): Promise<{ response: Response; data: T }> {
  const { data, headers, status } = await callForJson(name, schema, options)
  const kept = Object.entries(passedBack).flatMap(([header, form]) => {
    const value = headers.get(header) ?? ''
    return form.test(value) ? [[header, value] as const] : []
  })
  // A 204 for a deleted post is right of the upstream; ours has a body.
  const passed = passedStatuses.has(status) ? status : 200
  return { data, response: json(data, passed, Object.fromEntries(kept)) }
}
