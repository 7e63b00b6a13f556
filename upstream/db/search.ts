import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { Db, DialectName, OpenDatabase, Trx } from './open.ts'

/** At most this many of the newest matches are ranked and counted; see docs/decisions/0003. */
export const MAX_MATCHES = 1000

/** Words of a post by place, as `searchWords` made them. */
export interface IndexedPost {
  id: number
  published: boolean
  title: string[]
  tags: string[]
  excerpt: string[]
  content: string[]
}

export interface Search {
  /** Of each word that was typed, what it may stand for. */
  words: SoughtWord[]
  /** Null for all. */
  published: boolean | null
  /** A further condition on `posts`. */
  filter: RawBuilder<SqlBool> | null
}

const MAX_QUERY_WORDS = 8
const MAX_WORD_LENGTH = 40

/** Lower-case letters and digits without accents: nothing either database's query language gives a meaning to. */
export function searchWords(text: string): string[] {
  const plain = text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
  return (plain.match(/[\p{L}\p{N}]+/gu) ?? []).map((word) => word.slice(0, MAX_WORD_LENGTH))
}

type SoughtWord =
  { kind: 'beginning'; text: string } | { kind: 'words'; texts: string[] } | { kind: 'prefix'; text: string }

/** Null when there is no word in a text, or one that no post has. */
export async function soughtWords(db: Db, text: string): Promise<SoughtWord[] | null> {
  const words = [...new Set(searchWords(text))].slice(0, MAX_QUERY_WORDS)
  const sought: SoughtWord[] = []
  for (const word of words) {
    if ([...word].length <= MAX_BEGINNING) {
      sought.push({ kind: 'beginning', text: word })
      continue
    }
    const rows = await db
      .selectFrom('search_words')
      .select('word')
      .where('word', '>=', word)
      .where('word', '<', `${word}\u{10ffff}`)
      .limit(MAX_WORDS_OF_PREFIX + 1)
      .execute()
    if (rows.length === 0) return null
    if (rows.length > MAX_WORDS_OF_PREFIX) sought.push({ kind: 'prefix', text: word })
    else sought.push({ kind: 'words', texts: rows.map((row) => row.word) })
  }
  return sought.length > 0 ? sought : null
}

/**
 * How far from the title a word may stand. Each word is indexed once for every reach that covers it, with the
 * reach's letter before it, so that a search of titles passes over nothing but words of titles.
 */
const reaches = { title: 'a', tags: 'b', excerpt: 'c', content: 'd' } as const
type Reach = keyof typeof reaches

/**
 * What is typed is the beginning of a word. Short beginnings are tokens themselves, under letters of their own; a
 * longer one stands for the words in `search_words` that begin with it. So both indexes are asked for whole
 * tokens, which they find newest first or within a window, and never have to gather all of a prefix.
 */
const beginnings = { title: 'e', tags: 'f', excerpt: 'g', content: 'h' } as const
const MAX_BEGINNING = 4
/** Beyond this the index gathers the prefix after all. */
const MAX_WORDS_OF_PREFIX = 64

/** Marks under other letters: a draft (there are few, so leaving them out costs little), and how new a post is. */
const DRAFT = 'q'
const windowMark = (shift: number, block: number) => `w${shift}x${block}`
const WINDOW_SHIFTS = [11, 14]

function tokensOf(post: IndexedPost): string[] {
  const tokens = new Set<string>(post.published ? [] : [DRAFT])
  const words: string[] = []
  for (const reach of ['title', 'tags', 'excerpt', 'content'] as const) {
    words.push(...post[reach])
    for (const word of words) {
      tokens.add(reaches[reach] + word)
      const letters = [...word].slice(0, MAX_BEGINNING)
      for (let length = 1; length <= letters.length; length += 1) {
        tokens.add(beginnings[reach] + letters.slice(0, length).join(''))
      }
    }
  }
  return [...tokens]
}

export async function createSearchTables(trx: Trx, dialect: DialectName): Promise<void> {
  // Words are compared by their bytes, which SQLite does unless told otherwise.
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

export async function indexPosts(trx: Trx, dialect: DialectName, posts: IndexedPost[]): Promise<void> {
  await learnWords(trx, posts)
  if (dialect === 'sqlite') {
    const rows = posts.map((post) => sql`(${post.id}, ${tokensOf(post).join(' ')})`)
    await sql`insert or replace into post_search (rowid, words) values ${sql.join(rows)}`.execute(trx)
    return
  }
  const rows = posts.map((post) => {
    const marks = WINDOW_SHIFTS.map((shift) => windowMark(shift, post.id >> shift))
    return sql`(${post.id}::integer, array_to_tsvector(${[...tokensOf(post), ...marks]}::text[]))`
  })
  await sql`
    insert into post_search (post_id, words) values ${sql.join(rows)}
    on conflict (post_id) do update set words = excluded.words`.execute(trx)
}

/** As many as a statement of either database takes values. */
const WORDS_AT_ONCE = 10_000

async function learnWords(trx: Trx, posts: IndexedPost[]): Promise<void> {
  const all = posts.flatMap(({ title, tags, excerpt, content }) => [
    ...title,
    ...tags,
    ...excerpt,
    ...content,
  ])
  const words = [...new Set(all)].filter((word) => [...word].length > MAX_BEGINNING).map((word) => ({ word }))
  for (let from = 0; from < words.length; from += WORDS_AT_ONCE) {
    await trx
      .insertInto('search_words')
      .values(words.slice(from, from + WORDS_AT_ONCE))
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  }
}

/** Forgets every post and every word. */
export async function clearSearch(trx: Trx, dialect: DialectName): Promise<void> {
  await trx.deleteFrom('search_words').execute()
  if (dialect === 'sqlite')
    await sql`insert into post_search (post_search) values ('delete-all')`.execute(trx)
  else await sql`delete from post_search`.execute(trx)
}

/** On PostgreSQL the row goes with its post. */
export async function unindexPost(trx: Trx, dialect: DialectName, id: number): Promise<void> {
  if (dialect === 'sqlite') await sql`delete from post_search where rowid = ${id}`.execute(trx)
}

/** Where the words of a search must stand: all within a reach, or `spread`: one of them near the title, all somewhere. */
type Tier = Reach | 'spread'
const betterTiers: Tier[] = ['title', 'tags', 'excerpt', 'spread']

export interface Matches {
  ids: number[]
  /** Of all that match, not only of `ids`; at most `MAX_MATCHES`. */
  total: number
}

/**
 * Ids of posts that contain every word (as a prefix): first those with all words in the title, then in title or
 * tags, then also the excerpt, then those with one word in title or tags and the rest anywhere, then all others;
 * the newest first within each. It stops when it has as many as are `needed`.
 */
export async function findPosts(database: OpenDatabase, search: Search, needed: number): Promise<Matches> {
  const wanted = Math.min(needed, MAX_MATCHES)
  const anywhere = await newestMatches(database, search, wanted)
  if (anywhere.total < 2) return anywhere
  const found = new Set<number>()
  for (const tier of betterTiers) {
    if (found.size >= Math.min(wanted, anywhere.total)) break
    if (tier === 'spread' && search.words.length === 1) continue
    const { ids } = await matchIn(database, search, tier, wanted, wanted)
    for (const id of ids) found.add(id)
  }
  for (const id of anywhere.ids) found.add(id)
  return { ids: [...found].slice(0, wanted), total: anywhere.total }
}

/** The same unranked, the newest first. */
export const newestMatches = (database: OpenDatabase, search: Search, needed: number) =>
  matchIn(database, search, 'content', MAX_MATCHES, needed)

/** The newest `needed` of a tier's matches, and how many there are up to `most`. */
const matchIn = ({ db, dialect }: OpenDatabase, search: Search, tier: Tier, most: number, needed: number) =>
  (dialect === 'sqlite' ? matchSqlite : matchPostgres)(db, search, tier, most, needed)

interface Syntax {
  token(token: string): string
  prefix(token: string): string
  and: string
  or: string
  not: string
}

function queryOf({ words, published }: Search, tier: Tier, syntax: Syntax): string {
  const { and, or, not } = syntax
  const within = (reach: Reach) =>
    words.map((word) => {
      if (word.kind === 'beginning') return syntax.token(beginnings[reach] + word.text)
      if (word.kind === 'prefix') return syntax.prefix(reaches[reach] + word.text)
      return `(${word.texts.map((text) => syntax.token(reaches[reach] + text)).join(or)})`
    })
  const places =
    tier === 'spread'
      ? `(${within('tags').join(or)})${and}${within('content').join(and)}`
      : within(tier).join(and)
  if (published === null) return places
  return `(${places})${published ? not : and}${DRAFT}`
}

const sqliteSyntax: Syntax = {
  token: (token) => `"${token}"`,
  prefix: (token) => `"${token}"*`,
  and: ' AND ',
  or: ' OR ',
  not: ' NOT ',
}

async function matchSqlite(
  db: Db,
  search: Search,
  tier: Tier,
  most: number,
  needed: number,
): Promise<Matches> {
  const query = queryOf(search, tier, sqliteSyntax)
  // The full-text table leads, so that rows come newest first without a sort and the limit ends the scan.
  const join = search.filter
    ? sql`cross join posts on posts.id = post_search.rowid where post_search match ${query} and ${search.filter}`
    : sql`where post_search match ${query}`
  const matched = sql`
    select post_search.rowid as id from post_search ${join}
    order by post_search.rowid desc limit ${sql.lit(most)}`
  return newestOf(db, matched, needed)
}

async function newestOf(db: Db, matched: RawBuilder<unknown>, needed: number): Promise<Matches> {
  const { rows } = await sql<{ id: number; total: number }>`
    with matched as materialized (${matched})
    select id, (select count(*) from matched) as total from matched
    order by id desc limit ${sql.lit(needed)}`.execute(db)
  return { ids: rows.map((row) => row.id), total: rows[0]?.total ?? 0 }
}

const postgresSyntax: Syntax = {
  token: (token) => token,
  prefix: (token) => `${token}:*`,
  and: ' & ',
  or: ' | ',
  not: ' & !',
}

/**
 * A GIN index gives all matches and in no order, so that a common word would be read and sorted whole. Searching
 * the newest posts first, then a wider window, then all, keeps what is read in proportion to what is wanted.
 */
async function matchPostgres(
  db: Db,
  search: Search,
  tier: Tier,
  most: number,
  needed: number,
): Promise<Matches> {
  const query = queryOf(search, tier, postgresSyntax)
  const newest = await newestIndexed(db)
  for (const shift of WINDOW_SHIFTS) {
    const block = newest >> shift
    if (block < 2) break
    const marks = `(${windowMark(shift, block)} | ${windowMark(shift, block - 1)})`
    const matches = await newestPostgres(db, `(${query}) & ${marks}`, search.filter, most, needed)
    if (matches.total === most) return matches
    const expected = (matches.total * newest) / (1 << shift)
    if (expected < 2 * MAX_MATCHES) break
  }
  return newestPostgres(db, query, search.filter, most, needed)
}

async function newestIndexed(db: Db): Promise<number> {
  const { rows } = await sql<{
    newest: number | null
  }>`select max(post_id) as newest from post_search`.execute(db)
  return rows[0]?.newest ?? 0
}

function newestPostgres(
  db: Db,
  query: string,
  filter: RawBuilder<SqlBool> | null,
  most: number,
  needed: number,
): Promise<Matches> {
  const join = filter
    ? sql`join posts on posts.id = post_search.post_id where words @@ ${query}::tsquery and ${filter}`
    : sql`where words @@ ${query}::tsquery`
  // `+ 0` keeps the planner from walking the primary key and unpacking the words of every post on the way.
  const matched = sql`select post_id as id from post_search ${join} order by post_id + 0 desc limit ${sql.lit(most)}`
  return newestOf(db, matched, needed)
}
