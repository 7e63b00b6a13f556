'use client'

import { MutationCache, QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { statsKey } from './use-stats.ts'

/** Specification 4: retry once, no refetch on focus. What was changed may have changed the counts of the frame. */
function newClient() {
  const client: QueryClient = new QueryClient({
    defaultOptions: { queries: { retry: 1, refetchOnWindowFocus: false } },
    mutationCache: new MutationCache({
      onSettled: () => void client.invalidateQueries({ queryKey: statsKey }),
    }),
  })
  return client
}

export function QueryProvider({ children }: { children: ReactNode }) {
  const [client] = useState(newClient)
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>
}
