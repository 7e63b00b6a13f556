import type { QueryClient, QueryKey } from '@tanstack/react-query'

/** Cancels first fetches too: invalidating them lets them end with data from before the change. */
export async function refetch(queries: QueryClient, queryKey: QueryKey): Promise<void> {
  await queries.cancelQueries({ queryKey })
  await queries.invalidateQueries({ queryKey })
}
