import { Button } from '#components/ui/button.tsx'
import { Notice } from '#components/ui/notice.tsx'
import type { ChosenPost } from './change-posts.ts'
import { bulkFailed, type Change } from './texts.ts'

export function FailedList({ onRetry }: { onRetry: () => void }) {
  return (
    <Notice tone="error" className="flex flex-wrap items-center justify-between gap-3">
      Failed to load blog posts. Please try again.
      <Button variant="quiet" onClick={onRetry}>
        Try again
      </Button>
    </Notice>
  )
}

interface FailedChangeProps {
  change: Change
  posts: ChosenPost[]
  onDismiss: () => void
}

/** Stays until it is read, unlike the toast; the same posts are still selected. */
export function FailedChange({ change, posts, onDismiss }: FailedChangeProps) {
  return (
    <Notice tone="error" className="flex flex-wrap items-start justify-between gap-3">
      <div>
        <p>{bulkFailed(change)}</p>
        <ul className="mt-2 list-disc pl-5 font-normal">
          {posts.map(({ id, title }) => (
            <li key={id}>{title}</li>
          ))}
        </ul>
      </div>
      <Button variant="quiet" onClick={onDismiss}>
        Dismiss
      </Button>
    </Notice>
  )
}
