import * as z from 'zod'
import { queryText } from './lists.ts'

export const SUBSCRIBERS_PER_PAGE = 25

export const subscriberListQuerySchema = z.object({
  search: queryText,
  page: z.coerce.number().int().min(1).max(1_000_000).catch(1),
})

const subscriberSchema = z.object({
  id: z.string(),
  email: z.string(),
  /** When the address was confirmed. */
  since: z.iso.datetime(),
})
export type Subscriber = z.infer<typeof subscriberSchema>

/** Newest first; addresses that are not confirmed yet are left out. */
export const subscriberListResponseSchema = z.object({
  data: z.array(subscriberSchema),
  total: z.number().int().nonnegative(),
  totalPages: z.number().int().nonnegative(),
})
export type SubscriberPage = z.infer<typeof subscriberListResponseSchema>

export const subscriberDeletionResponseSchema = z.object({ data: z.object({ id: z.string() }) })
