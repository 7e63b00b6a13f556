import { v7 as uuid } from 'uuid'
import { ApiError } from '#contract/errors.ts'
import type { Role } from '#contract/roles.ts'
import { FORGOTTEN } from '../authors/forget.ts'
import { findFreeAuthorSlug } from '../authors/slugs.ts'
import type { Trx } from '../db/open.ts'
import { nextId, type LockedTrx } from '../db/write-lock.ts'

interface NewAccount {
  email: string
  name: string
  role: Role
  password_hash: string
}

/** Only commands of the operator take over an author by name. */
export async function createAccountRow(
  trx: LockedTrx,
  { email, name, role, password_hash }: NewAccount,
  authorship: 'new author' | 'author of this name',
): Promise<{ id: string; name: string }> {
  const existing = trx.selectFrom('accounts').select('id').where('email', '=', email)
  if (await existing.executeTakeFirst()) throw new ApiError('conflict', `${email} has an account already.`)
  const found = authorship === 'new author' ? undefined : await findFreeAuthor(trx, name)
  const author_id = found ?? (await createAuthor(trx, name))
  const id = uuid()
  await trx
    .insertInto('accounts')
    .values({ id, email, password_hash, author_id, created_at: Date.now(), role })
    .execute()
  return { id, name }
}

async function findFreeAuthor(trx: Trx, name: string): Promise<number | undefined> {
  const author = await trx
    .selectFrom('authors')
    .leftJoin('accounts', 'accounts.author_id', 'authors.id')
    .select('authors.id')
    .where('authors.name', '=', name)
    .where('authors.slug', 'not like', FORGOTTEN)
    .where('accounts.id', 'is', null)
    .executeTakeFirst()
  return author?.id
}

async function createAuthor(trx: LockedTrx, name: string): Promise<number> {
  const id = await nextId(trx)
  const slug = await findFreeAuthorSlug(trx, name, id)
  await trx.insertInto('authors').values({ id, slug, name, role: '', bio: '' }).execute()
  return id
}
