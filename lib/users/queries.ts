import {
  invitationListResponseSchema,
  userListResponseSchema,
  type Invitation,
  type UserListQuery,
  type UserPage,
} from '#contract/users.ts'
import type { Staff } from '../auth/staff.ts'
import { bearer, callForJson } from '../upstream/client.ts'
import { isUnsupportedCall } from '../upstream/errors.ts'

export interface People {
  users: UserPage
  invitations: Invitation[]
}

/** Returns null when the upstream has no users. */
export async function getPeople(
  { token }: Staff,
  query: Pick<UserListQuery, 'search' | 'status' | 'page'>,
): Promise<People | null> {
  const headers = bearer(token)
  try {
    const [users, invitations] = await Promise.all([
      callForJson('listUsers', userListResponseSchema, { query, headers }),
      callForJson('listInvitations', invitationListResponseSchema, { headers }),
    ])
    return { users: users.data, invitations: invitations.data.data.invitations }
  } catch (error) {
    if (isUnsupportedCall(error)) return null
    throw error
  }
}
