import { v7 as uuid } from 'uuid'
import { ApiError } from '#contract/errors.ts'
import type { InvitationInput } from '#contract/users.ts'
import { DAY_MS, toIso } from '#contract/time.ts'
import { createAccountRow } from '../accounts/create.ts'
import { findInvitation, linkGone } from '../accounts/links.ts'
import { withWriteLockAs, type Caller } from '../accounts/authenticate.ts'
import type { FreshAccount } from '../accounts/tokens.ts'
import { recordActivity, type Actor } from '../activity/record.ts'
import type { Db, Trx } from '../db/open.ts'
import { notify } from '../notifications/notify.ts'
import { withWriteLock, type LockedTrx } from '../db/write-lock.ts'

const INVITATION_DAYS = 7
const LIFETIME_MS = INVITATION_DAYS * DAY_MS

/** Inviting the same address again revokes its older links. */
export async function saveInvitation(
  trx: LockedTrx,
  account: FreshAccount,
  { email, role }: InvitationInput,
): Promise<{ id: string; replaced: boolean }> {
  const existing = trx.selectFrom('accounts').select('id').where('email', '=', email)
  if (await existing.executeTakeFirst())
    throw ApiError.forField('conflict', 'email', `${email} has an account already.`)
  const earlier = await trx.deleteFrom('invitations').where('email', '=', email).returning('id').execute()
  const id = uuid()
  const now = Date.now()
  const times = { created_at: now, expires_at: now + LIFETIME_MS }
  await trx
    .insertInto('invitations')
    .values({ id, email, role, invited_by: account.id, ...times })
    .execute()
  await recordActivity(trx, account, {
    kind: 'user.invited',
    object: { type: 'invitation', id, name: email },
    changes: { role: { from: null, to: role } },
  })
  return { id, replaced: earlier.length > 0 }
}

export async function listInvitations(db: Db, id?: string) {
  const rows = await db
    .selectFrom('invitations')
    .leftJoin('accounts', 'accounts.id', 'invitations.invited_by')
    .leftJoin('authors', 'authors.id', 'accounts.author_id')
    .select([
      'invitations.id',
      'invitations.email',
      'invitations.role',
      'invitations.created_at',
      'invitations.expires_at',
      'authors.name',
    ])
    .$if(id !== undefined, (query) => query.where('invitations.id', '=', id ?? ''))
    .orderBy('invitations.created_at', 'desc')
    .orderBy('invitations.id', 'desc')
    .execute()
  return rows.map(({ name, created_at, expires_at, ...invitation }) => ({
    ...invitation,
    createdAt: toIso(created_at),
    expiresAt: toIso(expires_at),
    invitedBy: name,
  }))
}

/** Returns the number of revoked invitations. */
export async function revokeInvitations(
  trx: Trx,
  actor: Actor | null,
  column: 'id' | 'invited_by',
  value: string,
): Promise<number> {
  const revoked = await trx
    .deleteFrom('invitations')
    .where(column, '=', value)
    .returning(['id', 'email'])
    .execute()
  for (const { id, email } of revoked)
    await recordActivity(trx, actor, {
      kind: 'user.invitationRevoked',
      object: { type: 'invitation', id, name: email },
    })
  return revoked.length
}

export async function deleteInvitation(caller: Caller, id: string): Promise<void> {
  await withWriteLockAs(caller, async (trx, account) => {
    const revoked = await revokeInvitations(trx, account, 'id', id)
    if (revoked === 0) throw new ApiError('not_found', 'There is no such invitation.')
  })
}

interface Acceptance {
  token: string
  name: string
  password_hash: string
}

export async function acceptInvitation(db: Db, { token, name, password_hash }: Acceptance): Promise<void> {
  await withWriteLock(db, async (trx) => {
    const invitation = await findInvitation(trx, token)
    if (!invitation) throw linkGone()
    const { id, email, role } = invitation
    await trx.deleteFrom('invitations').where('id', '=', id).execute()
    const account = await createAccountRow(trx, { email, name, role, password_hash }, 'new author')
    const object = { type: 'user', id: account.id, name }
    const changes = { role: { from: null, to: role } }
    await recordActivity(trx, account, { kind: 'user.joined', object, changes })
    await notify(trx, { kind: 'invitationAccepted', object, actor: account })
  })
}
