import type { Context } from 'hono'
import { z } from 'zod'
import { ApiError, parseInput } from '#contract/errors.ts'
import { bodyLimits } from '#contract/limits.ts'
import { isTooDeep } from '#contract/markup.ts'
import { postInputSchema, postUpdateSchema, slugSchema } from '#contract/posts.ts'
import { cleanText } from '#contract/text.ts'
import { isMultipart, limitBody, readForm, readJson, type MultipartForm } from '../http/body.ts'
import type { AppEnv } from '../http/env.ts'
import { prepareUpload, type PreparedImage } from '../media/prepare.ts'
import { createMiddleware } from 'hono/factory'

const upstreamFields = {
  slug: slugSchema.optional(),
  /** The slug of the author; a new post is by its creator. */
  author: z.optional(cleanText('Author', z.maxLength(100))),
  removeCover: z.boolean().optional(),
}
const isShallow = ({ content }: { content?: string | undefined }) =>
  content === undefined || !isTooDeep(content)
const tooDeep = { path: ['content'], message: 'Content is nested more than 100 levels deep' }

export const newPostSchema = postInputSchema.extend(upstreamFields).refine(isShallow, tooDeep)
export const postChangeSchema = postUpdateSchema.extend(upstreamFields).refine(isShallow, tooDeep)

export interface PostRequest<Fields> {
  fields: Fields
  cover: PreparedImage | null
}
export type PostChange = PostRequest<z.output<typeof postChangeSchema>>

const limitForm = limitBody(bodyLimits.multipart)
const limitJson = limitBody(bodyLimits.post)

export const limitPostBody = createMiddleware<AppEnv>((c, next) =>
  (isMultipart(c) ? limitForm : limitJson)(c, next),
)

/** Validates the fields before decoding the cover, which costs most. */
export async function readPostRequest<Schema extends z.ZodType>(
  c: Context,
  schema: Schema,
): Promise<PostRequest<z.output<Schema>>> {
  if (!isMultipart(c)) return { fields: parseInput(schema, await readJson(c)), cover: null }
  const { fields, file } = await readForm(c)
  const parsed = parseInput(schema, parseFormFields(fields))
  if (fields.get('coverImage')) {
    const message = 'The cover image must be a file.'
    throw new ApiError('invalid', message, { fields: { coverImage: message } })
  }
  return { fields: parsed, cover: file?.field === 'coverImage' ? await prepareUpload(file) : null }
}

const textFields = ['title', 'content', 'excerpt', 'coverAlt', 'slug', 'author']
const flagFields = ['published', 'removeCover']

/** Forms send text only; values that cannot be parsed are left for the schema to reject. */
function parseFormFields(fields: MultipartForm['fields']): Record<string, unknown> {
  const parsers: [string[], (value: string) => unknown][] = [
    [textFields, (value) => value],
    [flagFields, (value) => (value === 'true' ? true : value === 'false' ? false : value)],
    [['tags'], parseList],
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

function parseList(value: string): unknown {
  try {
    return JSON.parse(value)
  } catch {
    return value
  }
}
