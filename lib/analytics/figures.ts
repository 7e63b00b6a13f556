import { figuresResponseSchema, type Figures, type FiguresQuery } from '#contract/analytics.ts'
import { statsResponseSchema, type Stats } from '#contract/stats.ts'
import { bearer, callIfSupported } from '../upstream/client.ts'

export async function getFigures(token: string, query: FiguresQuery): Promise<Figures | null> {
  const options = { query: { ...query }, headers: bearer(token) }
  const response = await callIfSupported('getFigures', figuresResponseSchema, options)
  return response?.data ?? null
}

export async function getStats(token: string): Promise<Stats | null> {
  const response = await callIfSupported('getStats', statsResponseSchema, { headers: bearer(token) })
  return response?.data ?? null
}
