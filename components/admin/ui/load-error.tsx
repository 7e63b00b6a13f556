import { Notice } from '#components/ui/notice.tsx'
import { RetryButton } from './retry-button.tsx'

interface LoadErrorProps {
  what: string
  onRetry: () => unknown
}

export function LoadError({ what, onRetry }: LoadErrorProps) {
  return (
    <Notice tone="error" className="flex flex-wrap items-center justify-between gap-3">
      Failed to load {what}. Please try again.
      <RetryButton what={what} onRetry={onRetry} />
    </Notice>
  )
}
