import { Button } from '#components/ui/button.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { bulkFailureText } from './change-texts.ts'
import type { ChangeFailure } from './use-change-posts.ts'

const MAX_TITLES = 20

/** Stays until it is dismissed, unlike the toast; the posts it names stay selected while they exist. */
export function BulkFailure({
  change,
  posts,
  reasons,
  onDismiss,
}: ChangeFailure & { onDismiss: () => void }) {
  return (
    <Notice tone="error" className="flex flex-wrap items-start justify-between gap-3">
      <div>
        <p>{bulkFailureText(change)}</p>
        {reasons.map((reason) => (
          <p key={reason} className="mt-1 font-normal">
            {reason}
          </p>
        ))}
        <ul className="mt-2 list-disc pl-5 font-normal">
          {posts.slice(0, MAX_TITLES).map(({ id, title }) => (
            <li key={id}>{title}</li>
          ))}
          {posts.length > MAX_TITLES && <li>and {posts.length - MAX_TITLES} more</li>}
        </ul>
      </div>
      <Button variant="quiet" onClick={onDismiss}>
        Dismiss
      </Button>
    </Notice>
  )
}
