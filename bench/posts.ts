import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { Db, OpenDatabase, Trx } from '#upstream/db/open.ts'
import { rebuildSearch } from '#upstream/db/search-index.ts'
import { lockWrites, nextId } from '#upstream/db/write-lock.ts'
import { rebuildBlocks } from '#upstream/posts/blocks.ts'
import { readIndexRows } from '#upstream/posts/reindex.ts'
import { getOrCreateTagIds, updateLastUse } from '#upstream/posts/tags.ts'
import { inBatches, openForFilling, type FilledConfig } from './filling.ts'

/** A seeded generator, so that each run measures the same posts. */
export function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296
    return state / 4_294_967_296
  }
}

const syllables = 'ba ce di fo gu ha ji ke lo mu na pe qui ro su ta ve wi xo zu'.split(' ')
const vocabulary = Array.from({ length: 20_000 }, (_, number) => {
  let word = ''
  for (let rest = number + 20; rest > 0; rest = Math.floor(rest / 20)) word += syllables[rest % 20] ?? ''
  return word
})
/** Rank r is picked with probability ~ 1/r: Zipf's law, like in natural text. */
const pickRank = (random: () => number, ranks: number) => Math.floor(Math.exp(random() * Math.log(ranks)))

export const pickWord = (random: () => number) => vocabulary[pickRank(random, vocabulary.length)] ?? 'word'
/** Each is in at least a fifth of the messages and more of the posts, so that small sites have full pages of results. */
export const pickCommonWord = (random: () => number) => vocabulary[Math.floor(random() * 30)] ?? 'word'
export const pickTag = (random: () => number, tags: number) => pickRank(random, tags + 1) - 1
export const tagName = (number: number) => `Tag ${number}`

export const pickWords = (random: () => number, length: number) =>
  Array.from({ length }, () => pickWord(random)).join(' ')

interface BlogSize {
  posts: number
  wordsPerPost: number
  tags?: number
}

interface Options {
  firstId: number
  authorIds: number[]
  categoryIds: number[]
  tagIds: number[]
  wordsPerPost: number
}

const at = (ids: number[], index: number) => ids[index % ids.length] ?? 0

/** Inserts rows in bulk, because only reads are measured. */
async function insertBatch(
  trx: Trx,
  random: () => number,
  numbers: number[],
  { firstId, authorIds, categoryIds, tagIds, wordsPerPost }: Options,
) {
  const posts = numbers.map((number) => {
    const created_at = Date.UTC(2015, 0, 1) + number * 3_600_000
    const title = pickWords(random, 6)
    const text = { title, excerpt: pickWords(random, 20), content: pickWords(random, wordsPerPost) }
    const tags = [...new Set([0, 1, 2].map(() => pickTag(random, tagIds.length)))]
    return {
      number,
      id: firstId + number,
      slug: `post-${number}`,
      published: number % 20 !== 0,
      created_at,
      category_id: categoryIds.length > 0 ? at(categoryIds, number) : null,
      tags,
      ...text,
    }
  })
  const rows = posts.map(({ number, id, slug, title, excerpt, published, created_at, category_id }) => ({
    id,
    slug,
    title,
    excerpt,
    created_at,
    title_key: title,
    published: Number(published),
    author_id: at(authorIds, number),
    category_id,
    public_id: uuid({ msecs: created_at }),
    published_at: published ? created_at : null,
    updated_at: created_at,
    version: 1,
    reading_minutes: 1,
    views: 0,
    cover_id: null,
    cover_alt: '',
  }))
  await trx.insertInto('posts').values(rows).execute()
  const contents = posts.map(({ id, content }) => ({ post_id: id, content }))
  await trx.insertInto('post_contents').values(contents).execute()
  await trx
    .insertInto('post_slugs')
    .values(posts.map(({ id, slug }) => ({ slug, post_id: id })))
    .execute()
  const postTags = posts.flatMap(({ id, tags, published, created_at, category_id }) =>
    tags.map((tag, position) => ({
      post_id: id,
      tag_id: at(tagIds, tag),
      position,
      published: Number(published),
      created_at,
      category_id,
    })),
  )
  await trx.insertInto('post_tags').values(postTags).execute()
}

async function countAll(trx: Trx) {
  const all = sql<number>`(select count(*) from posts)`
  const published = sql<number>`(select count(*) from posts where published = 1)`
  const last_id = sql<number>`(select max(id) from posts)`
  await trx.updateTable('totals').set({ total: all, published, last_id }).execute()
  for (const [table, column] of [
    ['authors', 'author_id'],
    ['categories', 'category_id'],
  ] as const) {
    const owned = sql`posts where ${sql.ref(column)} = ${sql.ref(`${table}.id`)}`
    await sql`update ${sql.table(table)} set total_count = (select count(*) from ${owned}),
      published_count = (select count(*) from ${owned} and published = 1)`.execute(trx)
  }
  const ofTag = sql<number>`(select count(*) from post_tags where tag_id = tags.id)`
  const visible = sql<number>`(select count(*) from post_tags where tag_id = tags.id and published = 1)`
  await trx.updateTable('tags').set({ total_count: ofTag, published_count: visible }).execute()
}

export async function insertPosts(db: Db, { posts, wordsPerPost, tags = 10 }: BlogSize): Promise<void> {
  const idsOf = async (table: 'authors' | 'categories') =>
    (await db.selectFrom(table).select('id').orderBy('id').execute()).map(({ id }) => id)
  const tagNames = Array.from({ length: tags }, (_, number) => tagName(number))
  const tagIds = await db.transaction().execute((trx) => getOrCreateTagIds(trx, tagNames))
  const firstId = (await db.transaction().execute(nextId)) + 1
  const ids = { authorIds: await idsOf('authors'), categoryIds: await idsOf('categories'), tagIds }
  const random = randomFrom(7)
  await inBatches(db, posts, (trx, numbers) =>
    insertBatch(trx, random, numbers, { firstId, wordsPerPost, ...ids }),
  )
  await db.transaction().execute(async (trx) => {
    await countAll(trx)
    await rebuildBlocks(await lockWrites(trx), 'all')
    await updateLastUse(trx, 'all')
  })
}

/** Indexing all posts at once takes much less time than with each batch. */
export const indexPosts = ({ db, dialect }: Pick<OpenDatabase, 'db' | 'dialect'>) =>
  db.transaction().execute(async (trx) => {
    await using rows = readIndexRows(trx, dialect)
    await rebuildSearch(trx, dialect, rows)
  })

export async function fillPosts(config: FilledConfig, size: BlogSize): Promise<void> {
  const database = await openForFilling(config)
  await insertPosts(database.db, size)
  await indexPosts(database)
  await database.db.destroy()
}
