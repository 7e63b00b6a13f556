import { useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { Field } from '#components/ui/field.tsx'
import type { CalendarPost } from '#contract/schedule.ts'
import { formatTime } from '#lib/blog/dates.ts'
import { ChangeDialog } from '../ui/change-dialog.tsx'
import { moveProblem, useMovePost } from './use-move-post.ts'

export const moveButtonId = ({ id }: CalendarPost) => `move-${id}`

/** After the move the post has a new button on another day, or none. */
const findMoveButton = (post: CalendarPost) => ({
  get current() {
    return document.getElementById(moveButtonId(post)) ?? document.getElementById('calendar-month')
  },
})

interface MoveDialogProps {
  /** With its present version, so that a move after a conflict can succeed. */
  post: CalendarPost
  onClose: () => void
}

export function MoveDialog({ post, onClose }: MoveDialogProps) {
  const { mutate, isPending: busy, error } = useMovePost()
  const [day, setDay] = useState(post.day)
  const onMove = (to: string | null) => mutate({ post, day: to, isDialog: true }, { onSuccess: onClose })
  const [returnFocus] = useState(() => findMoveButton(post))
  return (
    <ChangeDialog
      title={`Move “${post.title}”`}
      confirmLabel="Move"
      busyLabel="Moving the post"
      busy={busy}
      ready={day !== ''}
      error={error ? moveProblem(error) : undefined}
      returnFocus={returnFocus}
      onConfirm={() => (day === post.day ? onClose() : onMove(day))}
      onClose={onClose}
    >
      <Field
        label="Move to"
        name="day"
        type="date"
        hint={
          post.at
            ? `It is still published at ${formatTime(post.at)}.`
            : 'Nothing is published on a planned day.'
        }
        value={day}
        readOnly={busy}
        onChange={({ target }) => setDay(target.value)}
      />
      <Button
        variant="quiet"
        className="w-fit"
        aria-disabled={busy || undefined}
        onClick={() => !busy && onMove(null)}
      >
        {post.at ? 'Unschedule' : 'Remove from the calendar'}
      </Button>
    </ChangeDialog>
  )
}
