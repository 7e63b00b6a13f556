import * as z from 'zod'
import { limitUpTo, queryText } from './lists.ts'

export const MESSAGES_PER_PAGE = 10

/** A search finds only the newest matches, so that its time is bounded. */
export const MAX_FOUND_MESSAGES = 1000

export const messageFilterSchema = z.object({
  status: z.enum(['unread']).optional().catch(undefined),
  search: queryText,
})

export const messageListQuerySchema = messageFilterSchema.extend({
  page: z.coerce.number().int().min(1).max(1_000_000).catch(1),
  limit: limitUpTo(100).catch(MESSAGES_PER_PAGE),
})

const messageSchema = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  subject: z.string(),
  message: z.string(),
  createdAt: z.iso.datetime(),
  read: z.boolean(),
})

export const messageListResponseSchema = z.object({
  data: z.object({ messages: z.array(messageSchema) }),
  total: z.number().int().nonnegative(),
  totalPages: z.number().int().nonnegative(),
  /** True when older messages may match as well. */
  partial: z.boolean().optional(),
})

export const messageChangeSchema = z.object({ read: z.boolean() })

export const messageResponseSchema = z.object({ data: messageSchema })

/** `previous` is the id of the next newer message that matches the filter, `next` of the next older one. */
export const messageWithNeighborsSchema = messageResponseSchema.extend({
  previous: z.string().nullable(),
  next: z.string().nullable(),
})

export type MessageFilter = z.infer<typeof messageFilterSchema>
export type MessageListQuery = z.infer<typeof messageListQuerySchema>
export type MessagePage = z.infer<typeof messageListResponseSchema>
export type MessageWithNeighbors = z.infer<typeof messageWithNeighborsSchema>
export type StoredMessage = z.infer<typeof messageSchema>
