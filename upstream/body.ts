import { Fault } from './faults.ts'

export const KILOBYTE = 1000
export const MEGABYTE = 1000 * KILOBYTE
const MAX_MULTIPART_BYTES = 6 * MEGABYTE
const MAX_PARTS = 20

const mediaType = (request: Request) =>
  request.headers.get('content-type')?.split(';', 1)[0]?.trim().toLowerCase() ?? ''

export const isMultipart = (request: Request) => mediaType(request) === 'multipart/form-data'

const tooLarge = (limit: number) =>
  new Fault('too_large', `The request is larger than ${Math.round(limit / KILOBYTE)} kB.`)

/**
 * Counts bytes while they come: Content-Length may be absent or wrong. What is only a little too large is read to
 * its end and thrown away, because a sender whose connection is cut never sees the answer.
 */
async function readBytes(request: Request, limit: number): Promise<Buffer<ArrayBuffer>> {
  if (Number(request.headers.get('content-length')) > 2 * limit) throw tooLarge(limit)
  const chunks: Uint8Array[] = []
  let size = 0
  try {
    for await (const chunk of request.body ?? []) {
      size += chunk.byteLength
      if (size <= limit) chunks.push(chunk)
      if (size > 2 * limit) break
    }
  } catch {
    throw new Fault('malformed', 'The request body broke off.')
  }
  if (size > limit) throw tooLarge(limit)
  return Buffer.concat(chunks)
}

const prototypeKeys = new Set(['__proto__', 'constructor', 'prototype'])

export async function readJson(request: Request, limit = 64 * KILOBYTE): Promise<unknown> {
  if (mediaType(request) !== 'application/json') {
    throw new Fault('unsupported_type', 'The request body must be application/json.')
  }
  const bytes = await readBytes(request, limit)
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return JSON.parse(text, (key, value: unknown) => {
      if (prototypeKeys.has(key)) throw new SyntaxError('A key that reaches for the prototype')
      return value
    })
  } catch {
    throw new Fault('malformed', 'The request body is not valid JSON.')
  }
}

function countOf(bytes: Buffer, mark: string): number {
  let count = 0
  for (let at = bytes.indexOf(mark); at !== -1; at = bytes.indexOf(mark, at + mark.length)) count += 1
  return count
}

/** The parts are counted before they are parsed: many tiny ones cost far more than their bytes. */
export async function readForm(request: Request): Promise<FormData> {
  if (!isMultipart(request)) {
    throw new Fault('unsupported_type', 'The request body must be multipart/form-data.')
  }
  const type = request.headers.get('content-type') ?? ''
  const boundary = /boundary=(?:"([^"]{1,200})"|([^\s;]{1,200}))/i.exec(type)
  const mark = boundary?.[1] ?? boundary?.[2]
  if (!mark) throw new Fault('malformed', 'The form has no boundary.')
  const bytes = await readBytes(request, MAX_MULTIPART_BYTES)
  if (countOf(bytes, `--${mark}`) > MAX_PARTS + 1) {
    throw new Fault('too_large', `The form has more than ${MAX_PARTS} parts.`)
  }
  const form = await new Response(bytes, { headers: { 'content-type': type } }).formData().catch(() => {
    throw new Fault('malformed', 'The form is not valid multipart/form-data.')
  })
  const files = [...form.values()].filter((value) => typeof value !== 'string' && value.size > 0)
  if (files.length > 1) throw new Fault('malformed', 'The form has more than one file.')
  return form
}
