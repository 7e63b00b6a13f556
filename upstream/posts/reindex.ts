import { plainText } from '#contract/markup.ts'
import type { Db, DialectName, Trx } from '../db/open.ts'
import { rebuildSearch, searchWords, type IndexedPost } from '../db/search-index.ts'
import { getTagNames } from './tags.ts'

interface SearchablePost {
  id: number
  published: boolean
  title: string
  excerpt: string
  content: string
  tags: string[]
}

export const toIndexedPost = ({
  id,
  published,
  title,
  excerpt,
  content,
  tags,
}: SearchablePost): IndexedPost => ({
  id,
  published,
  title: searchWords(title),
  tags: searchWords(tags.join(' ')),
  excerpt: searchWords(excerpt),
  content: searchWords(plainText(content)),
})

const BATCH_SIZE = 100

/** Reads the posts from `source`, which may be another database with the same posts. */
export const reindexPosts = (source: Db, trx: Trx, dialect: DialectName) =>
  rebuildSearch(trx, dialect, (index) => indexAll(source, index))

async function indexAll(source: Db, index: (posts: IndexedPost[]) => Promise<void>): Promise<void> {
  for (let lastId = 0; ;) {
    const rows = await source
      .selectFrom('posts')
      .innerJoin('post_contents', 'post_contents.post_id', 'posts.id')
      .select(['posts.id', 'published', 'title', 'excerpt', 'content'])
      .where('posts.id', '>', lastId)
      .orderBy('posts.id')
      .limit(BATCH_SIZE)
      .execute()
    const lastRow = rows.at(-1)
    if (!lastRow) return
    const ids = rows.map((row) => row.id)
    const tags = await getTagNames(source, ids)
    const posts = rows.map((row) => ({
      ...row,
      published: row.published === 1,
      tags: tags.get(row.id) ?? [],
    }))
    await index(posts.map(toIndexedPost))
    lastId = lastRow.id
  }
}
