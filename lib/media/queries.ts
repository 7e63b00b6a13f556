import { mediaListResponseSchema, type MediaListQuery, type MediaPage } from '#contract/media.ts'
import type { Staff } from '../auth/staff.ts'
import { bearer, callForJson } from '../upstream/client.ts'
import { isUnsupportedCall } from '../upstream/errors.ts'

/** Returns null when the upstream has no library. */
export async function listMedia({ token }: Staff, query: MediaListQuery): Promise<MediaPage | null> {
  try {
    const options = { query: { ...query }, headers: bearer(token) }
    return (await callForJson('listMedia', mediaListResponseSchema, options)).data
  } catch (error) {
    if (isUnsupportedCall(error)) return null
    throw error
  }
}
