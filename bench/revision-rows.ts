import type { Db } from '#upstream/db/open.ts'
import { compress } from '#upstream/revisions/codec.ts'
import { serialize } from '#upstream/revisions/document.ts'
import { pickWords, randomFrom } from './posts.ts'

const BATCH = 500
const DAY_MS = 24 * 3_600_000

/** Each differs from the one before in a few words. */
function writeHistory(count: number) {
  const random = randomFrom(13)
  const words = pickWords(random, 1000)
  const texts = Array.from({ length: count }, (_, index) =>
    serialize({
      title: 'Rope',
      slug: 'rope',
      excerpt: '',
      tags: [],
      category: null,
      cover: null,
      coverAlt: '',
      published: true,
      content: `${words} ${pickWords(random, 5 * index)}`,
    }),
  )
  return texts.map((text, index) => ({ depth: index, document: compress(text, texts[index - 1] ?? null) }))
}

export async function fillRevisions(db: Db, each: number): Promise<void> {
  const history = writeHistory(each)
  const posts = await db.selectFrom('posts').select(['id', 'author_id', 'updated_at']).orderBy('id').execute()
  const perBatch = Math.max(1, Math.floor(BATCH / each))
  for (let from = 0; from < posts.length; from += perBatch) {
    const rows = posts.slice(from, from + perBatch).flatMap(({ id, author_id, updated_at }) =>
      history.map((written, index) => ({
        post_id: id,
        number: index + 1,
        author_id,
        created_at: updated_at + index * DAY_MS,
        name: null,
        published: 1,
        restored_from: null,
        changed: '["content"]',
        ...written,
        working_copy: 0,
        automatic: 0,
      })),
    )
    await db.insertInto('post_revisions').values(rows).execute()
  }
}
