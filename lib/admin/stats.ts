import { statsResponseSchema, type Stats } from '#contract/stats.ts'
import { bearer, callIfSupported } from '../upstream/client.ts'

export async function getStats(token: string): Promise<Stats | null> {
  const response = await callIfSupported('getStats', statsResponseSchema, { headers: bearer(token) })
  return response?.data ?? null
}
