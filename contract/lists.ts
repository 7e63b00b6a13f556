import { z } from 'zod'

export const count = z.number().int().nonnegative()

/** For lists that are sent as a whole; an upstream may omit the totals. */
export const optionalTotals = { total: count.optional(), totalPages: count.optional() }
