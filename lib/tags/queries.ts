import * as z from 'zod'
import { tagListResponseSchema } from '#contract/posts.ts'
import { staffTagListResponseSchema, type StaffTagListQuery, type StaffTagPage } from '#contract/tags.ts'
import type { Staff } from '../auth/staff.ts'
import { bearer, callIfSupported } from '../upstream/client.ts'

/** An upstream without tag management returns only names. */
const responseSchema = z.union([staffTagListResponseSchema, tagListResponseSchema])

export async function listStaffTags(
  { token }: Staff,
  query: StaffTagListQuery,
): Promise<StaffTagPage | null> {
  const data = await callIfSupported('listTags', responseSchema, { query, headers: bearer(token) })
  return data && 'reindexing' in data ? data : null
}
