import { z } from 'zod'
import { currentRequest } from '../http/current-request.ts'
import { metrics } from '../metrics.ts'
import { calls, type CallName } from './calls.ts'
import { UpstreamFault, UpstreamRefusal } from './errors.ts'
import { send } from './transport.ts'

const TIME_LIMIT_MS = 8_000
const ANSWER_LIMIT_BYTES = 16 * 1024 * 1024

/** Ids and slugs, or the random name of an image, which may begin with any of its letters. */
const refPattern = /^([A-Za-z0-9][A-Za-z0-9_-]{0,99}|[A-Za-z0-9_-]{16,80}\.webp)$/

export interface CallOptions {
  ref?: string
  query?: Record<string, string | number | undefined>
  headers?: Record<string, string | undefined>
  body?: BodyInit
  /** Address of the visitor, for calls that the upstream limits by it. */
  visitor?: string
  /** Bytes of the answer read at most. */
  answerLimit?: number
  timeLimitMs?: number
}

export interface Answer {
  status: number
  headers: Headers
  bytes: Uint8Array<ArrayBuffer>
}

/** Built from the call's template alone: nothing of a caller's path or query gets through unparsed. */
function addressOf(name: CallName, { ref, query }: CallOptions): string {
  const { path } = calls[name]
  if (path.includes('{ref}') && !refPattern.test(ref ?? '')) throw new UpstreamRefusal(404, 'Not found')
  const filled = path.replace('{ref}', encodeURIComponent(ref ?? ''))
  const entries = Object.entries(query ?? {}).flatMap(([key, value]) =>
    value === undefined || value === '' ? [] : [[key, String(value)]],
  )
  return `http://upstream/api${filled}${entries.length > 0 ? `?${new URLSearchParams(entries)}` : ''}`
}

async function readBounded(response: Response, limit: number): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of response.body ?? []) {
    length += chunk.byteLength
    if (length > limit) throw new UpstreamFault('garbage')
    chunks.push(chunk)
  }
  const bytes = new Uint8Array(length)
  let offset = 0
  for (const chunk of chunks) {
    bytes.set(chunk, offset)
    offset += chunk.byteLength
  }
  return bytes
}

async function attempt(name: CallName, options: CallOptions, signal: AbortSignal): Promise<Answer> {
  const headers = new Headers({ accept: 'application/json' })
  for (const [key, value] of Object.entries(options.headers ?? {})) if (value) headers.set(key, value)
  const requestId = currentRequest.getStore()
  if (requestId) headers.set('x-request-id', requestId)
  const request = new Request(addressOf(name, options), {
    method: calls[name].method,
    headers,
    body: options.body,
    signal,
    redirect: 'manual',
  })
  const aborted = new Promise<never>((_, reject) =>
    signal.addEventListener('abort', () => reject(signal.reason), { once: true }),
  )
  aborted.catch(() => {})
  try {
    // The race also bounds an upstream that ignores the signal, as one in the same process may.
    return await Promise.race([
      aborted,
      send(request, options.visitor).then(async (response) => ({
        status: response.status,
        headers: response.headers,
        bytes: await readBounded(response, options.answerLimit ?? ANSWER_LIMIT_BYTES),
      })),
    ])
  } catch (error) {
    if (error instanceof UpstreamFault || error instanceof UpstreamRefusal) throw error
    throw new UpstreamFault(signal.aborted ? 'stalled' : 'unreachable', { cause: error })
  }
}

const refusalSchema = z.object({
  error: z.string().min(1).max(500),
  fields: z.record(z.string(), z.string()).optional(),
  version: z.number().optional(),
  updatedAt: z.string().optional(),
  updatedBy: z.string().nullish(),
})

/** 503 and 507 are said in words by the built-in upstream (full disk, limits); any other 5xx is a fault of its own. */
const isRefusal = (status: number) => (status >= 400 && status < 500) || status === 503 || status === 507

/** Any other no of the upstream means something to proxies and browsers that it must not mean here. */
const refusals = new Set([400, 401, 403, 404, 405, 409, 410, 412, 413, 415, 422, 423, 428, 429, 503, 507])

function refusalOf(answer: Answer): UpstreamRefusal | UpstreamFault {
  const parsed = refusalSchema.safeParse(parseJson(answer.bytes))
  if (!parsed.success && answer.status >= 500) return new UpstreamFault('failed')
  const { error = 'The request was refused.', fields, version, updatedAt, updatedBy } = parsed.data ?? {}
  const stored = version === undefined ? undefined : { version, updatedAt, updatedBy }
  const retryAfter = /^\d{1,8}$/.exec(answer.headers.get('retry-after') ?? '')?.[0]
  const status = refusals.has(answer.status) ? answer.status : 400
  return new UpstreamRefusal(status, error, { fields, stored, retryAfter })
}

function parseJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    return undefined
  }
}

/**
 * One call to the upstream, bounded in time and size. A GET that meets a fault is tried once more within the same time.
 * Throws `UpstreamRefusal` when the answer is no and `UpstreamFault` when there is none that can be used.
 */
export async function callUpstream(name: CallName, options: CallOptions = {}): Promise<Answer> {
  const signal = AbortSignal.timeout(options.timeLimitMs ?? TIME_LIMIT_MS)
  const once = async () => {
    const answer = await attempt(name, options, signal)
    if (isRefusal(answer.status)) throw refusalOf(answer)
    if (answer.status >= 500) throw new UpstreamFault('failed')
    if (answer.status >= 300) throw new UpstreamFault('garbage')
    return answer
  }
  const twice = () =>
    once().catch((error: unknown) => {
      if (error instanceof UpstreamFault && !signal.aborted) return once()
      throw error
    })
  return measured(name, calls[name].method === 'GET' ? twice : once)
}

async function measured(call: CallName, run: () => Promise<Answer>): Promise<Answer> {
  const stop = metrics().upstreamCalls.startTimer({ call })
  try {
    const answer = await run()
    stop({ outcome: String(answer.status) })
    return answer
  } catch (error) {
    stop({ outcome: outcomeOf(error) })
    throw error
  }
}

function outcomeOf(error: unknown): string {
  if (error instanceof UpstreamRefusal) return String(error.status)
  return error instanceof UpstreamFault ? error.kind : 'error'
}

/** The answer as JSON of the given shape; anything else is a fault of the upstream. */
export async function callForJson<T>(
  name: CallName,
  schema: z.ZodType<T>,
  options: CallOptions = {},
): Promise<{ data: T; headers: Headers; status: number }> {
  const answer = await callUpstream(name, options)
  const content = parseJson(answer.bytes)
  // Nothing at all may be an answer; something that is no JSON is none.
  if (content === undefined && answer.bytes.length > 0) throw new UpstreamFault('garbage')
  const parsed = schema.safeParse(content)
  if (!parsed.success) throw new UpstreamFault('garbage', { cause: parsed.error })
  return { data: parsed.data, headers: answer.headers, status: answer.status }
}
