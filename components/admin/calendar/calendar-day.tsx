import clsx from 'clsx'
import { CalendarClock, Plus } from 'lucide-react'
import { useState } from 'react'
import { SiteLink } from '#components/ui/link.tsx'
import type { CalendarPost } from '#contract/schedule.ts'
import { formatDateTime, formatDay, formatTime } from '#lib/blog/dates.ts'
import { useCanEdit } from '../frame/role.tsx'
import { describeFailure } from '../schedule/scheduled-time.ts'
import { moveButtonId } from './move-dialog.tsx'

const MAX_SHOWN = 5

interface CalendarDayProps {
  day: string
  today: string
  isOther: boolean
  posts: CalendarPost[]
  dragged: CalendarPost | null
  onDrag: (post: CalendarPost | null) => void
  onDrop: (post: CalendarPost) => void
  onMove: (post: CalendarPost) => void
}

export function CalendarDay(props: CalendarDayProps) {
  const { day, today, isOther, posts, dragged, onDrag, onDrop, onMove } = props
  const [isTarget, setTarget] = useState(false)
  const [isOpen, setOpen] = useState(false)
  const shown = posts.length > MAX_SHOWN + 1 ? MAX_SHOWN : posts.length
  const more = posts.length - shown
  const isToday = day === today
  const accepts = dragged !== null && (dragged.at === null || day >= today)
  return (
    <li
      className={clsx('calendar-day', isOther && 'calendar-other', isTarget && 'calendar-target')}
      data-empty={posts.length === 0 || undefined}
      data-today={isToday || undefined}
      onDragOver={(event) => {
        if (!accepts) return
        event.preventDefault()
        setTarget(true)
      }}
      onDragLeave={() => setTarget(false)}
      onDrop={(event) => {
        event.preventDefault()
        setTarget(false)
        if (dragged && accepts) onDrop(dragged)
      }}
    >
      <div className="calendar-day-head">
        <h2 className="calendar-date" aria-current={isToday ? 'date' : undefined}>
          <span aria-hidden="true" className="calendar-number">
            {Number(day.slice(8))}
          </span>
          <span className="md:sr-only">{formatDay(day)}</span>
          {isToday && <span className="sr-only">, today</span>}
        </h2>
        {day >= today && (
          // Keyboard users have the button above the calendar, which saves a tab stop on each day.
          <SiteLink
            href={`/admin/blogs/new?planned=${day}`}
            className="calendar-plan"
            tabIndex={-1}
            title="Plan a post"
          >
            <Plus className="size-4" aria-hidden="true" />
            <span className="sr-only">Plan a post for {formatDay(day)}</span>
          </SiteLink>
        )}
      </div>
      {posts.length > 0 && (
        <ul className="grid gap-1">
          {(isOpen ? posts : posts.slice(0, shown)).map((post) => (
            <CalendarEntry key={`${post.kind}-${post.id}`} post={post} onDrag={onDrag} onMove={onMove} />
          ))}
        </ul>
      )}
      {more > 0 && (
        <button
          type="button"
          className="calendar-more"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? 'Show fewer' : `+${more} more`}
          <span className="sr-only"> on {formatDay(day)}</span>
        </button>
      )}
    </li>
  )
}

const kindNames = {
  published: 'Published',
  scheduled: 'Scheduled',
  planned: 'Planned',
  offline: 'Goes offline',
}

function CalendarEntry({
  post,
  onDrag,
  onMove,
}: Pick<CalendarDayProps, 'onDrag' | 'onMove'> & { post: CalendarPost }) {
  const editable = useCanEdit()(post)
  const failure = describeFailure({ ...post, ...(post.kind === 'scheduled' && { publishAt: post.at }) })
  const movable = editable && (post.kind === 'scheduled' || post.kind === 'planned')
  return (
    <li
      className="calendar-post"
      data-kind={post.kind}
      draggable={movable}
      onDragStart={(event) => {
        event.dataTransfer.effectAllowed = 'move'
        event.dataTransfer.setData('text/plain', post.title)
        onDrag(post)
      }}
      onDragEnd={() => onDrag(null)}
    >
      <div className="calendar-text">
        {failure ? (
          <p className="calendar-failure">{failure}</p>
        ) : (
          <p className="calendar-state">
            {kindNames[post.kind]}
            {post.at && <span className="tabular-nums"> {formatTime(post.at)}</span>}
          </p>
        )}
        <SiteLink
          href={`/admin/blogs/${editable ? 'edit' : 'preview'}/${post.id}`}
          className="calendar-title"
          title={post.title}
          draggable={false}
        >
          <span className="md:line-clamp-3">{post.title}</span>
        </SiteLink>
        {post.unpublishAt && post.kind !== 'offline' && (
          <p className="calendar-state">Offline {formatDateTime(post.unpublishAt)}</p>
        )}
      </div>
      {movable && (
        <button
          type="button"
          id={moveButtonId(post)}
          className="calendar-move"
          title="Move to…"
          onClick={() => onMove(post)}
        >
          <CalendarClock className="size-4" aria-hidden="true" />
          <span className="sr-only">Move {post.title}</span>
        </button>
      )}
    </li>
  )
}
