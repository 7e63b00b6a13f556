import type { QueryClient, QueryKey } from '@tanstack/react-query'

/** Refreshes the counts of a tab that stays open, and the lists that they count. */
export const POLL_MS = 60_000

/** Scheduled posts are published while a list of them is open. */
export const SCHEDULE_POLL_MS = 30_000

/** Shows the notes and responses of others in an open editor. */
export const EDITOR_POLL_MS = 20_000

/** Also cancels first fetches, which could otherwise finish with data from before the change. */
export async function refetch(queries: QueryClient, queryKey: QueryKey): Promise<void> {
  await queries.cancelQueries({ queryKey })
  await queries.invalidateQueries({ queryKey })
}
