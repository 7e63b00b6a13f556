import type { Context } from 'hono'
import { createMiddleware } from 'hono/factory'
import type * as z from 'zod'
import { ApiError, parseInput } from '#contract/errors.ts'
import { bodyLimits } from '#contract/limits.ts'
import { prepareUpload, type PreparedImage } from '../media/prepare.ts'
import { isMultipart, limitBody, readForm, readJson, type MultipartForm } from './body.ts'
import type { AppEnv } from './env.ts'
import { digestOf, type FileDigest } from './idempotency.ts'

interface FormFields {
  texts: string[]
  flags: string[]
  json: string[]
  image: { field: string; label: string }
}

const limitForm = limitBody(bodyLimits.multipart)

export function limitImageForm(jsonLimit: number) {
  const limitJson = limitBody(jsonLimit)
  return createMiddleware<AppEnv>((c, next) => (isMultipart(c) ? limitForm : limitJson)(c, next))
}

interface ImageForm<Fields> {
  fields: Fields
  image: PreparedImage | null
  digest: FileDigest | null
}

/** Reads fields from JSON, or from a form with an image. Validates them before decoding the image, which is expensive. */
export async function readImageForm<Schema extends z.ZodType>(
  c: Context,
  schema: Schema,
  formFields: FormFields,
): Promise<ImageForm<z.output<Schema>>> {
  if (!isMultipart(c)) return { fields: parseInput(schema, await readJson(c)), image: null, digest: null }
  const { fields, file } = await readForm(c)
  const parsed = parseInput(schema, parseFields(fields, formFields))
  const { field, label } = formFields.image
  if (fields.get(field)) throw ApiError.forField('invalid', field, `The ${label} must be a file.`)
  if (file?.field !== field) return { fields: parsed, image: null, digest: null }
  return { fields: parsed, image: await prepareUpload(file), digest: digestOf(file) }
}

/** Forms send only strings; values that cannot be parsed are left for the schema to reject. */
function parseFields(fields: MultipartForm['fields'], { texts, flags, json }: FormFields) {
  const parsers: [string[], (value: string) => unknown][] = [
    [texts, (value) => value],
    [flags, (value) => (value === 'true' ? true : value === 'false' ? false : value)],
    [json, parseJson],
  ]
  return Object.fromEntries(
    parsers.flatMap(([names, parse]) =>
      names.flatMap((name) => {
        const value = fields.get(name)
        return value === undefined ? [] : [[name, parse(value)]]
      }),
    ),
  )
}

function parseJson(value: string): unknown {
  try {
    return JSON.parse(value)
  } catch {
    return value
  }
}

export interface DocumentRequest<Fields> {
  fields: Fields
  cover: PreparedImage | null
}

export const limitDocumentBody = limitImageForm(bodyLimits.post)

export async function readDocumentForm<Schema extends z.ZodType>(
  c: Context,
  schema: Schema,
  formFields: Omit<FormFields, 'image'>,
): Promise<DocumentRequest<z.output<Schema>> & { digest: FileDigest | null }> {
  const image = { field: 'coverImage', label: 'cover image' }
  const { image: cover, ...request } = await readImageForm(c, schema, { ...formFields, image })
  return { ...request, cover }
}
