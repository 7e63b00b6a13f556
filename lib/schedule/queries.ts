import { postListResponseSchema } from '#contract/posts.ts'
import { calendarResponseSchema, type Calendar, type CalendarQuery } from '#contract/schedule.ts'
import type { Staff } from '../auth/staff.ts'
import { log } from '../log.ts'
import { bearer, callForJson, callIfSupported } from '../upstream/client.ts'
import { isUnauthorized } from '../upstream/errors.ts'

export async function hasSchedules({ token }: Staff): Promise<boolean> {
  try {
    const options = { query: { limit: 1 }, headers: bearer(token) }
    const { data } = await callForJson('listPosts', postListResponseSchema, options)
    return data.schedule ?? false
  } catch (error) {
    if (!isUnauthorized(error)) log.error({ err: error }, 'the list of posts could not be read')
    return false
  }
}

export async function getCalendar({ token }: Staff, query: CalendarQuery): Promise<Calendar | null> {
  const options = { query, headers: bearer(token) }
  const response = await callIfSupported('getCalendar', calendarResponseSchema, options)
  return response?.data ?? null
}
