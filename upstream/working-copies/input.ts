import { postUpdateSchema } from '#contract/posts.ts'
import { workingCopyFields } from '#contract/working-copies.ts'
import { isShallow, tooDeep, upstreamFields } from '../posts/input.ts'

/** Whether and when the post is published does not belong to its text. */
export const workingCopyInputSchema = postUpdateSchema
  .extend(upstreamFields)
  .omit({ published: true, publishAt: true, plannedFor: true })
  .extend(workingCopyFields)
  .refine(isShallow, tooDeep)
