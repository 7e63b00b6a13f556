import { z } from 'zod'

const count = z.number().int().nonnegative()
/** How many came in the last 30 days, and in the 30 days before those. */
const flow = { recent: count, before: count }
const time = z.iso.datetime()

/** What the upstream answers to `GET /stats`, which specification 7 does not know. */
const statsSchema = z.object({
  posts: z.object({ total: count, published: count, draft: count, ...flow }),
  messages: z.object({ total: count, unread: count, ...flow }),
  subscribers: z.object({ total: count, ...flow }),
  users: z.object({ total: count, ...flow }),
  /** Of articles, each visitor once a day. */
  views: z.object({
    ...flow,
    /** The last six months, oldest first; the present one is not over. */
    months: z.array(z.object({ month: z.string().regex(/^\d{4}-\d{2}$/), views: count })),
  }),
  /** The latest that happened, newest first. */
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
        name: z.string(),
        subject: z.string(),
        read: z.boolean(),
      }),
      z.object({ kind: z.literal('subscriber'), at: time, email: z.string() }),
    ]),
  ),
})

export const statsAnswerSchema = z.object({ data: statsSchema })

export type Stats = z.infer<typeof statsSchema>
export type Activity = Stats['activity'][number]
