import { z } from 'zod'

export const MESSAGES_PER_PAGE = 10

/** Total: whatever an address holds, it is a page. */
export const messageListQuerySchema = z.object({
  page: z.coerce.number().int().min(1).max(1_000_000).catch(1),
  limit: z.coerce.number().int().min(1).max(100).catch(MESSAGES_PER_PAGE),
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

/** What the upstream answers to `GET /messages`, which specification 7 does not know. */
export const messageListAnswerSchema = z.object({
  data: z.object({ messages: z.array(messageSchema) }),
  total: z.number().int().nonnegative(),
  totalPages: z.number().int().nonnegative(),
})

/** All that can be changed about what a visitor wrote. */
export const messageChangeSchema = z.object({ read: z.boolean() })

export const messageAnswerSchema = z.object({ data: messageSchema })

export type StoredMessage = z.infer<typeof messageSchema>
