import { v7 as uuid } from 'uuid'
import { ApiError } from '#contract/errors.ts'
import type { Db } from '../db/open.ts'
import { nextId, withWriteLock } from '../db/write-lock.ts'
import { parseNewPassword } from './password-strength.ts'
import { generatePassword, hashPassword } from './passwords.ts'

const profile = { slug: 'editorial-team', name: 'Editorial team', role: 'Editor', bio: '' }

async function parseFirstPassword(password: string, email: string): Promise<string> {
  try {
    return await parseNewPassword(password, [email])
  } catch (error) {
    if (error instanceof ApiError) throw new Error(`ADMIN_PASSWORD cannot be used. ${error.message}`)
    throw error
  }
}

export async function createFirstAccount(
  db: Db,
  admin: { email: string; password?: string | undefined },
): Promise<{ email: string; password: string | null } | null> {
  const existing = (executor: Db) => executor.selectFrom('accounts').select('id').limit(1).executeTakeFirst()
  if (await existing(db)) return null
  const email = admin.email.toLowerCase()
  const given = admin.password
  const password = given === undefined ? generatePassword() : await parseFirstPassword(given, email)
  const password_hash = await hashPassword(password)
  return withWriteLock(db, async (trx) => {
    if (await existing(trx)) return null
    const author_id = await nextId(trx)
    await trx
      .insertInto('authors')
      .values({ id: author_id, ...profile })
      .execute()
    await trx
      .insertInto('accounts')
      .values({ id: uuid(), email, password_hash, author_id, created_at: Date.now(), role: 'owner' })
      .execute()
    return { email, password: admin.password === undefined ? password : null }
  })
}
