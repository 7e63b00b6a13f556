import { plainText } from '#lib/blog/markup.ts'
import type { DialectName, Trx } from '../db/open.ts'
import { clearSearch, indexPosts, searchWords, type IndexedPost } from '../db/search.ts'
import { namesByPost } from './tags.ts'

export interface SearchablePost {
  id: number
  published: boolean
  title: string
  excerpt: string
  content: string
  tags: string[]
}

export const wordsOf = ({ id, published, title, excerpt, content, tags }: SearchablePost): IndexedPost => ({
  id,
  published,
  title: searchWords(title),
  tags: searchWords(tags.join(' ')),
  excerpt: searchWords(excerpt),
  content: searchWords(plainText(content)),
})

const POSTS_AT_ONCE = 100

/** Makes the search anew from the posts themselves. */
export async function reindexPosts(trx: Trx, dialect: DialectName): Promise<void> {
  await clearSearch(trx, dialect)
  for (let last = 0; ;) {
    const rows = await trx
      .selectFrom('posts')
      .innerJoin('post_contents', 'post_contents.post_id', 'posts.id')
      .select(['posts.id', 'published', 'title', 'excerpt', 'content'])
      .where('posts.id', '>', last)
      .orderBy('posts.id')
      .limit(POSTS_AT_ONCE)
      .execute()
    const newest = rows.at(-1)
    if (!newest) return
    const ids = rows.map((row) => row.id)
    const tags = await namesByPost(trx, ids)
    const posts = rows.map((row) => ({
      ...row,
      published: row.published === 1,
      tags: tags.get(row.id) ?? [],
    }))
    await indexPosts(trx, dialect, posts.map(wordsOf))
    last = newest.id
  }
}
