import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { usePathname } from 'next/navigation'
import { z } from 'zod'
import { statsResponseSchema } from '#contract/stats.ts'
import { staffRequest } from '../api.ts'

export const statsKey = ['stats'] as const

const responseSchema = z.object({ data: statsResponseSchema.shape.data.nullable() })

/** The data is null when the upstream has no statistics. */
export function useStats() {
  const pathname = usePathname()
  return useQuery({
    queryKey: [...statsKey, pathname],
    queryFn: async () => (await staffRequest('/api/stats', responseSchema)).data,
    placeholderData: keepPreviousData,
  }).data
}
