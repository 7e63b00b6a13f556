import busboy from 'busboy'
import type { Context } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { createMiddleware } from 'hono/factory'
import { pipeline } from 'node:stream/promises'
import type { $ZodObject, input, output } from 'zod/v4/core'
import { ApiError, parseInput } from '#contract/errors.ts'
import { bodyLimits, KIB, MAX_PARTS } from '#contract/limits.ts'
import type { AppEnv } from './env.ts'

const mediaType = (c: Context) => c.req.header('content-type')?.split(';', 1)[0]?.trim().toLowerCase() ?? ''

export const isMultipart = (c: Context) => mediaType(c) === 'multipart/form-data'

const incomplete = () => new ApiError('malformed', 'The request body is incomplete.')

export function limitBody(maxSize: number) {
  const limit = bodyLimit({
    maxSize,
    onError: () => new ApiError('too_large', `The request is larger than ${maxSize / KIB} kB.`).toResponse(),
  })
  return createMiddleware<AppEnv>(async (c, next) => {
    let isRead = false
    try {
      return await limit(c, () => {
        isRead = true
        return next()
      })
    } catch (error) {
      throw isRead ? error : incomplete()
    }
  })
}

const prototypeKeys = new Set(['__proto__', 'constructor', 'prototype'])

export async function readBytes(c: Context): Promise<Buffer> {
  if (mediaType(c) !== 'application/octet-stream')
    throw new ApiError('unsupported_type', 'The request body must be application/octet-stream.')
  const bytes = await c.req.arrayBuffer().catch(() => {
    throw incomplete()
  })
  return Buffer.from(bytes)
}

export async function readJson(c: Context): Promise<unknown> {
  if (mediaType(c) !== 'application/json') {
    throw new ApiError('unsupported_type', 'The request body must be application/json.')
  }
  const bytes = await c.req.arrayBuffer().catch(() => {
    throw incomplete()
  })
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return JSON.parse(text, (key, value: unknown) => {
      if (prototypeKeys.has(key)) throw new SyntaxError(`Forbidden key: ${key}`)
      return value
    })
  } catch {
    throw new ApiError('malformed', 'The request body is not valid JSON.')
  }
}

const validated = <Schema extends $ZodObject>(
  schema: Schema,
  limit: number,
  read: (c: Context) => Promise<unknown>,
) => {
  const limitSize = limitBody(limit)
  return createMiddleware<AppEnv, string, { in: { json: input<Schema> }; out: { json: output<Schema> } }>(
    (c, next) =>
      limitSize(c, async () => {
        c.req.addValidatedData('json', parseInput(schema, await read(c)))
        await next()
      }),
  )
}

export const jsonBody = <Schema extends $ZodObject>(schema: Schema, limit: number = bodyLimits.json) =>
  validated(schema, limit, readJson)

async function isEmpty(c: Context): Promise<boolean> {
  if (c.req.header('content-type') !== undefined) return false
  const bytes = await c.req.arrayBuffer().catch(() => {
    throw incomplete()
  })
  return bytes.byteLength === 0
}

export const optionalJsonBody = <Schema extends $ZodObject>(schema: Schema) =>
  validated(schema, bodyLimits.json, async (c) => ((await isEmpty(c)) ? {} : readJson(c)))

export interface MultipartForm {
  fields: Map<string, string>
  file: { field: string; bytes: Buffer; name: string } | null
}

const invalidForm = () => new ApiError('malformed', 'The form is not valid multipart/form-data.')

function createParser(c: Context) {
  try {
    return busboy({
      headers: { 'content-type': c.req.header('content-type') },
      defParamCharset: 'utf8',
      // busboy counts the closing boundary as a part.
      limits: { parts: MAX_PARTS + 1, fieldSize: bodyLimits.multipart },
    })
  } catch {
    throw invalidForm()
  }
}

/** Callers limit the size of the body with `limitBody`. */
export async function readForm(c: Context): Promise<MultipartForm> {
  if (!isMultipart(c)) {
    throw new ApiError('unsupported_type', 'The request body must be multipart/form-data.')
  }
  const parser = createParser(c)
  const form: MultipartForm = { fields: new Map(), file: null }
  parser.on('field', (name, value) => {
    if (!form.fields.has(name)) form.fields.set(name, value)
  })
  parser.on('file', (field, stream, { filename = '' }) => {
    const chunks: Buffer[] = []
    stream.on('data', (chunk: Buffer) => chunks.push(chunk))
    stream.on('error', () => chunks.splice(0))
    stream.on('end', () => {
      // Browsers send such a part for a file input without a file.
      if (chunks.length === 0 && filename === '') return
      if (form.file) parser.destroy(new ApiError('malformed', 'The form has more than one file.'))
      else form.file = { field, bytes: Buffer.concat(chunks), name: filename }
    })
  })
  parser.on('partsLimit', () => {
    parser.destroy(new ApiError('too_large', `The form has more than ${MAX_PARTS} parts.`))
  })
  await pipeline(c.req.raw.body ?? [], parser).catch((error: unknown) => {
    throw error instanceof ApiError ? error : invalidForm()
  })
  return form
}
