import { z } from 'zod'

export const pageTags = {
  all: '*',
  posts: 'posts',
  post: (ref: string) => `post:${ref.toLowerCase()}`,
  related: (tag: string) => `related:${tag.toLowerCase()}`,
}

/** `removes` is true when something public went offline. */
const changeSchema = z.object({
  id: z.number().int().nonnegative(),
  tags: z.array(z.string()),
  removes: z.boolean(),
  /** Milliseconds; unknown for older upstreams. */
  createdAt: z.number().optional(),
})

/** Oldest first; `complete` is false when older changes were purged. */
export const changesResponseSchema = z.object({
  data: z.object({
    changes: z.array(changeSchema),
    latest: z.number().int().nonnegative(),
    complete: z.boolean(),
  }),
})

export type Change = z.infer<typeof changeSchema>
