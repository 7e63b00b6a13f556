import * as z from 'zod'

const version = z.number().int().positive()

export const workingCopySchema = z.object({
  version,
  baseVersion: version,
  updatedAt: z.iso.datetime(),
  updatedBy: z.string().nullable(),
})
export type WorkingCopy = z.infer<typeof workingCopySchema>

/** The version in `If-Match` for a post without a working copy. */
export const NO_WORKING_COPY = 0

export const workingCopyFields = {
  baseVersion: z.coerce.number().int().positive().optional(),
  /** Lets a tab overwrite its own last save, even when it did not get the response. */
  tab: z.uuid().optional(),
  /** True for autosave, false for an explicit save. */
  automatic: z.boolean().default(false),
}

export const publishChangesSchema = z.object({ published: z.boolean().default(true) })
