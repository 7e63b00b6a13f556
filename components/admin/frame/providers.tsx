'use client'

import { MutationCache, QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { useTheme } from 'next-themes'
import { useState, type ReactNode } from 'react'
import { Toaster } from 'sonner'
import { refetch } from '../refetch.ts'
import { statsKey } from './use-stats.ts'

/** Every mutation may change the counts in the frame, so it refetches them. */
function createQueryClient() {
  const client: QueryClient = new QueryClient({
    defaultOptions: {
      // Offline, requests fail at once: paused ones would run unexpectedly later.
      queries: { retry: 1, refetchOnWindowFocus: false, networkMode: 'always', refetchOnReconnect: true },
      mutations: { networkMode: 'always' },
    },
    mutationCache: new MutationCache({
      onSettled: () => void refetch(client, statsKey),
    }),
  })
  return client
}

export function QueryProvider({ children }: { children: ReactNode }) {
  const [client] = useState(createQueryClient)
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>
}

export function Toasts() {
  const { resolvedTheme } = useTheme()
  // A click must not focus a toast: when it closes, sonner moves focus back, which would close a menu opened since.
  return (
    <div role="presentation" onMouseDown={(event) => event.preventDefault()}>
      <Toaster
        theme={resolvedTheme === 'dark' ? 'dark' : 'light'}
        position="bottom-left"
        closeButton
        duration={6_000}
        toastOptions={{ className: 'staff-toast' }}
      />
    </div>
  )
}
