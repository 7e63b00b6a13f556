import { unstable_rethrow } from 'next/navigation'
import { revisionListResponseSchema, type RevisionPage } from '#contract/revisions.ts'
import { readAsStaff, type Staff } from '../auth/staff.ts'
import { log } from '../log.ts'
import { callIfSupported } from '../upstream/client.ts'
import { isForbidden } from '../upstream/errors.ts'

export const listRevisions = (
  staff: Staff,
  ref: string,
  query: { page?: number; limit?: number; automatic?: string } = {},
): Promise<RevisionPage | null> =>
  readAsStaff(staff, (headers) =>
    callIfSupported('listRevisions', revisionListResponseSchema, { ref, query, headers }),
  )

/** Also false when the upstream fails, so that the post can still be edited. */
export async function hasRevisions(staff: Staff, ref: string): Promise<boolean> {
  try {
    return (await listRevisions(staff, ref, { limit: 1 })) !== null
  } catch (error) {
    unstable_rethrow(error)
    if (!isForbidden(error)) log.error({ err: error, ref }, 'the revisions could not be read')
    return false
  }
}
