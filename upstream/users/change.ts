import { sql } from 'kysely'
import { ApiError } from '#contract/errors.ts'
import type { Role } from '#contract/roles.ts'
import type { UserChange } from '#contract/users.ts'
import { recordActivity, type Actor } from '../activity/record.ts'
import { cancelEmailChange } from '../accounts/email-change.ts'
import { deleteTokens } from '../accounts/tokens.ts'
import { forgetAuthor } from '../authors/forget.ts'
import type { DialectName, Trx } from '../db/open.ts'
import type { LockedTrx } from '../db/write-lock.ts'
import { revokeInvitations } from '../invitations/invite.ts'
import { deleteOfAccount } from '../mail/outbox.ts'
import { notify } from '../notifications/notify.ts'
import { reassignPosts } from '../posts/reassign.ts'
import { findUser, type UserRow } from './list.ts'

export const userNotFound = () => new ApiError('not_found', 'There is no such user.')

export const toObject = ({ id, name }: { id: string; name: string }) => ({ type: 'user', id, name })

const nextVersion = sql<number>`version + 1`

async function requireOtherOwner(trx: Trx, user: UserRow): Promise<string | undefined> {
  if (user.role !== 'owner' || user.disabled_at !== null) return undefined
  const other = await trx
    .selectFrom('accounts')
    .select('id')
    .where('role', '=', 'owner')
    .where('disabled_at', 'is', null)
    .where('id', '<>', user.id)
    .limit(1)
    .executeTakeFirst()
  if (other) return other.id
  throw new ApiError(
    'conflict',
    `${user.email} is the last owner who can sign in. Make someone else an owner first.`,
  )
}

export async function changeUser(
  trx: LockedTrx,
  actor: Actor | null,
  user: UserRow,
  { role, disabled }: UserChange,
): Promise<void> {
  if ((role !== undefined && role !== 'owner') || disabled) await requireOtherOwner(trx, user)
  if (role !== undefined && role !== user.role) await changeRole(trx, actor, user, role)
  if (disabled !== undefined) await setDisabled(trx, actor, user, disabled)
}

/** Nothing stores who made a password link, so the links of all accounts end. */
async function endLinksMadeBy(trx: Trx, actor: Actor | null, user: UserRow) {
  if (user.role !== 'owner') return
  await revokeInvitations(trx, actor, 'invited_by', user.id)
  await trx.deleteFrom('account_links').where('account_id', 'is not', null).execute()
}

async function changeRole(trx: Trx, actor: Actor | null, user: UserRow, role: Role) {
  await endLinksMadeBy(trx, actor, user)
  await trx.updateTable('accounts').set({ role, version: nextVersion }).where('id', '=', user.id).execute()
  const changes = { role: { from: user.role, to: role } }
  await recordActivity(trx, actor, { kind: 'user.roleChanged', object: toObject(user), changes })
}

async function setDisabled(trx: Trx, actor: Actor | null, user: UserRow, disabled: boolean) {
  if (disabled === (user.disabled_at !== null)) return
  if (disabled) await endLinksMadeBy(trx, actor, user)
  await deleteTokens(trx, user.id)
  await trx.deleteFrom('account_links').where('account_id', '=', user.id).execute()
  await cancelEmailChange(trx, user.id)
  const disabled_at = disabled ? Date.now() : null
  await trx
    .updateTable('accounts')
    .set({ disabled_at, version: nextVersion })
    .where('id', '=', user.id)
    .execute()
  const kind = disabled ? 'user.disabled' : 'user.enabled'
  await recordActivity(trx, actor, { kind, object: toObject(user) })
}

export async function deleteUser(
  trx: LockedTrx,
  dialect: DialectName,
  actor: Actor | null,
  user: UserRow,
  postsTo: string | undefined,
): Promise<void> {
  const otherOwner = await requireOtherOwner(trx, user)
  const chosen = postsTo === undefined || postsTo === user.id ? undefined : await findUser(trx, postsTo)
  if (user.total_count > 0 && !chosen)
    throw ApiError.forField('invalid', 'postsTo', 'Choose who gets the posts.')
  // The archive and the trash may hold posts of a user who has no others.
  const fallback = actor?.id === user.id ? otherOwner : actor?.id
  const recipient = chosen ?? (fallback ? await findUser(trx, fallback) : undefined)
  const reassigned = recipient ? await reassignPosts(trx, dialect, user.author_id, recipient.author_id) : 0
  if (recipient && reassigned > 0)
    await notify(trx, {
      kind: 'postGiven',
      object: {
        type: 'posts',
        id: recipient.slug,
        name: reassigned === 1 ? '1 post' : `${reassigned} posts`,
      },
      actor,
      to: { accountId: recipient.id },
    })
  await endLinksMadeBy(trx, actor, user)
  await trx.deleteFrom('accounts').where('id', '=', user.id).execute()
  await deleteOfAccount(trx, user)
  await forgetAuthor(trx, user.author_id)
  const changes = { posts: { from: user.name, to: recipient?.name } }
  await recordActivity(trx, actor, {
    kind: 'user.deleted',
    object: toObject(user),
    ...(reassigned > 0 && { changes }),
  })
}
