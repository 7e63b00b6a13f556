import type * as z from 'zod'
import { ApiError, parseInput } from '#contract/errors.ts'
import { bodyLimits, KIB } from '#contract/limits.ts'

export const mediaTypeOf = (request: Request) =>
  (request.headers.get('content-type') ?? '').split(';')[0]?.trim().toLowerCase() ?? ''

/** Returns null when the stream is longer than `limit` bytes; `expected` avoids a second copy in memory. */
export async function readStream(
  stream: ReadableStream<Uint8Array> | null,
  limit: number,
  expected = 0,
): Promise<Uint8Array<ArrayBuffer> | null> {
  let bytes = new Uint8Array(expected)
  let length = 0
  for await (const chunk of stream ?? []) {
    const end = length + chunk.byteLength
    if (end > limit) return null
    if (end > bytes.length) {
      const larger = new Uint8Array(Math.min(limit, Math.max(end, bytes.length * 2)))
      larger.set(bytes.subarray(0, length))
      bytes = larger
    }
    bytes.set(chunk, length)
    length = end
  }
  return length === bytes.length ? bytes : bytes.slice(0, length)
}

const tooLarge = (limit: number) =>
  new ApiError('too_large', `The request body must be at most ${Math.round(limit / KIB)} kB.`)

const incomplete = () => new ApiError('malformed', 'The request body is incomplete.')

/** Rejects a body that is longer than `limit` bytes or shorter than its Content-Length. */
export async function readBody(request: Request, limit: number): Promise<Uint8Array<ArrayBuffer>> {
  const declared = request.headers.get('content-length')
  if (declared !== null && Number(declared) > limit) throw tooLarge(limit)
  const bytes = await readStream(request.body, limit, Number(declared)).catch(() => {
    throw incomplete()
  })
  if (!bytes) throw tooLarge(limit)
  if (declared !== null && Number(declared) !== bytes.length) throw incomplete()
  return bytes
}

export function parseText<T>(bytes: Uint8Array, parse: (text: string) => T, message: string): T {
  try {
    return parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    throw new ApiError('malformed', message)
  }
}

export async function readJson(request: Request, limit: number = bodyLimits.json): Promise<unknown> {
  const bytes = await readTyped(request, { 'application/json': limit })
  return parseText<unknown>(bytes, JSON.parse, 'The request body is not valid JSON.')
}

export async function readTyped(
  request: Request,
  limits: Record<string, number>,
): Promise<Uint8Array<ArrayBuffer>> {
  const limit = new Map(Object.entries(limits)).get(mediaTypeOf(request))
  if (limit !== undefined) return readBody(request, limit)
  const types = Object.keys(limits).join(' or ')
  throw new ApiError('unsupported_type', `The Content-Type must be ${types}.`)
}

export const readPostBody = (request: Request) =>
  readTyped(request, { 'multipart/form-data': bodyLimits.multipart, 'application/json': bodyLimits.post })

export async function readInput<Schema extends z.ZodType>(
  request: Request,
  schema: Schema,
  limit?: number,
): Promise<z.output<Schema>> {
  return parseInput(schema, await readJson(request, limit))
}

/** For calls whose fields are all optional: a request without a body and a type sends none of them. */
export async function readOptionalInput<Schema extends z.ZodType>(
  request: Request,
  schema: Schema,
): Promise<z.output<Schema>> {
  const isEmpty =
    !request.headers.has('content-type') && (await readBody(request, bodyLimits.json)).length === 0
  return isEmpty ? parseInput(schema, {}) : readInput(request, schema)
}
