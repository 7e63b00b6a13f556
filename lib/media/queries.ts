import { mediaListResponseSchema, type MediaListQuery, type MediaPage } from '#contract/media.ts'
import type { Staff } from '../auth/staff.ts'
import { bearer, callIfSupported } from '../upstream/client.ts'

export async function listMedia({ token }: Staff, query: MediaListQuery): Promise<MediaPage | null> {
  const options = { query: { ...query }, headers: bearer(token) }
  return callIfSupported('listMedia', mediaListResponseSchema, options)
}
