import { ApiError } from '#contract/errors.ts'
import { byName, findAuthorId, parseLinks } from '../authors/load.ts'
import type { Db, Trx } from '../db/open.ts'

export async function listAuthors(db: Db, isStaff: boolean) {
  const counter = isStaff ? 'total_count' : 'published_count'
  const rows = await db
    .selectFrom('authors')
    .leftJoin('accounts', 'accounts.author_id', 'authors.id')
    .select(['name', 'slug', 'authors.role', 'bio', 'links', `${counter} as count`])
    // The author of a deleted account stays, because the activity log refers to it.
    .where((eb) =>
      isStaff ? eb.or([eb(counter, '>', 0), eb('accounts.id', 'is not', null)]) : eb(counter, '>', 0),
    )
    .orderBy('slug')
    .execute()
  return rows.toSorted(byName).map(({ links, ...author }) => ({ ...author, links: parseLinks(links) }))
}

export async function getAuthorId(trx: Trx, slug: string): Promise<number> {
  const id = await findAuthorId(trx, slug)
  if (id !== undefined) return id
  throw ApiError.forField('invalid', 'author', 'There is no such author.')
}
