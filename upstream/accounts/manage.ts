import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { newPasswordSchema } from '#lib/auth/schema.ts'
import { emailField } from '#lib/email.ts'
import { cleanText } from '#lib/text.ts'
import type { Db, Trx } from '../db/open.ts'
import { Fault, parsed } from '../faults.ts'
import { forgetTries } from '../limits.ts'
import { lockPosts, nextId } from '../posts/counts.ts'
import { slugOf } from '../posts/slug.ts'
import { perAccount } from './login.ts'
import { hashPassword } from './passwords.ts'
import { revokeTokens } from './tokens.ts'

const accountSchema = z.object({
  email: emailField().toLowerCase(),
  name: cleanText('Name').min(1, 'Name is required').max(100, 'Name must be at most 100 characters'),
  password: newPasswordSchema,
})

export async function listAccounts(db: Db) {
  return db
    .selectFrom('accounts')
    .innerJoin('authors', 'authors.id', 'accounts.author_id')
    .select(['accounts.email', 'authors.name', 'accounts.created_at', 'accounts.disabled_at'])
    .orderBy('accounts.email')
    .execute()
}

export async function createAccount(
  db: Db,
  input: { email: string; name?: string | undefined; password: string },
): Promise<void> {
  const [local = ''] = input.email.split('@')
  const { email, name, password } = parsed(accountSchema, { ...input, name: input.name ?? local })
  const password_hash = await hashPassword(password)
  await db.transaction().execute(async (trx) => {
    await lockPosts(trx)
    const known = trx.selectFrom('accounts').select('id').where('email', '=', email)
    if (await known.executeTakeFirst()) throw new Fault('conflict', `${email} has an account already.`)
    const author_id = await authorNamed(trx, name)
    await trx
      .insertInto('accounts')
      .values({ id: randomUUID(), email, password_hash, author_id, created_at: Date.now() })
      .execute()
  })
}

/** Who wrote here before there was an account goes on under the same name. */
async function authorNamed(trx: Trx, name: string): Promise<number> {
  const known = await trx
    .selectFrom('authors')
    .leftJoin('accounts', 'accounts.author_id', 'authors.id')
    .select('authors.id')
    .where('authors.name', '=', name)
    .where('accounts.id', 'is', null)
    .executeTakeFirst()
  if (known) return known.id
  const id = await nextId(trx)
  const slug = slugOf(name)
  const taken = await trx.selectFrom('authors').select('id').where('slug', '=', slug).executeTakeFirst()
  await trx
    .insertInto('authors')
    .values({ id, slug: taken ? `${slug}-${id}` : slug, name, role: 'Editor', bio: '' })
    .execute()
  return id
}

async function accountOf(trx: Trx, given: string) {
  const email = given.trim().toLowerCase()
  const account = await trx
    .selectFrom('accounts')
    .select(['id', 'email', 'disabled_at'])
    .where('email', '=', email)
    .executeTakeFirst()
  if (!account) throw new Fault('not_found', `There is no account ${email}.`)
  return account
}

/** Signs the account out everywhere, and lets it try again at once if it guessed too often. */
export async function resetPassword(db: Db, email: string, given: string): Promise<void> {
  const password_hash = await hashPassword(parsed(newPasswordSchema, given))
  await db.transaction().execute(async (trx) => {
    const account = await accountOf(trx, email)
    await trx.updateTable('accounts').set({ password_hash }).where('id', '=', account.id).execute()
    await revokeTokens(trx, account.id)
    await forgetTries(trx, perAccount, account.email)
  })
}

/** A disabled account is answered like one that does not exist; the last one that may sign in stays. */
export async function setDisabled(db: Db, email: string, disabled: boolean): Promise<void> {
  await db.transaction().execute(async (trx) => {
    // Two that disable each other's account wait for each other here.
    await lockPosts(trx)
    const account = await accountOf(trx, email)
    const others = trx
      .selectFrom('accounts')
      .select('id')
      .where('disabled_at', 'is', null)
      .where('id', '<>', account.id)
    if (disabled && !(await others.limit(1).executeTakeFirst()))
      throw new Fault('conflict', `${account.email} is the last account that can sign in.`)
    const disabled_at = disabled ? (account.disabled_at ?? Date.now()) : null
    await trx.updateTable('accounts').set({ disabled_at }).where('id', '=', account.id).execute()
    await revokeTokens(trx, account.id)
  })
}
