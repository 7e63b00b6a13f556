import { figuresResponseSchema, type Figures, type FiguresQuery } from '#contract/analytics.ts'
import { bearer, callForJson } from '../upstream/client.ts'
import { isUnsupportedCall } from '../upstream/errors.ts'

/** Returns null when the upstream has no analytics. */
export async function getFigures(token: string, query: FiguresQuery): Promise<Figures | null> {
  try {
    const options = { query: { ...query }, headers: bearer(token) }
    return (await callForJson('getFigures', figuresResponseSchema, options)).data.data
  } catch (error) {
    if (isUnsupportedCall(error)) return null
    throw error
  }
}
