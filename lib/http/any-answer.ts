import { z } from 'zod'

/** For calls whose answer the specification leaves open: a message at most is passed on. */
export const anyAnswerSchema = z
  .object({ message: z.string().optional() })
  .nullish()
  .transform((answer) => ({ message: answer?.message }))

/** Calls that store something of a visitor: a message, and what was stored. */
export const storedAnswerSchema = z.object({
  message: z.string().optional(),
  data: z.object({ id: z.coerce.string().optional() }).nullish(),
})
