'use client'

import './calendar.css'
import { useQuery } from '@tanstack/react-query'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { ButtonLink } from '#components/ui/button.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { SiteLink } from '#components/ui/link.tsx'
import { toDay } from '#contract/calendar.ts'
import type { CalendarPost } from '#contract/schedule.ts'
import { formatMonth } from '#lib/blog/dates.ts'
import { addMonths, daysOfMonth, monthHref } from '#lib/schedule/months.ts'
import { LoadError } from '../ui/load-error.tsx'
import { CalendarDay } from './calendar-day.tsx'
import { calendarQuery } from './calendar-query.ts'
import { MoveDialog } from './move-dialog.tsx'
import { useMovePost } from './use-move-post.ts'

const weekdays = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']

interface CalendarViewProps {
  month: string
  today: string
}

export function CalendarView({ month, today: loadedOn }: CalendarViewProps) {
  const { data, dataUpdatedAt, isError, refetch } = useQuery(calendarQuery(month))
  // A tab may stay open beyond midnight.
  const updatedOn = toDay(dataUpdatedAt)
  const today = updatedOn > loadedOn ? updatedOn : loadedOn
  const { mutate, isPending } = useMovePost()
  const [moving, setMoving] = useState<CalendarPost | null>(null)
  const [dragged, setDragged] = useState<CalendarPost | null>(null)
  const posts = Map.groupBy(data?.posts ?? [], ({ day }) => day)
  const isEmpty = data?.posts.every(({ day }) => !day.startsWith(month)) ?? false

  return (
    <section aria-labelledby="calendar-month" aria-busy={isPending}>
      <MonthHeader month={month} today={today} timeZone={data?.timeZone} />
      {isError && <LoadError what="the calendar" onRetry={refetch} />}
      {data?.truncated && <Notice tone="error">This month has more posts than the calendar can show.</Notice>}
      <div className="calendar-weekdays" aria-hidden="true">
        {weekdays.map((name) => (
          <span key={name}>{name}</span>
        ))}
      </div>
      <ol className="calendar-days">
        {daysOfMonth(month).map((day) => (
          <CalendarDay
            key={day}
            day={day}
            today={today}
            isOther={!day.startsWith(month)}
            posts={posts.get(day) ?? []}
            dragged={dragged}
            onDrag={setDragged}
            onDrop={(post) => {
              setDragged(null)
              if (post.day !== day) mutate({ post, day })
            }}
            onMove={setMoving}
          />
        ))}
      </ol>
      {isEmpty && (
        <p className="calendar-empty">
          Nothing is published, scheduled, planned or taken offline this month.
        </p>
      )}
      {moving && (
        <MoveDialog
          post={data?.posts.find(({ id, kind }) => id === moving.id && kind === moving.kind) ?? moving}
          onClose={() => setMoving(null)}
        />
      )}
    </section>
  )
}

function MonthHeader({ month, today, timeZone }: CalendarViewProps & { timeZone: string | undefined }) {
  const current = today.slice(0, 7)
  return (
    <div className="calendar-header">
      <h1 id="calendar-month" tabIndex={-1} className="calendar-month">
        {formatMonth(month)}
      </h1>
      <nav aria-label="Months" className="flex items-center gap-1">
        <MonthLink month={addMonths(month, -1)} today={today} label="Previous month" icon={ChevronLeft} />
        <MonthLink month={addMonths(month, 1)} today={today} label="Next month" icon={ChevronRight} />
        {month !== current && (
          <ButtonLink variant="quiet" href={monthHref(current, today)}>
            Today
          </ButtonLink>
        )}
      </nav>
      <p className="grow text-sm text-muted">{timeZone && `${timeZone.replaceAll('_', ' ')} time`}</p>
      <ButtonLink href={`/admin/blogs/new?planned=${month > current ? `${month}-01` : today}`}>
        Plan a Post
      </ButtonLink>
    </div>
  )
}

interface MonthLinkProps {
  month: string
  today: string
  label: string
  icon: typeof ChevronLeft
}

const MonthLink = ({ month, today, label, icon: Icon }: MonthLinkProps) => (
  <SiteLink href={monthHref(month, today)} className="staff-icon-button" title={label}>
    <Icon className="size-5" aria-hidden="true" />
    <span className="sr-only">
      {label}: {formatMonth(month)}
    </span>
  </SiteLink>
)
