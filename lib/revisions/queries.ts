import { revisionListResponseSchema, type RevisionPage } from '#contract/revisions.ts'
import type { Staff } from '../auth/staff.ts'
import { log } from '../log.ts'
import { bearer, callIfSupported } from '../upstream/client.ts'
import { isForbidden, isUnauthorized } from '../upstream/errors.ts'

export async function listRevisions(
  { token }: Staff,
  ref: string,
  query: { page?: number; limit?: number; automatic?: string } = {},
): Promise<RevisionPage | null> {
  const options = { ref, query, headers: bearer(token) }
  return callIfSupported('listRevisions', revisionListResponseSchema, options)
}

/** Also false when the upstream fails, so that the post can still be edited. */
export async function hasRevisions(staff: Staff, ref: string): Promise<boolean> {
  try {
    return (await listRevisions(staff, ref, { limit: 1 })) !== null
  } catch (error) {
    if (!isForbidden(error) && !isUnauthorized(error))
      log.error({ err: error, ref }, 'the revisions could not be read')
    return false
  }
}
