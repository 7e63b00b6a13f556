import { keepPreviousData, useQueries } from '@tanstack/react-query'
import { useAllowed, useCanEdit } from '../frame/role.tsx'
import { useDebounced } from '../ui/use-debounced.ts'
import { paletteSources } from './sources.ts'

const DEBOUNCE_MS = 200
const MIN_LENGTH = 2

export function useResults(query: string) {
  const sources = useAllowed(paletteSources)
  const canEdit = useCanEdit()
  const search = useDebounced(query.trim(), DEBOUNCE_MS)
  const enabled = search.length >= MIN_LENGTH && query.trim().length >= MIN_LENGTH
  const results = useQueries({
    queries: sources.map(({ heading, search: find }) => ({
      queryKey: ['palette', heading, search],
      queryFn: ({ signal }: { signal: AbortSignal }) => find({ query: search, signal, canEdit }),
      enabled,
      retry: false,
      staleTime: 10_000,
      placeholderData: keepPreviousData,
    })),
  })
  const failed = sources.filter((_, index) => enabled && results[index]?.isError)
  return {
    failed: failed.map(({ heading }) => heading.toLowerCase()),
    searchAgain: () => {
      for (const { isError, refetch } of results) if (isError) void refetch()
    },
    groups: enabled
      ? sources.map(({ heading }, index) => ({ heading, links: results[index]?.data ?? [] }))
      : [],
    isSearching:
      query.trim().length >= MIN_LENGTH &&
      (search !== query.trim() || results.some(({ isFetching }) => isFetching)),
  }
}
