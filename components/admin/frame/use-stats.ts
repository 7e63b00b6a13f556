import { useQuery, useQueryClient } from '@tanstack/react-query'
import { usePathname } from 'next/navigation'
import { useEffect, useRef } from 'react'
import * as z from 'zod'
import { userSchema } from '#contract/accounts.ts'
import { hasErrorCode } from '#contract/errors.ts'
import { statsResponseSchema } from '#contract/stats.ts'
import { staffRequest } from '../api.ts'
import { POLL_MS, refetch } from '../refetch.ts'

export const statsKey = ['stats'] as const

const responseSchema = z.object({
  data: statsResponseSchema.shape.data.nullable(),
  build: z.string(),
  user: userSchema.pick({ name: true, role: true, author: true }).optional(),
})

const useStatsResponse = () =>
  useQuery({
    queryKey: statsKey,
    queryFn: () => staffRequest('/api/stats', responseSchema),
    refetchInterval: POLL_MS,
  })

export const useStats = () => useStatsResponse().data?.data

export const useServedBuild = () => useStatsResponse().data?.build

/** The message when another account is signed in by now. */
export function useOtherAccount() {
  const { error } = useStatsResponse()
  return hasErrorCode(error, 'other_account') ? error.message : undefined
}

export function useServedUser() {
  const { data, dataUpdatedAt } = useStatsResponse()
  return { served: data?.user, servedAt: dataUpdatedAt }
}

export function useRefetchOnNavigation() {
  const queries = useQueryClient()
  const pathname = usePathname()
  const previous = useRef(pathname)
  useEffect(() => {
    if (previous.current === pathname) return
    previous.current = pathname
    void refetch(queries, statsKey)
  }, [queries, pathname])
}
