import type { Staff } from '../auth/staff.ts'
import { log } from '../log.ts'
import { callForJson } from '../upstream/call.ts'
import { UpstreamRefusal } from '../upstream/errors.ts'
import { barePostAnswerSchema, postRefSchema, tagListAnswerSchema, type Post } from './schema.ts'

const bearer = ({ token }: Staff) => ({ authorization: `Bearer ${token}` })

/** A post whatever its state, fresh from the upstream; null when there is none or it cannot be read. */
export async function readPostForStaff(staff: Staff, id: string): Promise<Post | null> {
  if (!postRefSchema.safeParse(id).success) return null
  try {
    const { data } = await callForJson('getPost', barePostAnswerSchema, { ref: id, headers: bearer(staff) })
    return data.data
  } catch (error) {
    if (!(error instanceof UpstreamRefusal)) log.error({ err: error, id }, 'a post could not be read')
    return null
  }
}

/** Names of known tags, most used first; none from an upstream that cannot say. */
export async function readTagNames(staff: Staff): Promise<string[]> {
  try {
    const { data } = await callForJson('listTags', tagListAnswerSchema, { headers: bearer(staff) })
    return data.data.map(({ name }) => name)
  } catch (error) {
    if (!(error instanceof UpstreamRefusal)) log.warn({ err: error }, 'tags could not be read')
    return []
  }
}
