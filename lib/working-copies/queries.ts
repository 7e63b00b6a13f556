import { postResponseSchema, type Post } from '#contract/posts.ts'
import type { Staff } from '../auth/staff.ts'
import { getPostForStaff } from '../blog/staff-queries.ts'
import { log } from '../log.ts'
import { bearer, callForJson } from '../upstream/client.ts'
import { isForbidden, isNotFound } from '../upstream/errors.ts'

export async function getChangedPost(staff: Staff, id: string): Promise<Post | null> {
  const post = await getPostForStaff(staff, id)
  if (!post?.workingCopy) return post
  try {
    const options = { ref: post.id, headers: bearer(staff.token) }
    return (await callForJson('getWorkingCopy', postResponseSchema, options)).data.data
  } catch (error) {
    // Authors cannot read the changes of others, and someone may have published them meanwhile.
    if (isForbidden(error) || isNotFound(error)) return getPostForStaff(staff, id)
    log.error({ err: error, id }, 'a working copy could not be read')
    return null
  }
}
