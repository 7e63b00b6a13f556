import { plainText } from '#contract/markup.ts'
import type { Db, DialectName, Trx } from '../db/open.ts'
import { rebuildSearch, searchWords, type IndexedPost } from '../db/search-index.ts'
import { isListed } from './removed.ts'
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

const selectSearchable = (source: Db) =>
  source
    .selectFrom('posts')
    .innerJoin('post_contents', 'post_contents.post_id', 'posts.id')
    .select(['posts.id', 'published', 'title', 'excerpt', 'content'])
    .where(isListed)

async function indexAll(source: Db, index: (posts: IndexedPost[]) => Promise<void>): Promise<void> {
  for (let lastId = 0; ;) {
    const rows = await selectSearchable(source)
      .where('posts.id', '>', lastId)
      .orderBy('posts.id')
      .limit(BATCH_SIZE)
      .execute()
    const lastRow = rows.at(-1)
    if (!lastRow) return
    await index(await withTags(source, rows))
    lastId = lastRow.id
  }
}

type StoredPost = Omit<SearchablePost, 'published' | 'tags'> & { published: number }

async function withTags(source: Db, rows: StoredPost[]): Promise<IndexedPost[]> {
  const tags = await getTagNames(
    source,
    rows.map((row) => row.id),
  )
  return rows.map((row) =>
    toIndexedPost({ ...row, published: row.published === 1, tags: tags.get(row.id) ?? [] }),
  )
}

export async function loadIndexedPosts(source: Db, ids: number[]): Promise<IndexedPost[]> {
  const rows = await selectSearchable(source).where('posts.id', 'in', ids).execute()
  return withTags(source, rows)
}
