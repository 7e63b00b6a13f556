import { randomUUID } from 'node:crypto'
import { nextId } from '../posts/counts.ts'
import type { Db } from '../db/open.ts'
import { hashPassword, newPassword } from './passwords.ts'

const profile = { slug: 'editorial-team', name: 'Editorial team', role: 'Editor', bio: '' }

/** Makes the account a fresh installation is administered with; null when there is one already. */
export async function createFirstAccount(
  db: Db,
  admin: { email: string; password?: string | undefined },
): Promise<{ email: string; password: string } | null> {
  const known = db.selectFrom('accounts').select('id').limit(1)
  if (await known.executeTakeFirst()) return null
  const email = admin.email.toLowerCase()
  const password = admin.password ?? newPassword()
  const password_hash = await hashPassword(password)
  return db.transaction().execute(async (trx) => {
    // `nextId` locks, so of two first starts the second looks again and finds the account.
    const author_id = await nextId(trx)
    if (await trx.selectFrom('accounts').select('id').limit(1).executeTakeFirst()) return null
    await trx
      .insertInto('authors')
      .values({ id: author_id, ...profile })
      .execute()
    await trx
      .insertInto('accounts')
      .values({ id: randomUUID(), email, password_hash, author_id, created_at: Date.now() })
      .execute()
    return { email, password }
  })
}
