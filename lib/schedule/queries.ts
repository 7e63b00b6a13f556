import { unstable_rethrow } from 'next/navigation'
import { postListResponseSchema } from '#contract/posts.ts'
import { calendarResponseSchema, type Calendar, type CalendarQuery } from '#contract/schedule.ts'
import { readAsStaff, type Staff } from '../auth/staff.ts'
import { log } from '../log.ts'
import { callForJson, callIfSupported } from '../upstream/client.ts'

export async function hasSchedules(staff: Staff): Promise<boolean> {
  try {
    const { data } = await readAsStaff(staff, (headers) =>
      callForJson('listPosts', postListResponseSchema, { query: { limit: 1 }, headers }),
    )
    return data.schedule ?? false
  } catch (error) {
    unstable_rethrow(error)
    log.error({ err: error }, 'the list of posts could not be read')
    return false
  }
}

export async function getCalendar(staff: Staff, query: CalendarQuery): Promise<Calendar | null> {
  const response = await readAsStaff(staff, (headers) =>
    callIfSupported('getCalendar', calendarResponseSchema, { query, headers }),
  )
  return response?.data ?? null
}
