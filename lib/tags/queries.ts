import { z } from 'zod'
import { tagListResponseSchema } from '#contract/posts.ts'
import { staffTagListResponseSchema, type StaffTagListQuery, type StaffTagPage } from '#contract/tags.ts'
import type { Staff } from '../auth/staff.ts'
import { bearer, callForJson } from '../upstream/client.ts'
import { isUnsupportedCall } from '../upstream/errors.ts'

/** An upstream without tag management returns only names. */
const responseSchema = z.union([staffTagListResponseSchema, tagListResponseSchema])

/** Returns null when the upstream has no tag management. */
export async function listStaffTags(
  { token }: Staff,
  query: StaffTagListQuery,
): Promise<StaffTagPage | null> {
  try {
    const options = { query, headers: bearer(token) }
    const { data } = await callForJson('listTags', responseSchema, options)
    return 'reindexing' in data ? data : null
  } catch (error) {
    if (isUnsupportedCall(error)) return null
    throw error
  }
}
