import * as z from 'zod'
import { personNameSchema } from '#contract/accounts.ts'
import { ApiError, parseInput } from '#contract/errors.ts'
import { emailField } from '#contract/text.ts'
import { invitationInputSchema, userChangeSchema, type UserChange } from '#contract/users.ts'
import { commandLine, recordActivity } from '../activity/record.ts'
import type { Db, Trx } from '../db/open.ts'
import { withWriteLock } from '../db/write-lock.ts'
import { changeUser, toObject } from '../users/change.ts'
import { findUser, type UserRow } from '../users/list.ts'
import { createAccountRow } from './create.ts'
import { parseNewPassword } from './password-strength.ts'
import { hashPassword } from './passwords.ts'
import { setPassword } from './set-password.ts'

const accountSchema = z.object({
  email: emailField().check(z.toLowerCase()),
  name: personNameSchema,
  role: invitationInputSchema.shape.role.default('owner'),
})

export async function listAccounts(db: Db) {
  return db
    .selectFrom('accounts')
    .innerJoin('authors', 'authors.id', 'accounts.author_id')
    .select([
      'accounts.email',
      'accounts.role',
      'authors.name',
      'accounts.created_at',
      'accounts.disabled_at',
    ])
    .orderBy('accounts.email')
    .execute()
}

interface AccountInput {
  email: string
  name?: string | undefined
  password: string
  role?: string | undefined
}

export async function createAccount(db: Db, input: AccountInput): Promise<void> {
  const [local = ''] = input.email.split('@')
  const fields = parseInput(accountSchema, { ...input, name: input.name ?? local })
  const password = await parseNewPassword(input.password, [fields.email, fields.name])
  const password_hash = await hashPassword(password)
  await withWriteLock(db, async (trx) => {
    const account = await createAccountRow(trx, { ...fields, password_hash }, 'author of this name')
    const changes = { role: { from: null, to: fields.role } }
    await recordActivity(trx, commandLine, { kind: 'user.created', object: toObject(account), changes })
  })
}

async function getUserByEmail(db: Db | Trx, input: string): Promise<UserRow> {
  const email = input.trim().normalize().toLowerCase()
  const account = await db.selectFrom('accounts').select('id').where('email', '=', email).executeTakeFirst()
  const user = account && (await findUser(db, account.id))
  if (!user) throw new ApiError('not_found', `There is no account ${email}.`)
  return user
}

/** Also signs the account out everywhere and resets its sign-in limit. */
export async function resetPassword(db: Db, email: string, password: string): Promise<UserRow> {
  const { email: address, name } = await getUserByEmail(db, email)
  const password_hash = await hashPassword(await parseNewPassword(password, [address, name]))
  return withWriteLock(db, async (trx) => {
    const user = await getUserByEmail(trx, email)
    await setPassword(trx, commandLine, user, password_hash)
    return user
  })
}

/** The last owner who can sign in cannot lose the role or access. */
export async function changeAccount(
  db: Db,
  email: string,
  input: UserChange | { role: string },
): Promise<void> {
  const change = parseInput(userChangeSchema, input)
  await withWriteLock(db, async (trx) =>
    changeUser(trx, commandLine, await getUserByEmail(trx, email), change),
  )
}
