import type { z } from 'zod'
import { staffCategoryListResponseSchema } from '#contract/categories.ts'
import type { Staff } from '../auth/staff.ts'
import { bearer, callForJson } from '../upstream/client.ts'
import { isUnsupportedCall } from '../upstream/errors.ts'

/** Returns null when the upstream has no categories. */
export async function listStaffCategories({
  token,
}: Staff): Promise<z.infer<typeof staffCategoryListResponseSchema> | null> {
  try {
    const options = { headers: bearer(token) }
    return (await callForJson('listCategories', staffCategoryListResponseSchema, options)).data
  } catch (error) {
    if (isUnsupportedCall(error)) return null
    throw error
  }
}
