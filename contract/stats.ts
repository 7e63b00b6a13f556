import { z } from 'zod'

const count = z.number().int().nonnegative()
const flow = { recent: count, before: count }
const time = z.iso.datetime()

const statsSchema = z.object({
  posts: z.object({ total: count, published: count, draft: count, ...flow }),
  messages: z.object({ total: count, unread: count, ...flow }),
  subscribers: z.object({ total: count, ...flow }),
  users: z.object({ total: count, ...flow }),
  /** A visitor counts once per post and day. */
  views: z.object({
    ...flow,
    months: z.array(z.object({ month: z.string().regex(/^\d{4}-\d{2}$/), views: count })),
  }),
  activity: z.array(
    z.discriminatedUnion('kind', [
      z.object({
        kind: z.enum(['created', 'changed', 'published']),
        at: time,
        id: z.string(),
        title: z.string(),
        published: z.boolean(),
      }),
      z.object({
        kind: z.literal('message'),
        at: time,
        id: z.string().optional(),
        name: z.string(),
        subject: z.string(),
        read: z.boolean(),
      }),
      z.object({ kind: z.literal('subscriber'), at: time, email: z.string() }),
    ]),
  ),
})

export const statsResponseSchema = z.object({ data: statsSchema })

export type Stats = z.infer<typeof statsSchema>
export type Activity = Stats['activity'][number]
