import type { Context } from 'hono'
import { createMiddleware } from 'hono/factory'
import type { z } from 'zod'
import { ApiError, parseInput } from '#contract/errors.ts'
import { bodyLimits } from '#contract/limits.ts'
import { prepareUpload, type PreparedImage } from '../media/prepare.ts'
import { isMultipart, limitBody, readForm, readJson, type MultipartForm } from './body.ts'
import type { AppEnv } from './env.ts'

/** Reads a post or case study from JSON, or from a form with a cover image. */
export interface DocumentRequest<Fields> {
  fields: Fields
  cover: PreparedImage | null
}

/** The names of form fields by how their text is parsed. */
export interface FormFields {
  texts: string[]
  flags: string[]
  json: string[]
}

const limitForm = limitBody(bodyLimits.multipart)
const limitJson = limitBody(bodyLimits.post)

export const limitDocumentBody = createMiddleware<AppEnv>((c, next) =>
  (isMultipart(c) ? limitForm : limitJson)(c, next),
)

/** Validates the fields before decoding the cover, which is expensive. */
export async function readDocument<Schema extends z.ZodType>(
  c: Context,
  schema: Schema,
  formFields: FormFields,
): Promise<DocumentRequest<z.output<Schema>>> {
  if (!isMultipart(c)) return { fields: parseInput(schema, await readJson(c)), cover: null }
  const { fields, file } = await readForm(c)
  const parsed = parseInput(schema, parseFields(fields, formFields))
  if (fields.get('coverImage')) {
    const message = 'The cover image must be a file.'
    throw new ApiError('invalid', message, { fields: { coverImage: message } })
  }
  return { fields: parsed, cover: file?.field === 'coverImage' ? await prepareUpload(file) : null }
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
