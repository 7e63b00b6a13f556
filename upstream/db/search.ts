import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { Db, DialectName, OpenDatabase } from './open.ts'
import {
  beginnings,
  DRAFT,
  MAX_BEGINNING,
  reaches,
  WINDOW_SHIFTS,
  windowMark,
  type Reach,
} from './search-index.ts'
import { queryWords, searchWords } from './search-words.ts'

/** At most this many of the newest matches are ranked and counted; see docs/decisions/0003. */
export const MAX_MATCHES = 1000

interface Search {
  words: QueryWord[]
  published: boolean | null
  filter: RawBuilder<SqlBool> | null
  /** The newest post in PostgreSQL's index, read once for several steps. */
  newest?: number
}

/** When more words match, the index looks up the prefix itself. */
const MAX_WORDS_OF_PREFIX = 64

export type QueryWord =
  { kind: 'beginning'; text: string } | { kind: 'words'; texts: string[] } | { kind: 'prefix'; text: string }

/** Most posts have a word that begins with the letter of `c++`, `C#` or `F#`. */
const letterWithSign = /(?<![\p{L}\p{M}\p{N}])\p{L}(?=[+#])/gu

export async function parseSearch(db: Db, text: string): Promise<QueryWord[] | null> {
  const letters = searchWords((text.match(letterWithSign) ?? []).join(' '))
  const words = queryWords(text)
  const parsed: QueryWord[] = []
  for (const word of words) {
    if (letters.includes(word)) {
      parsed.push({ kind: 'words', texts: [word] })
      continue
    }
    if ([...word].length <= MAX_BEGINNING) {
      parsed.push({ kind: 'beginning', text: word })
      continue
    }
    const rows = await db
      .selectFrom('search_words')
      .select('word')
      .where('word', '>=', word)
      .where('word', '<', `${word}\u{10ffff}`)
      .orderBy('word')
      .limit(MAX_WORDS_OF_PREFIX + 1)
      .execute()
    if (rows.length === 0) return null
    if (rows.length > MAX_WORDS_OF_PREFIX) parsed.push({ kind: 'prefix', text: word })
    else parsed.push({ kind: 'words', texts: rows.map((row) => row.word) })
  }
  return parsed.length > 0 ? parsed : null
}

/** `spread` requires one word in title or tags and all words anywhere. */
type Tier = Reach | 'spread'
const betterTiers: Tier[] = ['title', 'tags', 'excerpt', 'spread']

interface Matches {
  ids: number[]
  total: number
}

/** Ranks posts by where the words occur, then newest first, and stops at `needed` ids; see docs/decisions/0003. */
export async function findPosts(database: OpenDatabase, query: Search, needed: number): Promise<Matches> {
  const newest = database.dialect === 'postgres' ? await newestIndexed(database.db, 'post_search') : 0
  const search = { ...query, newest }
  const wanted = Math.min(needed, MAX_MATCHES)
  const anywhere = await newestMatches(database, search, wanted)
  if (anywhere.total < 2) return anywhere
  // A search of all rows takes less time than one of a window when there are few matches.
  const within = anywhere.total < MAX_MATCHES ? { ...search, newest: 0 } : search
  const found = new Set<number>()
  for (const tier of betterTiers) {
    if (found.size >= Math.min(wanted, anywhere.total)) break
    if (tier === 'spread' && search.words.length === 1) continue
    const { ids } = await matchIn(database, within, tier, wanted, wanted)
    for (const id of ids) found.add(id)
  }
  for (const id of anywhere.ids) found.add(id)
  return { ids: [...found].slice(0, wanted), total: anywhere.total }
}

/** One parameter for all ids, because a statement with a thousand takes longer to compile than to run. */
export const isOneOf = (dialect: DialectName, column: string, ids: number[]): RawBuilder<SqlBool> =>
  dialect === 'sqlite'
    ? sql`${sql.ref(column)} in (select value from json_each(${JSON.stringify(ids)}))`
    : sql`${sql.ref(column)} = any(${ids}::integer[])`

export const newestMatches = (database: OpenDatabase, search: Search, needed: number) =>
  matchIn(database, search, 'content', MAX_MATCHES, needed)

export const newestTitleMatches = (database: OpenDatabase, words: QueryWord[], most: number) =>
  matchIn(database, { words, published: true, filter: null }, 'title', most, most)

function matchIn(database: OpenDatabase, search: Search, tier: Tier, most: number, needed: number) {
  const { published, filter, newest } = search
  const conditions = buildConditions(search.words, tier, syntaxes[database.dialect])
  return findNewest(database, { index: 'post_search', conditions, published, filter, newest }, most, needed)
}

/** Keys ascend in the order in which posts were created and messages arrived. */
const indexes = {
  post_search: { sqlite: 'post_search.rowid', postgres: 'post_search.post_id', tokens: 'search_tokens' },
  message_search: {
    sqlite: 'message_search.rowid',
    postgres: 'message_search.number',
    tokens: 'message_tokens',
  },
} as const

interface IndexQuery extends Pick<Search, 'published' | 'filter' | 'newest'> {
  index: keyof typeof indexes
  /** In the syntax of the database; all of them must match. */
  conditions: string[]
}

export const findNewest = (
  { db, dialect }: OpenDatabase,
  query: IndexQuery,
  most: number,
  needed: number,
): Promise<Matches> => (dialect === 'sqlite' ? matchSqlite : matchPostgres)(db, query, most, needed)

interface Syntax {
  token(token: string): string
  prefix(token: string): string
  or: string
}

function buildConditions(words: QueryWord[], tier: Tier, syntax: Syntax): string[] {
  const within = (reach: Reach) =>
    words.map((word) => {
      if (word.kind === 'beginning') return syntax.token(beginnings[reach] + word.text)
      if (word.kind === 'prefix') return syntax.prefix(reaches[reach] + word.text)
      return `(${word.texts.map((text) => syntax.token(reaches[reach] + text)).join(syntax.or)})`
    })
  return tier === 'spread' ? [`(${within('tags').join(syntax.or)})`, ...within('content')] : within(tier)
}

const syntaxes: Record<DialectName, Syntax> = {
  sqlite: { token: (token) => `"${token}"`, prefix: (token) => `"${token}"*`, or: ' OR ' },
  postgres: { token: (token) => token, prefix: (token) => `${token}:*`, or: ' | ' },
}

async function matchSqlite(
  db: Db,
  { index, conditions, published, filter }: IndexQuery,
  most: number,
  needed: number,
): Promise<Matches> {
  const places = conditions.join(' AND ')
  const query = published === null ? places : `(${places}) ${published ? 'NOT' : 'AND'} ${DRAFT}`
  const key = sql.ref(indexes[index].sqlite)
  // Starts from the full-text table, so that rows come newest first without sorting and the limit ends the scan.
  const posts = filter && index === 'post_search' ? sql`cross join posts on posts.id = ${key}` : sql``
  const matched = sql<{ id: number }>`
    select ${key} as id from ${sql.table(index)} ${posts}
    where ${sql.table(index)} match ${query} ${filter ? sql`and ${filter}` : sql``}
    order by ${key} desc limit ${sql.lit(most)}`
  return selectNewest(db, matched, most, needed)
}

async function selectNewest(
  db: Db,
  matched: RawBuilder<{ id: number }>,
  most: number,
  needed: number,
): Promise<Matches> {
  if (needed >= most) {
    const { rows } = await matched.execute(db)
    return { ids: rows.map(({ id }) => id), total: rows.length }
  }
  const { rows } = await sql<{ id: number; total: number }>`
    with matched as materialized (${matched})
    select id, (select count(*) from matched) as total from matched
    order by id desc limit ${sql.lit(needed)}`.execute(db)
  return { ids: rows.map((row) => row.id), total: rows[0]?.total ?? 0 }
}

/** A GIN index returns matches without order, so the newest rows are searched first, then as many as should suffice, then all. */
async function matchPostgres(db: Db, query: IndexQuery, most: number, needed: number): Promise<Matches> {
  const { published, index } = query
  const withStatus = (condition: string) =>
    published === null ? condition : `${condition} & ${published ? '!' : ''}${DRAFT}`
  const [rarest = '', ...others] = query.conditions.toSorted((a, b) => a.length - b.length)
  const newest = query.newest ?? (await newestIndexed(db, index))
  let wanted = FIRST_WINDOW
  for (let windows = 0; windows < MAX_WINDOWS && wanted < newest; windows += 1) {
    const { marks, width } = toWindow(newest, wanted)
    const conditions = [withStatus(marks), rarest, ...others]
    const matches = await newestPostgres(db, { ...query, conditions }, most, needed)
    if (matches.total === most) return matches
    if ((matches.total * newest) / width < 2 * MAX_MATCHES) break
    wanted = (WINDOW_MARGIN * most * width) / matches.total
  }
  return newestPostgres(db, { ...query, conditions: [withStatus(rarest), ...others] }, most, needed)
}

const FIRST_WINDOW = 2048
const MAX_WINDOWS = 2
const WINDOW_MARGIN = 1.3
const MAX_MARKS = 16

function toWindow(newest: number, wanted: number) {
  const oldest = Math.floor(newest - wanted)
  const [fine, coarse] = WINDOW_SHIFTS
  const shift = wanted >> fine < MAX_MARKS ? fine : coarse
  const blocks = Array.from(
    { length: (newest >> shift) - (oldest >> shift) + 1 },
    (_, block) => (newest >> shift) - block,
  )
  const marks = blocks.map((block) => windowMark(shift, block)).join(' | ')
  return { marks: `(${marks})`, width: newest - ((oldest >> shift) << shift) }
}

async function newestIndexed(db: Db, index: keyof typeof indexes): Promise<number> {
  const { rows } = await sql<{
    newest: number | null
  }>`select max(${sql.ref(indexes[index].postgres)}) as newest from ${sql.table(index)}`.execute(db)
  return rows[0]?.newest ?? 0
}

/** Each condition is a query of its own, because GIN compares all words of a query with each post that has one of them. */
function newestPostgres(
  db: Db,
  { index, conditions, filter }: IndexQuery,
  most: number,
  needed: number,
): Promise<Matches> {
  const key = sql.ref(indexes[index].postgres)
  const tokens = sql`${sql.raw(indexes[index].tokens)}(words)`
  const matches = conditions.map((query) => sql<SqlBool>`${tokens} @@ ${query}::tsquery`)
  const posts = filter && index === 'post_search' ? sql`join posts on posts.id = ${key}` : sql``
  // `+ 0` keeps the planner from walking the primary key and filtering every row.
  const matched = sql<{ id: number }>`
    select ${key} as id from ${sql.table(index)} ${posts}
    where ${sql.join(filter ? [...matches, filter] : matches, sql` and `)}
    order by ${key} + 0 desc limit ${sql.lit(most)}`
  return selectNewest(db, matched, most, needed)
}
