import { figuresResponseSchema, type Figures, type FiguresQuery } from '#contract/analytics.ts'
import { bearer, callIfSupported } from '../upstream/client.ts'

export async function getFigures(token: string, query: FiguresQuery): Promise<Figures | null> {
  const options = { query: { ...query }, headers: bearer(token) }
  const response = await callIfSupported('getFigures', figuresResponseSchema, options)
  return response?.data ?? null
}
