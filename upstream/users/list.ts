import type { StaffUser, UserListQuery } from '#contract/users.ts'
import { toIso } from '#contract/time.ts'
import { byName } from '../authors/load.ts'
import type { Db } from '../db/open.ts'
import { searchWords } from '../db/search-words.ts'
import { totalsOf } from '../http/pages.ts'

const selectUsers = (db: Db) =>
  db
    .selectFrom('accounts')
    .innerJoin('authors', 'authors.id', 'accounts.author_id')
    .select([
      'accounts.id',
      'accounts.email',
      'accounts.role',
      'accounts.author_id',
      'accounts.created_at',
      'accounts.disabled_at',
      'accounts.last_seen_at',
      'accounts.version',
      'authors.name',
      'authors.slug',
      'authors.total_count',
    ])

export type UserRow = NonNullable<Awaited<ReturnType<typeof findUser>>>

export const findUser = (db: Db, id: string) =>
  selectUsers(db).where('accounts.id', '=', id).executeTakeFirst()

export const toUser = (row: UserRow): StaffUser => ({
  id: row.id,
  name: row.name,
  email: row.email,
  role: row.role,
  author: row.slug,
  posts: row.total_count,
  createdAt: toIso(row.created_at),
  lastSeenAt: row.last_seen_at === null ? null : toIso(row.last_seen_at),
  disabled: row.disabled_at !== null,
  version: row.version,
})

/** Filters and sorts in memory, because teams are small and the databases do not ignore case and accents. */
export async function listUsers(db: Db, { search, status, page, limit }: UserListQuery) {
  const rows = await selectUsers(db).orderBy('accounts.email').execute()
  const words = searchWords(search ?? '')
  const isSearch = Boolean(search)
  const found = rows.filter(({ name, email, disabled_at }) => {
    const text = searchWords(`${name} ${email}`).join(' ')
    const hasStatus = status === undefined || (status === 'disabled') === (disabled_at !== null)
    const isFound = !isSearch || (words.length > 0 && words.every((word) => text.includes(word)))
    return hasStatus && isFound
  })
  const users = found
    .toSorted(byName)
    .slice((page - 1) * limit, page * limit)
    .map(toUser)
  return { data: { users }, ...totalsOf(found.length, limit) }
}
