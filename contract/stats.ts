import * as z from 'zod'
import { activityEntrySchema } from './activity.ts'
import { count } from './lists.ts'

const flow = {
  recent: count,
  before: count,
  /** Without the last day of each period, which is today for the recent one. */
  finished: count.optional(),
  finishedBefore: count.optional(),
}

const recentActivitySchema = activityEntrySchema.extend({
  status: z.enum(['published', 'draft', 'scheduled', 'archived', 'trash', 'pending']).optional(),
  /** False for posts that the caller cannot edit. */
  editable: z.boolean().optional(),
})

const statsSchema = z.object({
  posts: z.object({ total: count, published: count, draft: count, ...flow }),
  /** Missing, like the subscribers, for roles that cannot read messages. */
  messages: z.object({ total: count, unread: count, ...flow }).optional(),
  subscribers: z.object({ total: count, ...flow }).optional(),
  /** Missing, like the views, for roles that cannot read analytics. */
  users: z.object({ total: count, ...flow }).optional(),
  caseStudies: z.object({ total: count, published: count }).optional(),
  media: z.object({ total: count }).optional(),
  views: z
    .object({
      ...flow,
      months: z.array(z.object({ month: z.string().regex(/^\d{4}-\d{2}$/), views: count })),
    })
    .optional(),
  activity: z.array(recentActivitySchema),
  /** Notifications of the caller; missing from an upstream without notifications. */
  notifications: z.object({ unread: count }).optional(),
})

export const statsResponseSchema = z.object({ data: statsSchema })

export type Stats = z.infer<typeof statsSchema>
export type Views = NonNullable<Stats['views']>
export type RecentActivity = Stats['activity'][number]
