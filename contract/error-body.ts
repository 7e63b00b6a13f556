import * as z from 'zod'
import type { ErrorDetails } from './errors.ts'

export const errorBodySchema = z.object({
  error: z.string().default(''),
  /** Only for errors that share their status with others. */
  code: z.literal('other_account').optional().catch(undefined),
  fields: z.record(z.string(), z.string()).optional(),
  version: z.number().optional(),
  updatedAt: z.string().optional(),
  updatedBy: z.string().nullish(),
})

export const toDetails = ({ fields, version, ...edit }: z.output<typeof errorBodySchema>): ErrorDetails => ({
  fields,
  stored:
    version === undefined ? undefined : { version, updatedAt: edit.updatedAt, updatedBy: edit.updatedBy },
})
