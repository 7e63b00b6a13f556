import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import {
  listReferences,
  noReferenceProblems,
  referenceProblemsSchema,
  type ReferenceProblems,
  type ScannedText,
} from '#contract/post-checks.ts'
import { staffRequest } from '../api.ts'

const STALE_MS = 30_000

/** Checks links and images with the upstream; a failed request reports no problems. */
export function useReferenceProblems(
  cover: string | null,
  scanned: ScannedText,
  siteUrl: string,
): ReferenceProblems {
  const json = useMemo(() => listReferences(cover, scanned, siteUrl), [cover, scanned, siteUrl])
  const { data } = useQuery({
    queryKey: ['references', json],
    queryFn: async ({ signal }) => {
      const request = { method: 'POST', json, signal } as const
      return (await staffRequest('/api/post-checks/references', referenceProblemsSchema, request)).data
    },
    enabled: json.paths.length > 0 || json.images.length > 0,
    placeholderData: (previous) => previous,
    staleTime: STALE_MS,
  })
  return data ?? noReferenceProblems
}
