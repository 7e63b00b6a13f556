import type { Staff } from '../auth/staff.ts'
import { log } from '../log.ts'
import { callForJson } from '../upstream/call.ts'
import { lacksCall } from './public-client.ts'
import { authorListAnswerSchema, postListAnswerSchema } from './schema.ts'
import { staffListQuery, staffPage, type StaffListState, type StaffPage } from './staff-list.ts'

const bearer = ({ token }: Staff) => ({ authorization: `Bearer ${token}` })

/** Never cached: drafts are among them. Without an answer the page is shown all the same, and asks again by itself. */
export async function readStaffPage(staff: Staff, state: StaffListState): Promise<StaffPage | null> {
  const now = Date.now()
  try {
    const { data } = await callForJson('listPosts', postListAnswerSchema, {
      query: staffListQuery(state, now),
      headers: bearer(staff),
    })
    return staffPage(data, state, now)
  } catch (error) {
    log.error({ err: error }, 'the staff list could not be read')
    return null
  }
}

export interface AuthorOption {
  /** What the list is filtered by. */
  value: string
  name: string
}

/** Nobody, when the upstream does not know this call: then the authors of the shown posts are offered. */
export async function readAuthors(staff: Staff): Promise<AuthorOption[]> {
  try {
    const { data } = await callForJson('listAuthors', authorListAnswerSchema, { headers: bearer(staff) })
    return data.data.map(({ name, slug }) => ({ name, value: slug ?? name }))
  } catch (error) {
    if (!lacksCall(error)) log.error({ err: error }, 'the authors could not be read')
    return []
  }
}
