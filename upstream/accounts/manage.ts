import { v7 as uuid } from 'uuid'
import { z } from 'zod'
import { newPasswordSchema } from '#contract/accounts.ts'
import { ApiError, parseInput } from '#contract/errors.ts'
import { cleanText, emailField } from '#contract/text.ts'
import type { Db, Trx } from '../db/open.ts'
import { resetLimit } from '../http/rate-limit.ts'
import { nextId, withWriteLock } from '../posts/counts.ts'
import { slugify } from '../posts/slugs.ts'
import { hashPassword } from './passwords.ts'
import { loginLimit } from './sign-in.ts'
import { deleteTokens } from './tokens.ts'

const accountSchema = z.object({
  email: emailField().check(z.toLowerCase()),
  name: cleanText(
    'Name',
    z.minLength(1, 'Name is required'),
    z.maxLength(100, 'Name must be at most 100 characters'),
  ),
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
  const { email, name, password } = parseInput(accountSchema, { ...input, name: input.name ?? local })
  const password_hash = await hashPassword(password)
  await withWriteLock(db, async (trx) => {
    const existing = trx.selectFrom('accounts').select('id').where('email', '=', email)
    if (await existing.executeTakeFirst()) throw new ApiError('conflict', `${email} has an account already.`)
    const author_id = await getOrCreateAuthor(trx, name)
    await trx
      .insertInto('accounts')
      .values({ id: uuid(), email, password_hash, author_id, created_at: Date.now() })
      .execute()
  })
}

async function getOrCreateAuthor(trx: Trx, name: string): Promise<number> {
  const existing = await trx
    .selectFrom('authors')
    .leftJoin('accounts', 'accounts.author_id', 'authors.id')
    .select('authors.id')
    .where('authors.name', '=', name)
    .where('accounts.id', 'is', null)
    .executeTakeFirst()
  if (existing) return existing.id
  const id = await nextId(trx)
  const slug = slugify(name)
  const sameSlug = await trx.selectFrom('authors').select('id').where('slug', '=', slug).executeTakeFirst()
  await trx
    .insertInto('authors')
    .values({ id, slug: sameSlug ? `${slug}-${id}` : slug, name, role: 'Editor', bio: '' })
    .execute()
  return id
}

async function getAccount(trx: Trx, input: string) {
  const email = input.trim().toLowerCase()
  const account = await trx
    .selectFrom('accounts')
    .select(['id', 'email', 'disabled_at'])
    .where('email', '=', email)
    .executeTakeFirst()
  if (!account) throw new ApiError('not_found', `There is no account ${email}.`)
  return account
}

/** Also signs the account out everywhere and resets its sign-in limit. */
export async function resetPassword(db: Db, email: string, password: string): Promise<void> {
  const password_hash = await hashPassword(parseInput(newPasswordSchema, password))
  await db.transaction().execute(async (trx) => {
    const account = await getAccount(trx, email)
    await trx.updateTable('accounts').set({ password_hash }).where('id', '=', account.id).execute()
    await deleteTokens(trx, account.id)
    await resetLimit(trx, loginLimit, account.email)
  })
}

/** The last enabled account cannot be disabled. */
export async function setDisabled(db: Db, email: string, disabled: boolean): Promise<void> {
  await withWriteLock(db, async (trx) => {
    const account = await getAccount(trx, email)
    const others = trx
      .selectFrom('accounts')
      .select('id')
      .where('disabled_at', 'is', null)
      .where('id', '<>', account.id)
    if (disabled && !(await others.limit(1).executeTakeFirst()))
      throw new ApiError('conflict', `${account.email} is the last account that can sign in.`)
    const disabled_at = disabled ? (account.disabled_at ?? Date.now()) : null
    await trx.updateTable('accounts').set({ disabled_at }).where('id', '=', account.id).execute()
    await deleteTokens(trx, account.id)
  })
}
