import {
  invitationListResponseSchema,
  userListResponseSchema,
  type Invitation,
  type UserListQuery,
  type UserPage,
} from '#contract/users.ts'
import type { Staff } from '../auth/staff.ts'
import { bearer, callIfSupported } from '../upstream/client.ts'

interface People {
  users: UserPage
  invitations: Invitation[]
}

export async function getPeople(
  { token }: Staff,
  query: Pick<UserListQuery, 'search' | 'status' | 'page'>,
): Promise<People | null> {
  const headers = bearer(token)
  const [users, invitations] = await Promise.all([
    callIfSupported('listUsers', userListResponseSchema, { query, headers }),
    callIfSupported('listInvitations', invitationListResponseSchema, { headers }),
  ])
  return users && invitations && { users, invitations: invitations.data.invitations }
}
