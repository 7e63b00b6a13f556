'use client'

import { useRouter } from 'next/navigation'
import { startTransition } from 'react'
import { RetryButton } from './retry-button.tsx'

export function ErrorView({ reset }: { reset: () => void }) {
  const router = useRouter()
  const retry = () =>
    startTransition(() => {
      router.refresh()
      reset()
    })
  return (
    <div className="max-w-measure">
      <h1 className="text-head">This page could not be loaded</h1>
      <p role="alert" className="mt-3 mb-6 text-muted">
        Something went wrong on our side. Your saved work is not affected. Please try again in a minute.
      </p>
      <RetryButton what="this page" variant="plain" onRetry={retry} />
    </div>
  )
}
