import { Readable } from 'node:stream'
import { searchableText } from '#contract/plain-text.ts'
import type { Db, DialectName } from '../db/open.ts'
import { toIndexRows, type IndexedPost, type IndexRows } from '../db/search-index.ts'
import { searchWords } from '../db/search-words.ts'
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
  content: searchWords(searchableText(content)),
})

const BATCH_SIZE = 100

/** Restores of posts with 3 kB of text hold about 30 MB of rows. */
const BATCHES_AHEAD = 48

/** Reads ahead while the caller writes something else; destroy it when it is not read to its end. */
export function readIndexRows(source: Db, dialect: DialectName): Readable & AsyncIterable<IndexRows> {
  const rows = Readable.from(toIndexRows(dialect, readSearchable(source)), { highWaterMark: BATCHES_AHEAD })
  // Thrown when the rows are read.
  rows.on('error', () => {})
  rows.read(0)
  return rows
}

const selectSearchable = (source: Db) =>
  source
    .selectFrom('posts')
    .innerJoin('post_contents', 'post_contents.post_id', 'posts.id')
    .select(['posts.id', 'published', 'title', 'excerpt', 'content'])
    .where(isListed)

async function* readSearchable(source: Db): AsyncGenerator<IndexedPost[]> {
  for (let lastId = 0; ;) {
    const rows = await selectSearchable(source)
      .where('posts.id', '>', lastId)
      .orderBy('posts.id')
      .limit(BATCH_SIZE)
      .execute()
    const lastRow = rows.at(-1)
    if (!lastRow) return
    yield await withTags(source, rows)
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
