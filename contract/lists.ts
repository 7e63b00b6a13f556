import * as z from 'zod'

export const count = z.number().int().nonnegative()

/** For lists that are sent as a whole; an upstream may omit the totals. */
export const optionalTotals = { total: count.optional(), totalPages: count.optional() }

/** A search or filter. What is longer is cut, because ignoring it would find everything. */
export const queryText = z
  .string()
  .transform((text) => text.replaceAll('\0', '').trim().slice(0, 200).toWellFormed())
  .optional()
  .catch(undefined)
