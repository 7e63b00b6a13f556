import { systemResponseSchema, type System } from '#contract/system.ts'
import type { Staff } from '../auth/staff.ts'
import { bearer, callIfSupported } from '../upstream/client.ts'

/** Returns null when the upstream has no system status. */
export async function getSystem({ token }: Staff): Promise<System | null> {
  const response = await callIfSupported('getSystem', systemResponseSchema, { headers: bearer(token) })
  return response?.data ?? null
}
