import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import type { DialectName, Trx } from './open.ts'
import { WriteBehind } from './write-behind.ts'

export interface IndexedPost {
  id: number
  published: boolean
  title: string[]
  tags: string[]
  excerpt: string[]
  content: string[]
}

/** Each word is indexed once per reach that covers its place, prefixed with the letter of that reach. */
export const reaches = { title: 'a', tags: 'b', excerpt: 'c', content: 'd' } as const
export type Reach = keyof typeof reaches

/** Short prefixes are tokens and longer ones are replaced by matching words, so both indexes look up whole tokens. */
export const beginnings = { title: 'e', tags: 'f', excerpt: 'g', content: 'h' } as const
export const MAX_BEGINNING = 4
export const DRAFT = 'q'
export const windowMark = (shift: number, block: number) => `w${shift}x${block}`
export const WINDOW_SHIFTS = [11, 14] as const
export const windowMarks = (id: number) => WINDOW_SHIFTS.map((shift) => windowMark(shift, id >> shift))

const isHighSurrogate = (unit: number) => unit >= 0xd800 && unit < 0xdc00

function addBeginnings(tokens: string[], mark: string, words: string[]) {
  let previous = ''
  for (const word of words) {
    let end = 0
    for (let length = 1; length <= MAX_BEGINNING && end < word.length; length += 1) {
      end += isHighSurrogate(word.charCodeAt(end)) ? 2 : 1
      const beginning = word.slice(0, end)
      if (!previous.startsWith(beginning)) tokens.push(mark + beginning)
    }
    previous = word
  }
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
    addBeginnings(begun, beginnings[reach], words)
  }
  return [...whole, ...begun, ...(post.published ? [] : [DRAFT])]
}

export async function createSearchTables(trx: Trx, dialect: DialectName): Promise<void> {
  // SQLite compares words by their bytes, too.
  const byBytes = dialect === 'postgres' ? sql` collate "C"` : sql``
  await sql`create table search_words (word text${byBytes} primary key)`.execute(trx)
  if (dialect === 'sqlite') {
    await createTokenTable(trx, 'post_search')
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

/** Words without positions or text, which SQLite reads from the newest row on. */
export const createTokenTable = (trx: Trx, table: string) =>
  sql`
    create virtual table ${sql.table(table)} using fts5(
      words, content = '', contentless_delete = 1, detail = none,
      tokenize = "unicode61 remove_diacritics 0"
    )`.execute(trx)

export async function createWordsIndex(
  trx: Trx,
  index: string,
  table: string,
  tokens = sql`search_tokens(words)`,
): Promise<void> {
  await sql`
    create index ${sql.ref(index)} on ${sql.table(table)} using gin (${tokens}) with (fastupdate = off)`.execute(
    trx,
  )
}

export interface IndexRows {
  /** Words that earlier posts did not have. */
  words: string[]
  posts: { id: number; tokens: string }[]
}

/** PostgreSQL does not find tokens beyond this size. */
const MAX_TOKEN_BYTES = 1_000_000

function toIndexRow(dialect: DialectName, post: IndexedPost): { id: number; tokens: string } {
  const tokens = tokensOf(post).join(' ')
  const bytes = Buffer.byteLength(tokens)
  const words = post.content.length
  if (dialect === 'sqlite' || bytes <= MAX_TOKEN_BYTES || words === 0) return { id: post.id, tokens }
  const kept = Math.floor((0.95 * words * MAX_TOKEN_BYTES) / bytes)
  return toIndexRow(dialect, { ...post, content: post.content.slice(0, kept) })
}

export async function indexPosts(trx: Trx, dialect: DialectName, posts: IndexedPost[]): Promise<void> {
  const rows = posts.map((post) => toIndexRow(dialect, post))
  await writeRows(trx, dialect, { words: newWordsOf(posts, new Set()), posts: rows })
}

/** Yields, so that other work goes on, such as the writing of earlier rows. */
export async function* toIndexRows(
  dialect: DialectName,
  batches: AsyncIterable<IndexedPost[]>,
): AsyncGenerator<IndexRows> {
  // Most words of a post are in earlier posts too.
  const known = new Set<string>()
  for await (const batch of batches) {
    const posts: IndexRows['posts'] = []
    for (const post of batch) {
      posts.push(toIndexRow(dialect, post))
      await setImmediate()
    }
    yield { words: newWordsOf(batch, known), posts }
  }
}

async function writeRows(trx: Trx, dialect: DialectName, { words, posts }: IndexRows): Promise<void> {
  await addWords(trx, dialect, words)
  if (dialect === 'sqlite') {
    const rows = posts.map(({ id, tokens }) => sql`(${id}, ${tokens})`)
    await sql`insert or replace into post_search (rowid, words) values ${sql.join(rows)}`.execute(trx)
    return
  }
  await sql`
    insert into post_search (post_id, words) values ${postgresRows(posts)}
    on conflict (post_id) do update set words = excluded.words`.execute(trx)
}

const postgresRows = (posts: IndexRows['posts']) => sql.join(posts.map(postgresRow))

function postgresRow({ id, tokens }: IndexRows['posts'][number]) {
  const all = [tokens, ...windowMarks(id)].join(' ')
  return sql`(${id}::integer, array_to_tsvector(string_to_array(${all}, ' ')))`
}

function newWordsOf(posts: IndexedPost[], known: Set<string>): string[] {
  const words: string[] = []
  for (const { title, tags, excerpt, content } of posts)
    for (const word of [...title, ...tags, ...excerpt, ...content]) {
      if (known.has(word)) continue
      known.add(word)
      if ([...word].length > MAX_BEGINNING) words.push(word)
    }
  return words
}

async function addWords(trx: Trx, dialect: DialectName, words: string[]): Promise<void> {
  if (words.length === 0) return
  // One parameter for all words, because a statement with thousands takes longer to compile than to run.
  const rows =
    dialect === 'sqlite'
      ? sql`select value from json_each(${JSON.stringify(words)}) where true`
      : sql`select unnest(${words}::text[])`
  await sql`insert into search_words (word) ${rows} on conflict do nothing`.execute(trx)
}

/** PostgreSQL fills a new table and indexes it afterwards, which is much faster; searches use the old one meanwhile. */
export async function rebuildSearch(
  trx: Trx,
  dialect: DialectName,
  batches: AsyncIterable<IndexRows>,
): Promise<void> {
  await trx.deleteFrom('search_words').execute()
  if (dialect === 'sqlite') {
    await sql`insert into post_search (post_search) values ('delete-all')`.execute(trx)
    for await (const rows of batches) await writeRows(trx, dialect, rows)
    return
  }
  await sql`
    create table post_search_new (
      post_id integer constraint post_search_new_pkey primary key,
      words tsvector not null
    )`.execute(trx)
  await storeWordsPlainly(trx)
  const writes = new WriteBehind()
  for await (const { words, posts } of batches)
    await writes.start(async () => {
      await addWords(trx, dialect, words)
      await sql`insert into post_search_new (post_id, words) values ${postgresRows(posts)}`.execute(trx)
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
  await sql`alter table post_search_new set (parallel_workers = 2)`.execute(trx)
  await createWordsIndex(trx, 'post_search_new_words', 'post_search_new')
  await sql`alter table post_search_new reset (parallel_workers)`.execute(trx)
}

export async function unindexPost(trx: Trx, dialect: DialectName, id: number): Promise<void> {
  const key = dialect === 'sqlite' ? sql`rowid` : sql`post_id`
  await sql`delete from post_search where ${key} = ${id}`.execute(trx)
}
