import * as z from 'zod'
import { MAX_QUERY } from './limits.ts'

export const count = z.number().int().nonnegative()

export const rowIdSchema = z.string().regex(/^\d{1,9}$/)

/** Returns -1 for an invalid id, which matches no row. */
export const parseRowId = (id: string) => (rowIdSchema.safeParse(id).success ? Number(id) : -1)

/** For lists that are sent as a whole; an upstream may omit the totals. */
export const optionalTotals = { total: count.optional(), totalPages: count.optional() }

/** A higher limit becomes the maximum, because the default could be far less than was asked for. */
export const limitUpTo = (max: number) =>
  z.coerce
    .number()
    .int()
    .min(1)
    .transform((limit) => Math.min(limit, max))

/** A search or filter. What is longer is cut, because ignoring it would find everything. */
export const queryText = z
  .string()
  .transform((text) => text.replaceAll('\0', '').trim().slice(0, MAX_QUERY).toWellFormed())
  .optional()
  .catch(undefined)
