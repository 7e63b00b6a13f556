import { postListResponseSchema } from '#contract/posts.ts'
import { calendarResponseSchema, type Calendar, type CalendarQuery } from '#contract/schedule.ts'
import type { Staff } from '../auth/staff.ts'
import { log } from '../log.ts'
import { bearer, callForJson } from '../upstream/client.ts'
import { isUnsupportedCall } from '../upstream/errors.ts'

export async function keepsSchedules({ token }: Staff): Promise<boolean> {
  try {
    const options = { query: { limit: 1 }, headers: bearer(token) }
    const { data } = await callForJson('listPosts', postListResponseSchema, options)
    return data.schedule ?? false
  } catch (error) {
    log.error({ err: error }, 'the list of posts could not be read')
    return false
  }
}

/** Returns null when the upstream has no calendar. */
export async function getCalendar({ token }: Staff, query: CalendarQuery): Promise<Calendar | null> {
  try {
    const options = { query, headers: bearer(token) }
    return (await callForJson('getCalendar', calendarResponseSchema, options)).data.data
  } catch (error) {
    if (isUnsupportedCall(error)) return null
    throw error
  }
}
