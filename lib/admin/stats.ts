import { statsResponseSchema, type Stats } from '#contract/stats.ts'
import { bearer, callForJson } from '../upstream/client.ts'
import { isUnsupportedCall } from '../upstream/errors.ts'

/** Returns null when the upstream has no statistics. */
export async function getStats(token: string): Promise<Stats | null> {
  try {
    return (await callForJson('getStats', statsResponseSchema, { headers: bearer(token) })).data.data
  } catch (error) {
    if (isUnsupportedCall(error)) return null
    throw error
  }
}
