import { setImmediate, setTimeout as wait } from 'node:timers/promises'
import { sql, type RawBuilder } from 'kysely'
import type { Db, DialectName, OpenDatabase, Trx } from './open.ts'
import { WriteBehind } from './write-behind.ts'

export interface IndexedPost {
  id: number
  published: boolean
  title: string[]
  tags: string[]
  excerpt: string[]
  content: string[]
}

const MAX_WORD_LENGTH = 40

/** Reduces text to lower-case letters and digits without accents, so that no word is full-text query syntax. */
export function searchWords(text: string): string[] {
  const plain = text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
  return (plain.match(/[\p{L}\p{N}]+/gu) ?? []).map((word) => word.slice(0, MAX_WORD_LENGTH))
}

/** Each word is indexed once per reach that covers its place, prefixed with the letter of that reach. */
export const reaches = { title: 'a', tags: 'b', excerpt: 'c', content: 'd' } as const
export type Reach = keyof typeof reaches

/** Short prefixes are tokens and longer ones are replaced by matching words, so both indexes look up whole tokens. */
export const beginnings = { title: 'e', tags: 'f', excerpt: 'g', content: 'h' } as const
export const MAX_BEGINNING = 4
/** Further tokens mark drafts and the id window of a post. */
export const DRAFT = 'q'
export const windowMark = (shift: number, block: number) => `w${shift}x${block}`
export const WINDOW_SHIFTS = [11, 14]

/** Keeps the order of the words, so that words with the same prefix are neighbors. */
function beginningsOf(words: string[]): string[] {
  const found: string[] = []
  let previous = ''
  for (const word of words) {
    let beginning = ''
    let length = 0
    for (const letter of word) {
      beginning += letter
      if (!previous.startsWith(beginning)) found.push(beginning)
      length += 1
      if (length === MAX_BEGINNING) break
    }
    previous = word
  }
  return found
}

/** Tokens are sorted, because PostgreSQL takes much longer to sort them than we do. */
function tokensOf(post: IndexedPost): string[] {
  const seen = new Set<string>()
  const whole: string[] = []
  const begun: string[] = []
  for (const reach of ['title', 'tags', 'excerpt', 'content'] as const) {
    for (const word of post[reach]) seen.add(word)
    const words = [...seen].sort()
    for (const word of words) whole.push(reaches[reach] + word)
    for (const beginning of beginningsOf(words)) begun.push(beginnings[reach] + beginning)
  }
  return [...whole, ...begun, ...(post.published ? [] : [DRAFT])]
}

export async function createSearchTables(trx: Trx, dialect: DialectName): Promise<void> {
  // SQLite compares words by their bytes, too.
  const byBytes = dialect === 'postgres' ? sql` collate "C"` : sql``
  await sql`create table search_words (word text${byBytes} primary key)`.execute(trx)
  if (dialect === 'sqlite') {
    await sql`
      create virtual table post_search using fts5(
        words, content = '', contentless_delete = 1, detail = none,
        tokenize = "unicode61 remove_diacritics 0"
      )`.execute(trx)
    return
  }
  await sql`
    create table post_search (
      post_id integer primary key references posts (id) on delete cascade,
      words tsvector not null
    )`.execute(trx)
  await sql`create index post_search_words on post_search using gin (words) with (fastupdate = off)`.execute(
    trx,
  )
}

export async function createWordsIndex(trx: Trx, index: string, table: string): Promise<void> {
  await sql`
    create index ${sql.ref(index)} on ${sql.table(table)} using gin (search_tokens(words)) with (fastupdate = off)`.execute(
    trx,
  )
}

export async function indexPosts(
  trx: Trx,
  dialect: DialectName,
  posts: IndexedPost[],
  known?: Set<string>,
): Promise<void> {
  await addWords(trx, posts, known)
  if (dialect === 'sqlite') {
    const rows = posts.map((post) => sql`(${post.id}, ${tokensOf(post).join(' ')})`)
    await sql`insert or replace into post_search (rowid, words) values ${sql.join(rows)}`.execute(trx)
    return
  }
  await sql`
    insert into post_search (post_id, words) values ${postgresRows(posts)}
    on conflict (post_id) do update set words = excluded.words`.execute(trx)
}

const postgresRows = (posts: IndexedPost[]) => sql.join(posts.map(postgresRow))

function postgresRow(post: IndexedPost) {
  const marks = WINDOW_SHIFTS.map((shift) => windowMark(shift, post.id >> shift))
  const tokens = [...tokensOf(post), ...marks].join(' ')
  return sql`(${post.id}::integer, array_to_tsvector(string_to_array(${tokens}, ' ')))`
}

/** Below the parameter limit of both databases. */
const WORDS_AT_ONCE = 10_000

async function addWords(trx: Trx, posts: IndexedPost[], known = new Set<string>()): Promise<void> {
  const words: { word: string }[] = []
  for (const { title, tags, excerpt, content } of posts)
    for (const word of [...title, ...tags, ...excerpt, ...content]) {
      if (known.has(word)) continue
      known.add(word)
      if ([...word].length > MAX_BEGINNING) words.push({ word })
    }
  for (let from = 0; from < words.length; from += WORDS_AT_ONCE) {
    await trx
      .insertInto('search_words')
      .values(words.slice(from, from + WORDS_AT_ONCE))
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  }
}

/** PostgreSQL fills a new table and indexes it afterwards, which is much faster; searches use the old one meanwhile. */
export async function rebuildSearch(
  trx: Trx,
  dialect: DialectName,
  fill: (index: (posts: IndexedPost[]) => Promise<void>) => Promise<void>,
): Promise<void> {
  await trx.deleteFrom('search_words').execute()
  // Most words of a post are in earlier posts too.
  const known = new Set<string>()
  if (dialect === 'sqlite') {
    await sql`insert into post_search (post_search) values ('delete-all')`.execute(trx)
    return fill((posts) => indexPosts(trx, dialect, posts, known))
  }
  await sql`
    create table post_search_new (
      post_id integer constraint post_search_new_pkey primary key,
      words tsvector not null
    )`.execute(trx)
  await storeWordsPlainly(trx)
  const writes = new WriteBehind()
  await fill(async (posts) => {
    const rows: RawBuilder<unknown>[] = []
    for (const post of posts) {
      rows.push(postgresRow(post))
      // Yields, so that the connection can send the rest of the previous statement.
      await setImmediate()
    }
    const insert = sql`insert into post_search_new (post_id, words) values ${sql.join(rows)}`
    await writes.start(async () => {
      await addWords(trx, posts, known)
      await insert.execute(trx)
    })
  })
  await writes.end()
  await indexNewTable(trx)
  await sql`drop table post_search`.execute(trx)
  await sql`alter table post_search_new rename to post_search`.execute(trx)
  await sql`alter index post_search_new_pkey rename to post_search_pkey`.execute(trx)
  await sql`alter index post_search_new_words rename to post_search_words`.execute(trx)
  await sql`
    alter table post_search add constraint post_search_post_id_fkey
    foreign key (post_id) references posts (id) on delete cascade`.execute(trx)
}

/** Words hardly compress, and only statistics of the indexed expression are used. */
const storeWordsPlainly = (trx: Trx) =>
  sql`alter table post_search_new alter words set storage external, alter words set statistics 0`.execute(trx)

/** PostgreSQL 18 must be told to build the index in parallel, because it sees only a small table: the words are stored out of line. */
async function indexNewTable(trx: Trx) {
  await sql`set local maintenance_work_mem = '128MB'`.execute(trx)
  await sql`alter table post_search_new set (parallel_workers = 2)`.execute(trx)
  await createWordsIndex(trx, 'post_search_new_words', 'post_search_new')
  await sql`alter table post_search_new reset (parallel_workers)`.execute(trx)
}

export async function unindexPost(trx: Trx, dialect: DialectName, id: number): Promise<void> {
  const key = dialect === 'sqlite' ? sql`rowid` : sql`post_id`
  await sql`delete from post_search where ${key} = ${id}`.execute(trx)
}

/** Takes a few milliseconds, during which a process with SQLite does nothing else. */
const PAGES_AT_ONCE = 32
const MERGE_PAUSE_MS = 20
/** A shutdown waits for running jobs, so the rest is left to the next run. */
const MAX_MERGE_STEPS = 200

/** SQLite looks up each word in every part that writes have added, so the parts are merged into one. */
export async function mergeSearchParts({ db, dialect }: OpenDatabase): Promise<void> {
  if (dialect !== 'sqlite') return
  // A negative number begins a merge of all parts, and positive ones continue it.
  let pages = -PAGES_AT_ONCE
  for (let step = 0; step < MAX_MERGE_STEPS && (await mergePages(db, pages)); step += 1) {
    pages = PAGES_AT_ONCE
    await wait(MERGE_PAUSE_MS)
  }
}

/** FTS5 changes fewer than two rows when there is nothing left to merge. */
const mergePages = (db: Db, pages: number) =>
  db.transaction().execute(async (trx) => {
    const before = await countChanges(trx)
    await sql`insert into post_search (post_search, rank) values ('merge', ${pages})`.execute(trx)
    return (await countChanges(trx)) - before >= 2
  })

async function countChanges(trx: Trx): Promise<number> {
  const { rows } = await sql<{ changes: number }>`select total_changes() as changes`.execute(trx)
  return rows[0]?.changes ?? 0
}
