import * as z from 'zod'
import { authorSchema } from './authors.ts'
import { DAY_MS, MAX_TIME } from './time.ts'

const MAX_CALENDAR_DAYS = 62
export const MAX_CALENDAR_POSTS = 500

export const cleared = z.literal(['', null]).transform(() => null)

export const scheduleNames = ['publishAt', 'unpublishAt', 'plannedFor'] as const

const scheduledTime = z
  .union(
    [
      cleared,
      z.iso
        .datetime({ offset: true })
        .transform((text) => Date.parse(text))
        .pipe(z.number().max(MAX_TIME)),
    ],
    'Enter a date and time with a time zone, for example 2026-11-23T09:00:00Z',
  )
  .optional()

/** The fields of a request; null or an empty string clears a date. */
export const scheduleInput = {
  publishAt: scheduledTime,
  unpublishAt: scheduledTime,
  plannedFor: z.union([cleared, z.iso.date('Enter a day, for example 2026-11-23')]).optional(),
}

const time = z.iso.datetime().nullable().optional().catch(undefined)

const scheduleFailed = z.boolean().optional().catch(undefined)

/** The fields of a response to staff; missing from an upstream without schedules. */
export const scheduleFields = {
  publishAt: time,
  unpublishAt: time,
  plannedFor: z.iso.date().nullable().optional().catch(undefined),
  scheduledBy: z.string().optional().catch(undefined),
  scheduleFailed,
}

export const calendarQuerySchema = z
  .object({ from: z.iso.date('from must be a day'), to: z.iso.date('to must be a day') })
  .refine(({ from, to }) => from <= to, { path: ['to'], message: 'to must not be before from' })
  .refine(({ from, to }) => Date.parse(to) - Date.parse(from) < MAX_CALENDAR_DAYS * DAY_MS, {
    path: ['to'],
    message: `The calendar shows at most ${MAX_CALENDAR_DAYS} days`,
  })

const calendarKinds = ['published', 'scheduled', 'planned', 'offline'] as const

const calendarPostSchema = z.object({
  id: z.string(),
  slug: z.string(),
  title: z.string(),
  kind: z.enum(calendarKinds),
  day: z.iso.date(),
  /** Null for a post that only has a planned day. */
  at: z.iso.datetime().nullable(),
  unpublishAt: z.iso.datetime().nullable(),
  scheduleFailed,
  author: authorSchema.pick({ name: true, slug: true }),
  version: z.number().int().positive(),
})

export const calendarResponseSchema = z.object({
  data: z.object({
    posts: z.array(calendarPostSchema),
    timeZone: z.string(),
    truncated: z.boolean(),
  }),
})

export type CalendarPost = z.infer<typeof calendarPostSchema>
export type Calendar = z.infer<typeof calendarResponseSchema>['data']
export type CalendarQuery = z.infer<typeof calendarQuerySchema>
