import type * as z from 'zod'
import { staffCategoryListResponseSchema } from '#contract/categories.ts'
import type { Staff } from '../auth/staff.ts'
import { bearer, callIfSupported } from '../upstream/client.ts'

export async function listStaffCategories({
  token,
}: Staff): Promise<z.infer<typeof staffCategoryListResponseSchema> | null> {
  const options = { headers: bearer(token) }
  return callIfSupported('listCategories', staffCategoryListResponseSchema, options)
}
