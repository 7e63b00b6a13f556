import * as z from 'zod'
import { errorBodySchema, toDetails } from '#contract/error-body.ts'
import { ApiError, errorCode, hasErrorCode } from '#contract/errors.ts'
import { ACCOUNT_HEADER } from '#contract/http.ts'
import { SESSION_ENDED, SESSION_ENDING } from './events.ts'

export const endedText = 'Your session has ended. Sign in again in another tab, then try again here.'

let isLeaving = false

/** Removes the session and goes to the sign-in page. Never settles, so that the caller does not continue. */
function endSession(): Promise<never> {
  if (!window.dispatchEvent(new Event(SESSION_ENDING, { cancelable: true })))
    throw new ApiError('unauthorized', endedText)
  leaveEndedSession()
  return new Promise<never>(() => {})
}

export function leaveEndedSession() {
  if (isLeaving) return
  isLeaving = true
  // The browser may later restore this page with its state.
  window.addEventListener('pagehide', () => (isLeaving = false), { once: true })
  window.dispatchEvent(new Event(SESSION_ENDED))
  const from = `${window.location.pathname}${window.location.search}`
  window.location.assign(`/admin/ended?${new URLSearchParams({ from })}`)
}

/** The write fails when a newer version exists; upstreams without versions get no header. */
export const versionHeader = (version: number | undefined): Record<string, string> =>
  version === undefined ? {} : { 'if-match': `"v${version}"` }

export const isVersionConflict = (error: unknown): error is ApiError =>
  hasErrorCode(error, 'precondition_failed')

export const conflictVersion = <Current>(error: unknown, current: Current): number | Current =>
  isVersionConflict(error) ? (error.details.stored?.version ?? current) : current

/** True for an upstream without such a resource; an ended or changed session and a rate limit tell nothing about it. */
export const isUnsupported = (error: unknown): boolean =>
  error instanceof ApiError &&
  error.status < 500 &&
  error.code !== 'unauthorized' &&
  error.code !== 'other_account' &&
  error.code !== 'too_many_requests'

export const isNotFound = (error: unknown): boolean => hasErrorCode(error, 'not_found')

interface StaffRequest {
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE'
  json?: unknown
  form?: FormData
  bytes?: Blob
  headers?: Record<string, string>
  signal?: AbortSignal
  /** Lets the request outlive the page; the body is limited to 64 KiB. */
  keepalive?: boolean
  onUpload?: (share: number) => void
}

interface RawResponse {
  status: number
  text: string
}

function accountHeader(): Record<string, string> {
  const { account } = document.querySelector<HTMLElement>('[data-account]')?.dataset ?? {}
  return account === undefined ? {} : { [ACCOUNT_HEADER]: account }
}

/** Sends the account of the page, so that the server rejects the request after a sign-in with another one. */
export const staffFetch = (path: string, init: RequestInit & { headers?: Record<string, string> }) =>
  fetch(path, { ...init, headers: { ...init.headers, ...accountHeader() }, credentials: 'same-origin' })

async function send(path: string, request: StaffRequest): Promise<RawResponse> {
  const { method = 'GET', json, form, bytes, headers, signal, keepalive = false } = request
  const response = await staffFetch(path, {
    method,
    headers: { ...headers, ...(json !== undefined && { 'content-type': 'application/json' }) },
    body: form ?? bytes ?? (json === undefined ? null : JSON.stringify(json)),
    signal: signal ?? null,
    keepalive,
  })
  return { status: response.status, text: await response.text() }
}

/** XMLHttpRequest, because `fetch` does not report upload progress. */
function upload(path: string, request: StaffRequest): Promise<RawResponse> {
  const { method = 'POST', form = null, headers = {}, onUpload } = request
  return new Promise((resolve, reject) => {
    const xhr = new XMLHttpRequest()
    xhr.open(method, path)
    for (const [name, value] of Object.entries({ ...headers, ...accountHeader() }))
      xhr.setRequestHeader(name, value)
    xhr.upload.addEventListener('progress', ({ loaded, total }) => onUpload?.(total > 0 ? loaded / total : 0))
    xhr.addEventListener('load', () => resolve({ status: xhr.status, text: xhr.responseText }))
    for (const type of ['error', 'abort', 'timeout'])
      xhr.addEventListener(type, () => reject(new TypeError(`The upload failed: ${type}`)))
    xhr.send(form)
  })
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function toApiError(status: number, body: unknown): ApiError {
  const parsed = errorBodySchema.catch({ error: '' }).parse(body)
  return new ApiError(parsed.code ?? errorCode(status), parsed.error, toDetails(parsed))
}

/** A 401 ends the session, unless the page has what is not stored anywhere; every other error status throws an ApiError. */
export async function staffRequest<Schema extends z.ZodType>(
  path: string,
  schema: Schema,
  request: StaffRequest = {},
): Promise<z.output<Schema>> {
  const { status, text } = await (request.onUpload ? upload : send)(path, request)
  if (status === 401) return endSession()
  const body = parseJson(text)
  if (status < 200 || status >= 300) throw toApiError(status, body)
  // A proxy may respond with a page of its own.
  if (text !== '' && body === undefined) throw new ApiError('bad_gateway', '')
  return schema.parse(body)
}

/** Fails while the page can still keep what a later 401 would lose. */
export const checkSession = (): Promise<unknown> => staffRequest('/api/auth/profile', z.unknown())

export async function staffDelete(path: string, headers?: Record<string, string>): Promise<void> {
  try {
    await staffRequest(path, z.unknown(), { method: 'DELETE', ...(headers && { headers }) })
  } catch (error) {
    if (!isNotFound(error)) throw error
  }
}

export async function staffDownload(path: string, init: { method: string }): Promise<Response> {
  const response = await staffFetch(path, init)
  if (response.status === 401) return endSession()
  if (!response.ok) throw toApiError(response.status, parseJson(await response.text()))
  return response
}
