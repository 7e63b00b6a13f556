import type { Context } from 'hono'
import { createMiddleware } from 'hono/factory'
import { ApiError, parseInput } from '#contract/errors.ts'
import { bodyLimits } from '#contract/limits.ts'
import { profileUpdateSchema, type ProfileUpdate } from '#contract/profile.ts'
import { isMultipart, limitBody, readForm, readJson } from '../http/body.ts'
import type { AppEnv } from '../http/env.ts'
import { prepareUpload, type PreparedImage } from '../media/prepare.ts'

const limitForm = limitBody(bodyLimits.multipart)
const limitJson = limitBody(bodyLimits.json)

export const limitProfileBody = createMiddleware<AppEnv>((c, next) =>
  (isMultipart(c) ? limitForm : limitJson)(c, next),
)

const jsonFields = new Set(['links', 'photoX', 'photoY', 'removePhoto'])

/** Forms send only strings; values that cannot be parsed are left for the schema to reject. */
function parseField([name, value]: [string, string]): [string, unknown] {
  if (!jsonFields.has(name)) return [name, value]
  try {
    return [name, JSON.parse(value)]
  } catch {
    return [name, value]
  }
}

/** Validates the fields before decoding the photo, which is expensive. */
export async function readProfileRequest(
  c: Context,
): Promise<{ fields: ProfileUpdate; photo: PreparedImage | null }> {
  if (!isMultipart(c)) return { fields: parseInput(profileUpdateSchema, await readJson(c)), photo: null }
  const form = await readForm(c)
  const fields = parseInput(profileUpdateSchema, Object.fromEntries([...form.fields].map(parseField)))
  if (form.fields.has('photo') && form.fields.get('photo') !== '') {
    const message = 'The photo must be a file.'
    throw new ApiError('invalid', message, { fields: { photo: message } })
  }
  return { fields, photo: form.file?.field === 'photo' ? await prepareUpload(form.file) : null }
}
