import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { usePathname } from 'next/navigation'
import * as z from 'zod'
import { statsResponseSchema } from '#contract/stats.ts'
import { staffRequest } from '../api.ts'
import { POLL_MS } from '../refetch.ts'

export const statsKey = ['stats'] as const

const responseSchema = z.object({ data: statsResponseSchema.shape.data.nullable(), build: z.string() })

function useStatsResponse() {
  const pathname = usePathname()
  return useQuery({
    queryKey: [...statsKey, pathname],
    queryFn: () => staffRequest('/api/stats', responseSchema),
    placeholderData: keepPreviousData,
    refetchInterval: POLL_MS,
  }).data
}

export const useStats = () => useStatsResponse()?.data

export const useServedBuild = () => useStatsResponse()?.build
