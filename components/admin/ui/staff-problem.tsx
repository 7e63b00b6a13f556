'use client'

import { useRouter } from 'next/navigation'
import { startTransition } from 'react'
import { Button } from '#components/ui/button.tsx'

/** Stands where a page could not be made: the service behind it failed. Trying again asks the server anew. */
export function StaffProblem({ onRetry }: { onRetry: () => void }) {
  const router = useRouter()
  const retry = () =>
    startTransition(() => {
      router.refresh()
      onRetry()
    })
  return (
    <div className="max-w-measure">
      <h1 className="text-head">This page could not be loaded</h1>
      <p role="alert" className="mt-3 mb-6 text-muted">
        The service behind the staff area did not answer. Nothing you saved is lost. Please try again in a
        minute.
      </p>
      <Button variant="plain" onClick={retry}>
        Try again
      </Button>
    </div>
  )
}
