import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { toast } from 'sonner'
import * as z from 'zod'
import { ApiError } from '#contract/errors.ts'
import type { CalendarPost } from '#contract/schedule.ts'
import { fromLocalTime, toLocalTime } from '#contract/zoned-time.ts'
import { formatDateTime, formatDay } from '#lib/blog/dates.ts'
import { isVersionConflict, staffRequest, versionHeader } from '../api.ts'
import { changeErrorText } from '../error-text.ts'
import { refetch } from '../refetch.ts'
import { skippedTime } from '../schedule/scheduled-time.ts'
import { replaceToast } from '../ui/toasts.ts'
import { calendarKey } from './calendar-query.ts'

interface Move {
  post: CalendarPost
  /** Null removes the post from the calendar. */
  day: string | null
  /** The dialog shows its errors itself. */
  isDialog?: boolean
}

function toDates({ post, day }: Move) {
  if (post.at === null) return { plannedFor: day }
  if (day === null) return { publishAt: null }
  const [time] = fromLocalTime(`${day}T${toLocalTime(Date.parse(post.at)).slice(11)}`)
  if (time === undefined) throw new ApiError('invalid', skippedTime)
  return { publishAt: new Date(time).toISOString() }
}

function describe({ post, day }: Move): string {
  if (day === null) return `“${post.title}” is off the calendar`
  const dates = toDates({ post, day })
  return dates.publishAt
    ? `“${post.title}” will be published on ${formatDateTime(dates.publishAt)}`
    : `“${post.title}” is planned for ${formatDay(day)}`
}

const conflictText = 'This post was changed meanwhile. The calendar shows its current dates.'

export function moveProblem(error: unknown): string {
  if (isVersionConflict(error)) return conflictText
  return changeErrorText(error)
}

const movedSchema = z.object({ data: z.object({ version: z.number() }) })

export function useMovePost() {
  const queries = useQueryClient()
  // A post may be dragged again before the list has its new version.
  const ownVersions = useRef(new Map<string, number>())
  return useMutation({
    scope: { id: 'calendar' },
    mutationFn: async (move: Move) => {
      const { id, version } = move.post
      const { data } = await staffRequest(`/api/blogs/${encodeURIComponent(id)}`, movedSchema, {
        method: 'PUT',
        json: toDates(move),
        headers: versionHeader(Math.max(version, ownVersions.current.get(id) ?? 0)),
      })
      ownVersions.current.set(id, data.version)
    },
    onSuccess: (_, move) => replaceToast('calendar', () => toast.success(describe(move))),
    onError: (error, { isDialog }) => {
      if (isDialog) return
      replaceToast('calendar', () =>
        toast.error('The post was not moved.', { description: moveProblem(error) }),
      )
    },
    onSettled: () => refetch(queries, calendarKey),
  })
}
