import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { usePathname } from 'next/navigation'
import type { Stats } from '#lib/admin/schema.ts'
import { staffFetch } from '../staff-api.ts'

export const statsKey = ['stats'] as const

async function fetchStats(): Promise<Stats | null> {
  const response = await staffFetch('/api/stats')
  if (!response.ok) throw new Error(`The figures were answered with ${response.status}.`)
  // Our own handler has parsed it by the schema of this type.
  const answer: { data: Stats | null } = await response.json()
  return answer.data
}

/** The figures behind the frame, fresh for each page; `null` when the upstream keeps none. */
export function useStats() {
  const pathname = usePathname()
  return useQuery({
    queryKey: [...statsKey, pathname],
    queryFn: fetchStats,
    placeholderData: keepPreviousData,
  }).data
}
