import { z } from 'zod'

const version = z.number().int().positive()

/** Changes of a post that visitors do not see yet. */
export const workingCopySchema = z.object({
  version,
  /** The version of the post that they were made to. */
  baseVersion: version,
  updatedAt: z.iso.datetime(),
  updatedBy: z.string().nullable(),
})
export type WorkingCopy = z.infer<typeof workingCopySchema>

/** In `If-Match`, for a post without a working copy. */
export const NO_WORKING_COPY = 0

/** The fields besides those of a post. */
export const workingCopyFields = {
  baseVersion: z.coerce.number().int().positive().optional(),
  /** A tab may replace what it saved last, also when it did not get the response. */
  tab: z.uuid().optional(),
  /** The editor saves by itself; all other saves are explicit. */
  automatic: z.boolean().default(false),
}

export const publishChangesSchema = z.object({ published: z.boolean().default(true) })
