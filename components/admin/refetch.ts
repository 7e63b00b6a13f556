import type { QueryClient, QueryKey } from '@tanstack/react-query'

/** Also cancels first fetches, which could otherwise finish with data from before the change. */
export async function refetch(queries: QueryClient, queryKey: QueryKey): Promise<void> {
  await queries.cancelQueries({ queryKey })
  await queries.invalidateQueries({ queryKey })
}
