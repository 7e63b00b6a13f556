import * as z from 'zod'
import { toCaseKey } from './case-key.ts'

export const pageTags = {
  all: '*',
  posts: 'posts',
  settings: 'settings',
  redirects: 'redirects',
  post: (ref: string) => `post:${ref.toLowerCase()}`,
  caseStudies: 'case-studies',
  author: (slug: string) => `author:${slug.toLowerCase()}`,
  related: (tag: string) => `related:${toCaseKey(tag)}`,
  /** Pages that show the name of the tag or the category. */
  tag: (name: string) => `tag:${toCaseKey(name)}`,
  category: (slug: string) => `category:${slug}`,
}

/** `removes` is true when a public document was removed. */
const changeSchema = z.object({
  id: z.number().int().nonnegative(),
  tags: z.array(z.string()),
  removes: z.boolean(),
  /** Epoch milliseconds; older upstreams omit it. */
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
export type Changes = z.infer<typeof changesResponseSchema>['data']

/** After a reset all cached data may be stale, because changes were missed. */
export type ChangeEvent = { type: 'change'; change: Change } | { type: 'reset' }
