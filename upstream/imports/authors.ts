import { toCaseKey } from '#contract/case-key.ts'
import { FORGOTTEN } from '../authors/forget.ts'
import type { Db } from '../db/open.ts'

interface Author {
  id: number
  name: string
}

/** Matches the account's e-mail address first, then the name. */
export async function findAuthor(
  db: Db,
  { name, email }: { name: string; email: string },
): Promise<Author | undefined> {
  const authors = db.selectFrom('authors').select(['authors.id', 'authors.name']).orderBy('authors.id')
  if (email !== '') {
    const owner = await authors
      .innerJoin('accounts', 'accounts.author_id', 'authors.id')
      .where('accounts.email', '=', email.toLowerCase())
      .executeTakeFirst()
    if (owner) return owner
  }
  if (name === '') return undefined
  const known = await authors.where('slug', 'not like', FORGOTTEN).execute()
  // Not compared in SQL, because SQLite lowercases only ASCII letters.
  return (
    known.find((author) => author.name === name) ??
    known.find((author) => toCaseKey(author.name) === toCaseKey(name))
  )
}
