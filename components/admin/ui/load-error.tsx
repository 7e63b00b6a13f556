import { Button } from '#components/ui/button.tsx'
import { Notice } from '#components/ui/notice.tsx'

interface LoadErrorProps {
  what: string
  onRetry: () => unknown
}

export function LoadError({ what, onRetry }: LoadErrorProps) {
  return (
    <Notice tone="error" className="flex flex-wrap items-center justify-between gap-3">
      Failed to load {what}. Please try again.
      <Button variant="quiet" onClick={() => void onRetry()}>
        Try again
      </Button>
    </Notice>
  )
}
