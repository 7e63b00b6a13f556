import { z } from 'zod'
import { isTooDeep } from '#lib/blog/markup.ts'
import { postInputSchema, postUpdateSchema, slugSchema } from '#lib/blog/schema.ts'
import { isMultipart, MEGABYTE, readForm, readJson } from '../body.ts'
import { Fault, parsed } from '../faults.ts'
import { imageFrom } from '../media/endpoints.ts'
import type { PreparedImage } from '../media/image.ts'

const ours = {
  slug: slugSchema.optional(),
  removeCover: z.boolean().optional(),
}
const shallow = (post: { content?: string | undefined }) =>
  post.content === undefined || !isTooDeep(post.content)
const tooDeep = { path: ['content'], message: 'Content is nested more than 100 levels deep' }

const createSchema = postInputSchema.extend(ours).refine(shallow, tooDeep)
const updateSchema = postUpdateSchema.extend(ours).refine(shallow, tooDeep)

export interface Sent<Fields> {
  fields: Fields
  cover: PreparedImage | null
}
export type PostChange = Sent<z.infer<typeof updateSchema>>

export const readNewPost = (request: Request) => readPost(request, createSchema)
export const readPostChange = (request: Request) => readPost(request, updateSchema)

/** The fields are checked before the image is decoded, which costs most. */
async function readPost<Schema extends z.ZodType>(
  request: Request,
  schema: Schema,
): Promise<Sent<z.output<Schema>>> {
  if (!isMultipart(request)) return { fields: parsed(schema, await readJson(request, MEGABYTE)), cover: null }
  const form = await readForm(request)
  const fields = parsed(schema, fieldsOf(form))
  const file = form.get('coverImage')
  if (typeof file === 'string' && file !== '') {
    throw new Fault('invalid', 'The cover image must be a file.', {
      fields: { coverImage: 'The cover image must be a file.' },
    })
  }
  const cover =
    file !== null && typeof file !== 'string' && file.size > 0 ? await imageFrom(file, 'coverImage') : null
  return { fields, cover }
}

/** A form knows only text: flags and the list of tags are read back, anything else is left for the schema to refuse. */
function fieldsOf(form: FormData): Record<string, unknown> {
  const fields: Record<string, unknown> = {}
  for (const name of [
    'title',
    'content',
    'excerpt',
    'coverAlt',
    'slug',
    'published',
    'removeCover',
    'tags',
  ]) {
    const value = form.get(name)
    if (value !== null)
      fields[name] = name === 'tags' ? listIn(value) : flags.has(name) ? flagIn(value) : value
  }
  return fields
}

const flags = new Set(['published', 'removeCover'])
const flagIn = (value: FormDataEntryValue) => (value === 'true' ? true : value === 'false' ? false : value)

function listIn(value: FormDataEntryValue): unknown {
  if (typeof value !== 'string') return value
  try {
    return JSON.parse(value)
  } catch {
    return value
  }
}
