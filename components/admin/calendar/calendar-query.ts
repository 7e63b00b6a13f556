import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { calendarResponseSchema, type CalendarQuery } from '#contract/schedule.ts'
import { daysOfMonth } from '#lib/schedule/months.ts'
import { staffRequest } from '../api.ts'
import { SCHEDULE_POLL_MS } from '../refetch.ts'

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
      return (await staffRequest(`/api/calendar?${query}`, calendarResponseSchema, { signal })).data
    },
    placeholderData: keepPreviousData,
    staleTime: 5_000,
    refetchInterval: SCHEDULE_POLL_MS,
  })
