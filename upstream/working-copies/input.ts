import { postUpdateSchema } from '#contract/posts.ts'
import { workingCopyFields } from '#contract/working-copies.ts'
import { isShallow, tooDeep, upstreamFields } from '../posts/input.ts'

/** Excludes the status and the schedule, which do not belong to the text. */
export const workingCopyInputSchema = postUpdateSchema
  .extend(upstreamFields)
  .omit({ published: true, publishAt: true, plannedFor: true })
  .extend(workingCopyFields)
  .refine(isShallow, tooDeep)
