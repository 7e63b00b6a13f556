import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { Db, DialectName, OpenDatabase } from './open.ts'
import {
  beginnings,
  DRAFT,
  MAX_BEGINNING,
  reaches,
  searchWords,
  WINDOW_SHIFTS,
  windowMark,
  type Reach,
} from './search-index.ts'

/** At most this many of the newest matches are ranked and counted; see docs/decisions/0003. */
export const MAX_MATCHES = 1000

export interface Search {
  words: QueryWord[]
  published: boolean | null
  filter: RawBuilder<SqlBool> | null
  /** The newest post in PostgreSQL's index, read once for several steps. */
  newest?: number
}

const MAX_QUERY_WORDS = 8
/** When more words match, the index looks up the prefix itself. */
const MAX_WORDS_OF_PREFIX = 64

export type QueryWord =
  { kind: 'beginning'; text: string } | { kind: 'words'; texts: string[] } | { kind: 'prefix'; text: string }

export async function parseSearch(db: Db, text: string): Promise<QueryWord[] | null> {
  const words = [...new Set(searchWords(text))].slice(0, MAX_QUERY_WORDS)
  const parsed: QueryWord[] = []
  for (const word of words) {
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
  const newest = database.dialect === 'postgres' ? await newestIndexed(database.db) : 0
  const search = { ...query, newest }
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

/** One parameter for all ids, because a statement with a thousand takes longer to compile than to run. */
export const isOneOf = (dialect: DialectName, column: string, ids: number[]): RawBuilder<SqlBool> =>
  dialect === 'sqlite'
    ? sql`${sql.ref(column)} in (select value from json_each(${JSON.stringify(ids)}))`
    : sql`${sql.ref(column)} = any(${ids}::integer[])`

export const newestMatches = (database: OpenDatabase, search: Search, needed: number) =>
  matchIn(database, search, 'content', MAX_MATCHES, needed)

/** The title contains each word or one of its alternatives. */
export const newestTitleMatches = (database: OpenDatabase, words: QueryWord[], most: number) =>
  matchIn(database, { words, published: true, filter: null }, 'title', most, most)

const matchIn = ({ db, dialect }: OpenDatabase, search: Search, tier: Tier, most: number, needed: number) =>
  (dialect === 'sqlite' ? matchSqlite : matchPostgres)(db, search, tier, most, needed)

interface Syntax {
  token(token: string): string
  prefix(token: string): string
  or: string
}

/** A post must match all of them. */
function buildConditions(words: QueryWord[], tier: Tier, syntax: Syntax): string[] {
  const within = (reach: Reach) =>
    words.map((word) => {
      if (word.kind === 'beginning') return syntax.token(beginnings[reach] + word.text)
      if (word.kind === 'prefix') return syntax.prefix(reaches[reach] + word.text)
      return `(${word.texts.map((text) => syntax.token(reaches[reach] + text)).join(syntax.or)})`
    })
  return tier === 'spread' ? [`(${within('tags').join(syntax.or)})`, ...within('content')] : within(tier)
}

const sqliteSyntax: Syntax = {
  token: (token) => `"${token}"`,
  prefix: (token) => `"${token}"*`,
  or: ' OR ',
}

async function matchSqlite(
  db: Db,
  search: Search,
  tier: Tier,
  most: number,
  needed: number,
): Promise<Matches> {
  const places = buildConditions(search.words, tier, sqliteSyntax).join(' AND ')
  const { published } = search
  const query = published === null ? places : `(${places}) ${published ? 'NOT' : 'AND'} ${DRAFT}`
  // Starts from the full-text table, so that rows come newest first without sorting and the limit ends the scan.
  const join = search.filter
    ? sql`cross join posts on posts.id = post_search.rowid where post_search match ${query} and ${search.filter}`
    : sql`where post_search match ${query}`
  const matched = sql<{ id: number }>`
    select post_search.rowid as id from post_search ${join}
    order by post_search.rowid desc limit ${sql.lit(most)}`
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

const postgresSyntax: Syntax = {
  token: (token) => token,
  prefix: (token) => `${token}:*`,
  or: ' | ',
}

/** A GIN index returns matches without order, so the newest posts are searched first, then more, then all. */
async function matchPostgres(
  db: Db,
  search: Search,
  tier: Tier,
  most: number,
  needed: number,
): Promise<Matches> {
  const { published, filter } = search
  const withStatus = (condition: string) =>
    published === null ? condition : `${condition} & ${published ? '!' : ''}${DRAFT}`
  const [rarest = '', ...others] = buildConditions(search.words, tier, postgresSyntax).toSorted(
    (a, b) => a.length - b.length,
  )
  const newest = search.newest ?? (await newestIndexed(db))
  for (const shift of WINDOW_SHIFTS) {
    const block = newest >> shift
    if (block < 2) break
    const marks = `(${windowMark(shift, block)} | ${windowMark(shift, block - 1)})`
    const matches = await newestPostgres(db, [withStatus(marks), rarest, ...others], filter, most, needed)
    if (matches.total === most) return matches
    const expected = (matches.total * newest) / (1 << shift)
    if (expected < 2 * MAX_MATCHES) break
  }
  return newestPostgres(db, [withStatus(rarest), ...others], filter, most, needed)
}

async function newestIndexed(db: Db): Promise<number> {
  const { rows } = await sql<{
    newest: number | null
  }>`select max(post_id) as newest from post_search`.execute(db)
  return rows[0]?.newest ?? 0
}

/** Each condition is a query of its own, because GIN compares all words of a query with each post that has one of them. */
function newestPostgres(
  db: Db,
  conditions: string[],
  filter: RawBuilder<SqlBool> | null,
  most: number,
  needed: number,
): Promise<Matches> {
  const matches = conditions.map((query) => sql`search_tokens(words) @@ ${query}::tsquery`)
  const join = filter
    ? sql`join posts on posts.id = post_search.post_id where ${sql.join([...matches, filter], sql` and `)}`
    : sql`where ${sql.join(matches, sql` and `)}`
  // `+ 0` keeps the planner from walking the primary key and filtering every post.
  const matched = sql<{
    id: number
  }>`select post_id as id from post_search ${join} order by post_id + 0 desc limit ${sql.lit(most)}`
  return selectNewest(db, matched, most, needed)
}
