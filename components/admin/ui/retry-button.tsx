import { useEffect, useRef, type ComponentProps } from 'react'
import { Button } from '#components/ui/button.tsx'

let lastRetry: string | undefined

interface RetryButtonProps extends Pick<ComponentProps<typeof Button>, 'variant'> {
  what: string
  onRetry: () => unknown
}

/** The message disappears during a retry: when it fails, the new button gets the focus that the former one had. */
export function RetryButton({ what, variant = 'quiet', onRetry }: RetryButtonProps) {
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (lastRetry !== what) return
    lastRetry = undefined
    // The focus is still around the button, unless it was moved meanwhile.
    if (document.activeElement?.contains(button.current)) button.current?.focus()
  }, [what])
  const retry = () => {
    lastRetry = what
    void onRetry()
  }
  return (
    <Button ref={button} variant={variant} onClick={retry}>
      Try again
    </Button>
  )
}
