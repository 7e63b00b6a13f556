import type { Context } from 'hono'
import { createMiddleware } from 'hono/factory'
import type * as z from 'zod'
import { ApiError, parseInput } from '#contract/errors.ts'
import { bodyLimits } from '#contract/limits.ts'
import { prepareUpload, type PreparedImage } from '../media/prepare.ts'
import { isMultipart, limitBody, readForm, readJson, type MultipartForm } from './body.ts'
import type { AppEnv } from './env.ts'

/** The names of form fields by how their text is parsed. */
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

/** Reads fields from JSON, or from a form with an image. Validates them before decoding the image, which is expensive. */
export async function readImageForm<Schema extends z.ZodType>(
  c: Context,
  schema: Schema,
  formFields: FormFields,
): Promise<{ fields: z.output<Schema>; image: PreparedImage | null }> {
  if (!isMultipart(c)) return { fields: parseInput(schema, await readJson(c)), image: null }
  const { fields, file } = await readForm(c)
  const parsed = parseInput(schema, parseFields(fields, formFields))
  const { field, label } = formFields.image
  if (fields.get(field)) {
    const message = `The ${label} must be a file.`
    throw new ApiError('invalid', message, { fields: { [field]: message } })
  }
  return { fields: parsed, image: file?.field === field ? await prepareUpload(file) : null }
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
): Promise<DocumentRequest<z.output<Schema>>> {
  const image = { field: 'coverImage', label: 'cover image' }
  const request = await readImageForm(c, schema, { ...formFields, image })
  return { fields: request.fields, cover: request.image }
}
