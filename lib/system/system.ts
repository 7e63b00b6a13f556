import { systemResponseSchema, type System } from '#contract/system.ts'
import type { Staff } from '../auth/staff.ts'
import { bearer, callForJson } from '../upstream/client.ts'
import { isUnsupportedCall } from '../upstream/errors.ts'

/** Returns null when the upstream has no system status. */
export async function getSystem({ token }: Staff): Promise<System | null> {
  try {
    return (await callForJson('getSystem', systemResponseSchema, { headers: bearer(token) })).data.data
  } catch (error) {
    if (isUnsupportedCall(error)) return null
    throw error
  }
}
