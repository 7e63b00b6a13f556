import { sql } from 'kysely'
import type { Db } from '#upstream/db/open.ts'
import { compress } from '#upstream/revisions/codec.ts'
import { serialize } from '#upstream/revisions/document.ts'
import { DAY_MS } from './filling.ts'
import { pickWords, randomFrom } from './posts.ts'

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
  const first = await db
    .selectFrom('posts')
    .select(['id', 'author_id', 'updated_at'])
    .orderBy('id')
    .executeTakeFirstOrThrow()
  const rows = writeHistory(each).map((written, index) => ({
    post_id: first.id,
    number: index + 1,
    author_id: first.author_id,
    created_at: first.updated_at + index * DAY_MS,
    name: null,
    published: 1,
    restored_from: null,
    changed: '["content"]',
    ...written,
    working_copy: 0,
    automatic: 0,
  }))
  await db.insertInto('post_revisions').values(rows).execute()
  const columns = [
    'number',
    'name',
    'published',
    'restored_from',
    'changed',
    'depth',
    'document',
    'working_copy',
    'automatic',
  ]
  const written = sql.join(columns.map((column) => sql.ref(column)))
  const copied = sql.join(columns.map((column) => sql.ref(`history.${column}`)))
  await sql`
    insert into post_revisions (post_id, author_id, created_at, ${written})
    select posts.id, posts.author_id, posts.updated_at + (number - 1) * ${sql.lit(DAY_MS)}, ${copied}
    from posts cross join post_revisions as history
    where posts.id <> ${first.id} order by posts.id, number`.execute(db)
}
