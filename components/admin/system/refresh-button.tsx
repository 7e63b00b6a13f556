'use client'

import { useRouter } from 'next/navigation'
import { useTransition } from 'react'
import { Button } from '#components/ui/button.tsx'

export function RefreshButton() {
  const router = useRouter()
  const [isPending, startTransition] = useTransition()
  return (
    <Button
      variant="plain"
      aria-disabled={isPending || undefined}
      onClick={() => !isPending && startTransition(() => router.refresh())}
    >
      {isPending ? 'Refreshing…' : 'Refresh'}
    </Button>
  )
}
