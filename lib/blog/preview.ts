import { z } from 'zod'
import { isTooDeep } from './markup.ts'
import { MAX_CONTENT_BYTES } from './schema.ts'

/** Text on its way to being a post: it may be empty, but not so large or deep that showing it stops the server. */
export const previewSchema = z.object({
  content: z
    .string()
    .refine(
      (text) => new TextEncoder().encode(text).length <= MAX_CONTENT_BYTES,
      'Content is longer than 500 kB',
    )
    .refine((text) => !isTooDeep(text), 'Content is nested more than 100 levels deep'),
})
