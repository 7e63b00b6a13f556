import { toCaseKey } from '#contract/case-key.ts'
import { FORGOTTEN } from '../authors/forget.ts'
import type { Db } from '../db/open.ts'
import type { SourcePost } from './source.ts'

interface Author {
  id: number
  name: string
  slug: string
}

const findOnly = <Item>([item, ...others]: Item[]) => (others.length === 0 ? item : undefined)

/** Matches the e-mail address of an account first, then a name that no other author has. */
export async function readAuthors(db: Db) {
  const authors = await db
    .selectFrom('authors')
    .select(['id', 'name', 'slug'])
    .where('slug', 'not like', FORGOTTEN)
    .orderBy('id')
    .execute()
  const owners = await db
    .selectFrom('accounts')
    .innerJoin('authors', 'authors.id', 'accounts.author_id')
    .select(['accounts.email', 'authors.id', 'authors.name', 'authors.slug'])
    .execute()
  const byEmail = new Map(owners.map(({ email, ...author }) => [email, author]))
  return ({ name, email }: SourcePost['author']): Author | undefined => {
    const owner = byEmail.get(email.toLowerCase())
    if (owner || name === '') return owner
    const same = authors.filter((author) => author.name === name)
    // Not compared in SQL, because SQLite lowercases only ASCII letters.
    return findOnly(
      same.length > 0 ? same : authors.filter((author) => toCaseKey(author.name) === toCaseKey(name)),
    )
  }
}
