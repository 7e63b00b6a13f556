import { keepPreviousData, useQueries } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useAllowed } from '../frame/role.tsx'
import { paletteSources } from './sources.ts'

const DEBOUNCE_MS = 200
const MIN_LENGTH = 2

function useDebounced(value: string): string {
  const [debounced, setDebounced] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(value), DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [value])
  return debounced
}

/** A new query aborts the requests of the one before. */
export function useResults(query: string) {
  const sources = useAllowed(paletteSources)
  const search = useDebounced(query.trim())
  const enabled = search.length >= MIN_LENGTH && query.trim().length >= MIN_LENGTH
  const results = useQueries({
    queries: sources.map(({ heading, search: find }) => ({
      queryKey: ['palette', heading, search],
      queryFn: ({ signal }: { signal: AbortSignal }) => find(search, signal),
      enabled,
      retry: false,
      staleTime: 10_000,
      placeholderData: keepPreviousData,
    })),
  })
  return {
    groups: enabled
      ? sources.map(({ heading }, index) => ({ heading, links: results[index]?.data ?? [] }))
      : [],
    isSearching:
      query.trim().length >= MIN_LENGTH &&
      (search !== query.trim() || results.some(({ isFetching }) => isFetching)),
  }
}
