import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { toDay } from '#contract/calendar.ts'
import { calendarResponseSchema, type CalendarQuery } from '#contract/schedule.ts'
import { daysOfMonth } from '#lib/schedule/months.ts'
import { staffRequest } from '../api.ts'
import { SCHEDULE_POLL_MS } from '../refetch.ts'
import { serverNow } from '../server-clock.ts'

export const calendarKey = ['calendar'] as const

export function toRange(month: string): CalendarQuery {
  const days = daysOfMonth(month)
  return { from: days.at(0) ?? '', to: days.at(-1) ?? '' }
}

export const calendarQuery = (month: string) =>
  queryOptions({
    queryKey: [...calendarKey, month],
    queryFn: async ({ signal }) => {
      const query = new URLSearchParams({ ...toRange(month) })
      const { data } = await staffRequest(`/api/calendar?${query}`, calendarResponseSchema, { signal })
      // A tab may stay open beyond midnight.
      return { ...data, today: toDay(serverNow()) }
    },
    placeholderData: keepPreviousData,
    staleTime: 5_000,
    refetchInterval: SCHEDULE_POLL_MS,
  })
