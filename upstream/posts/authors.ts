import { ApiError } from '#contract/errors.ts'
import type { Db, Trx } from '../db/open.ts'

export function listAuthors(db: Db, isStaff: boolean) {
  const counter = isStaff ? 'total_count' : 'published_count'
  return db
    .selectFrom('authors')
    .select(['name', 'slug', 'role', 'bio', `${counter} as count`])
    .where(counter, '>', isStaff ? -1 : 0)
    .orderBy('name')
    .orderBy('slug')
    .execute()
}

export async function getAuthorId(trx: Trx, slug: string): Promise<number> {
  const author = await trx.selectFrom('authors').select('id').where('slug', '=', slug).executeTakeFirst()
  if (author) return author.id
  const message = 'There is no such author.'
  throw new ApiError('invalid', message, { fields: { author: message } })
}
