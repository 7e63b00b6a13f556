import { dehydrate, HydrationBoundary, QueryClient } from '@tanstack/react-query'
import { CalendarView } from '#components/admin/calendar/calendar-view.tsx'
import { calendarQuery, toRange } from '#components/admin/calendar/calendar-query.ts'
import { ComingSoon } from '#components/admin/frame/coming-soon.tsx'
import { requireStaff } from '#lib/auth/staff.ts'
import { staffMetadata } from '#lib/metadata.ts'
import { getToday, monthHref, parseMonth } from '#lib/schedule/months.ts'
import { getCalendar } from '#lib/schedule/queries.ts'

export const dynamic = 'force-dynamic'
export const metadata = staffMetadata('Calendar')

interface CalendarProps {
  searchParams: Promise<{ month?: string | string[] }>
}

export default async function CalendarPage({ searchParams }: CalendarProps) {
  const today = getToday()
  const month = parseMonth([(await searchParams).month].flat().at(0), today)
  const staff = await requireStaff(monthHref(month, today))
  const calendar = await getCalendar(staff, toRange(month))
  if (!calendar) return <ComingSoon page="/admin/blogs/calendar" />

  const queries = new QueryClient()
  queries.setQueryData(calendarQuery(month).queryKey, calendar)
  return (
    <HydrationBoundary state={dehydrate(queries)}>
      <CalendarView month={month} today={today} />
    </HydrationBoundary>
  )
}
