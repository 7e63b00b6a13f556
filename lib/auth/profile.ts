import { accountResponseSchema, type OwnProfile } from '#contract/profile.ts'
import { bearer, callForJson } from '../upstream/client.ts'
import type { Staff } from './staff.ts'

export async function getOwnProfile({ token }: Staff): Promise<OwnProfile | null> {
  const { data } = await callForJson('getProfile', accountResponseSchema, { headers: bearer(token) })
  return 'version' in data.data ? data.data : null
}
