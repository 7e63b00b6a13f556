import type * as z from 'zod'
import { json } from '../http/response.ts'
import type { CallName } from './calls.ts'
import { bearer, callForJson, type CallOptions } from './client.ts'

const forwardedHeaders = ['content-type', 'if-match', 'idempotency-key'] as const
const returnedHeaders = { etag: /^(W\/)?"[\x21\x23-\x7e]{0,100}"$/, 'retry-after': /^\d{1,8}$/ }
const returnedStatuses = new Set([200, 201, 202])

/** Cookies are never forwarded. */
export function headersFor(request: Request, token?: string): Record<string, string | undefined> {
  const headers = forwardedHeaders.map((name) => [name, request.headers.get(name) ?? undefined] as const)
  return { ...Object.fromEntries(headers), ...(token !== undefined && bearer(token)) }
}

const MAX_AGENT = 300

export const clientAgent = (request: Request) => ({
  'x-client-agent': (request.headers.get('user-agent') ?? '')
    .replace(/[^\x20-\x7e]/g, '')
    .slice(0, MAX_AGENT),
})

export const clientAddressOf = (request: Request) => request.headers.get('x-client-address') ?? undefined

export async function forward<T>(
  name: CallName,
  schema: z.ZodType<T>,
  options: CallOptions,
): Promise<Response> {
  const { data, headers, status } = await callForJson(name, schema, options)
  const returned = Object.entries(returnedHeaders).flatMap(([header, pattern]) => {
    const value = headers.get(header) ?? ''
    return pattern.test(value) ? [[header, value] as const] : []
  })
  // A 204 becomes a 200, because our response has a body.
  return json(data, returnedStatuses.has(status) ? status : 200, Object.fromEntries(returned))
}
