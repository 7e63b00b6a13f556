'use client'

import { useTheme } from 'next-themes'
import { Toaster } from 'sonner'

export function Toasts() {
  const { resolvedTheme } = useTheme()
  return (
    <Toaster
      theme={resolvedTheme === 'dark' ? 'dark' : 'light'}
      position="bottom-right"
      closeButton
      duration={6_000}
      toastOptions={{ className: 'staff-toast' }}
    />
  )
}
