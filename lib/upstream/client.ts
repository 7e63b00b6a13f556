import pLimit, { type LimitFunction } from 'p-limit'
import * as z from 'zod'
import { safeParse, type $ZodType } from 'zod/v4/core'
import { ApiError } from '#contract/errors.ts'
import { bodyLimits } from '#contract/limits.ts'
import { readStream } from '../http/body.ts'
import { metrics } from '../metrics.ts'
import { requestIdStorage } from '../process-context.ts'
import { injectTrace, inSpan, setSpanAttribute } from '../tracing.ts'
import { calls, slowCalls, type CallName } from './calls.ts'
import {
  badGateway,
  gatewayTimeout,
  isUnsupportedCall,
  isUpstreamFailure,
  notJson,
  rejection,
  unexpectedStatus,
} from './errors.ts'
import { send } from './transport.ts'

const READ_TIMEOUT_MS = 8_000
/** Writes may wait ten seconds for a database lock. */
const WRITE_TIMEOUT_MS = 12_500
/** Encoding an image takes a busy machine many seconds; nginx waits for 30. */
const FILE_TIMEOUT_MS = 25_000
const MAX_RESPONSE_BYTES = 16 * 1024 * 1024

/** An id, a slug, or the id or file name of an image, which may start with `-` or `_`. */
const refPattern = /^([A-Za-z0-9][A-Za-z0-9_-]{0,99}|[A-Za-z0-9_-]{22}|[A-Za-z0-9_-]{16,80}\.webp)$/

const numberPattern = /^[1-9]\d{0,8}$/

export interface CallOptions {
  ref?: string
  number?: string
  query?: Record<string, string | number | undefined>
  headers?: Record<string, string | undefined>
  body?: BodyInit
  json?: unknown
  clientAddress?: string | undefined
  timeoutMs?: number
  maxResponseBytes?: number
  failureMessage?: string
  /** For a 401 without a message; otherwise it gets `failureMessage`. */
  unauthorizedMessage?: string
}

declare global {
  var halyardUploads: LimitFunction | undefined
  var halyardReadLists: Set<CallName> | undefined
}

const MAX_WAITING_UPLOADS = 8

/** Uploads wait for each other before their timeout starts, because each is copied, decoded and encoded. */
const limitUploads = <T>({ body }: CallOptions, run: () => Promise<T>): Promise<T> => {
  if (!(body instanceof Uint8Array) || body.length <= bodyLimits.post) return run()
  const limit = (globalThis.halyardUploads ??= pLimit(1))
  if (limit.pendingCount >= MAX_WAITING_UPLOADS)
    throw new ApiError('unavailable', 'Too many files are being uploaded. Please try again in a moment.', {
      headers: { 'retry-after': '5' },
    })
  return limit(run)
}

interface UpstreamResponse {
  status: number
  headers: Headers
  bytes: Uint8Array<ArrayBuffer>
}

export const messageOnlySchema = z
  .object({ message: z.string().optional() })
  .nullish()
  .transform((response) => ({ message: response?.message }))

export const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

function urlOf(name: CallName, { ref = '', number = '', query }: CallOptions): string {
  const { path } = calls[name]
  const isValid =
    (!path.includes('{ref}') || refPattern.test(ref)) &&
    (!path.includes('{number}') || numberPattern.test(number))
  if (!isValid) throw new ApiError('not_found', 'Not found')
  const filled = path.replace('{ref}', encodeURIComponent(ref)).replace('{number}', number)
  const entries = Object.entries(query ?? {}).flatMap(([key, value]) =>
    value === undefined || value === '' ? [] : [[key, String(value)]],
  )
  return `http://upstream/api${filled}${entries.length > 0 ? `?${new URLSearchParams(entries)}` : ''}`
}

function requestOf(name: CallName, options: CallOptions, signal: AbortSignal): Request {
  const headers = new Headers({ accept: 'application/json' })
  for (const [key, value] of Object.entries(options.headers ?? {})) if (value) headers.set(key, value)
  if (options.json !== undefined) headers.set('content-type', 'application/json')
  const requestId = requestIdStorage.getStore()
  if (requestId) headers.set('x-request-id', requestId)
  injectTrace(headers)
  const { method } = calls[name]
  return new Request(urlOf(name, options), {
    method,
    headers,
    body: options.json === undefined ? options.body : JSON.stringify(options.json),
    signal,
    redirect: 'manual',
  })
}

async function exchange(name: CallName, request: Request, options: CallOptions): Promise<UpstreamResponse> {
  const { status, headers, body } = await send(name, request, options.clientAddress)
  const bytes = await readStream(body, options.maxResponseBytes ?? MAX_RESPONSE_BYTES)
  if (!bytes) throw new Error('The response is too large')
  return { status, headers, bytes }
}

/** Rejects when the signal aborts, even if an upstream in the same process ignores the signal. */
function abortable<T>(signal: AbortSignal, promise: Promise<T>): Promise<T> {
  const aborted = Promise.withResolvers<never>()
  const abort = () => aborted.reject(signal.reason)
  if (signal.aborted) abort()
  signal.addEventListener('abort', abort, { once: true })
  return Promise.race([promise, aborted.promise]).finally(() => signal.removeEventListener('abort', abort))
}

const toGatewayError = (error: unknown, signal: AbortSignal, { failureMessage }: CallOptions) =>
  (signal.aborted ? gatewayTimeout : badGateway)(error, failureMessage)

function toRejection(
  { status, headers }: Pick<UpstreamResponse, 'status' | 'headers'>,
  bytes: Uint8Array | null,
  { failureMessage, unauthorizedMessage }: CallOptions,
): ApiError {
  const message = (status === 401 && unauthorizedMessage) || failureMessage
  const rejected = status >= 400 && bytes ? rejection(status, headers, parseJson(bytes), message) : undefined
  return rejected ?? badGateway(unexpectedStatus(status), failureMessage)
}

async function attempt(name: CallName, options: CallOptions, signal: AbortSignal): Promise<UpstreamResponse> {
  const request = requestOf(name, options, signal)
  const response = await abortable(signal, exchange(name, request, options)).catch((error: unknown) => {
    throw toGatewayError(error, signal, options)
  })
  setSpanAttribute('http.response.status_code', response.status)
  if (response.status < 300) return response
  throw toRejection(response, response.bytes, options)
}

function parseJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    return undefined
  }
}

/** Retries a failed GET once; throws the upstream's own ApiError, `bad_gateway` or `gateway_timeout`. */
export async function callUpstream(name: CallName, options: CallOptions = {}): Promise<UpstreamResponse> {
  return limitUploads(options, () => callWithRetry(name, options))
}

async function callWithRetry(name: CallName, options: CallOptions): Promise<UpstreamResponse> {
  const isRead = calls[name].method === 'GET'
  const hasFiles = options.headers?.['content-type']?.startsWith('multipart/form-data')
  const writeMs = hasFiles ? FILE_TIMEOUT_MS : WRITE_TIMEOUT_MS
  const signal = AbortSignal.timeout(
    options.timeoutMs ?? slowCalls.get(name) ?? (isRead ? READ_TIMEOUT_MS : writeMs),
  )
  const once = () => attempt(name, options, signal)
  const withRetry = () =>
    once().catch((error: unknown) => {
      if (isUpstreamFailure(error) && !signal.aborted) return once()
      throw error
    })
  return inSpan(`upstream ${name}`, {}, () => measure(name, isRead ? withRetry : once))
}

async function measure(call: CallName, run: () => Promise<UpstreamResponse>): Promise<UpstreamResponse> {
  const stop = metrics().upstreamCalls.startTimer({ call })
  try {
    const response = await run()
    stop({ outcome: String(response.status) })
    return response
  } catch (error) {
    stop({ outcome: error instanceof ApiError ? error.code : 'internal' })
    throw error
  }
}

/** For a response that is too large for memory; the caller reads or cancels the body. */
export async function callForStream(
  name: CallName,
  options: CallOptions,
  client: AbortSignal,
): Promise<Response> {
  const signal = AbortSignal.timeout(options.timeoutMs ?? slowCalls.get(name) ?? WRITE_TIMEOUT_MS)
  const request = requestOf(name, options, signal)
  const response = await abortable(signal, send(name, request, options.clientAddress)).catch(
    (error: unknown) => {
      throw toGatewayError(error, signal, options)
    },
  )
  const { status, headers, body } = response
  if (status === 200 && body) {
    if (!client.aborted) return response
    // Next does not cancel the body of a response whose client has left.
    await body.cancel()
    return new Response(null, { headers })
  }
  throw toRejection(response, await readStream(body, MAX_RESPONSE_BYTES), options)
}

export async function callForJson<T>(
  name: CallName,
  schema: $ZodType<T>,
  options: CallOptions = {},
): Promise<{ data: T; headers: Headers; status: number }> {
  const { status, headers, bytes } = await callUpstream(name, options)
  const content = parseJson(bytes)
  // An empty body is valid (204); a body that is not JSON is an upstream failure.
  if (content === undefined && bytes.length > 0) throw notJson(options.failureMessage)
  const parsed = safeParse(schema, content)
  if (!parsed.success) throw badGateway(parsed.error, options.failureMessage)
  return { data: parsed.data, headers, status }
}

/** Returns null on a 404 or 405, except for a public list that was read before: proxies send 404 while the upstream restarts. */
export async function callIfSupported<T>(
  name: CallName,
  schema: $ZodType<T>,
  options: CallOptions = {},
): Promise<T | null> {
  const isPublicList = options.ref === undefined && options.headers === undefined
  const readLists = (globalThis.halyardReadLists ??= new Set())
  try {
    const { data } = await callForJson(name, schema, options)
    if (isPublicList) readLists.add(name)
    return data
  } catch (error) {
    if (!isUnsupportedCall(error)) throw error
    if (isPublicList && readLists.has(name)) throw badGateway(error, options.failureMessage)
    return null
  }
}
