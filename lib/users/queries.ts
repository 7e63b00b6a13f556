import {
  invitationListResponseSchema,
  userListResponseSchema,
  type Invitation,
  type UserListQuery,
  type UserPage,
} from '#contract/users.ts'
import { readAsStaff, type Staff } from '../auth/staff.ts'
import { callIfSupported } from '../upstream/client.ts'

interface People {
  users: UserPage
  invitations: Invitation[]
}

export async function getPeople(
  staff: Staff,
  query: Pick<UserListQuery, 'search' | 'status' | 'page'>,
): Promise<People | null> {
  const [users, invitations] = await readAsStaff(staff, (headers) =>
    Promise.all([
      callIfSupported('listUsers', userListResponseSchema, { query, headers }),
      callIfSupported('listInvitations', invitationListResponseSchema, { headers }),
    ]),
  )
  return users && invitations && { users, invitations: invitations.data.invitations }
}
