import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { usePathname } from 'next/navigation'
import * as z from 'zod'
import { userSchema } from '#contract/accounts.ts'
import { statsResponseSchema } from '#contract/stats.ts'
import { staffRequest } from '../api.ts'
import { POLL_MS } from '../refetch.ts'

export const statsKey = ['stats'] as const

const responseSchema = z.object({
  data: statsResponseSchema.shape.data.nullable(),
  build: z.string(),
  /** Missing from an older server. */
  user: userSchema.pick({ name: true, role: true, author: true }).optional(),
})

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

export const useServedUser = () => useStatsResponse()?.user
