import { MAX_SUGGESTIONS } from '#contract/limits.ts'
import type { Suggestion } from '#contract/posts.ts'
import type { Db, OpenDatabase } from '../db/open.ts'
import { newestTitleMatches, type QueryWord } from '../db/search.ts'
import { searchWords } from '../db/search-words.ts'
import { isListed } from './removed.ts'
import { countTypos, countTyposInWord } from './typos.ts'

// These limits bound the work for any number of posts; see docs/decisions/0003.
const MAX_QUERY_WORDS = 6
const MAX_TAGS = 300
const NEWEST_TITLES = 300
const MAX_INDEXED_WORDS = 500
const MAX_ALTERNATIVES = 8
const MAX_TITLES = 50

interface Candidate {
  suggestion: Suggestion
  typos: number
}

export async function findSuggestions(database: OpenDatabase, text: string): Promise<Suggestion[]> {
  const words = [...new Set(searchWords(text))]
  if (words.length === 0 || words.length > MAX_QUERY_WORDS) return []
  const candidates = [
    ...(await findNearTags(database.db, words)),
    ...(await findNearTitles(database, words)),
  ].filter(({ typos }) => typos > 0 && Number.isFinite(typos))
  return candidates
    .sort((a, b) => a.typos - b.typos)
    .slice(0, MAX_SUGGESTIONS)
    .map(({ suggestion }) => suggestion)
}

async function findNearTags(db: Db, words: string[]): Promise<Candidate[]> {
  const tags = await db
    .selectFrom('tags')
    .select(['name', 'name_key'])
    .where('published_count', '>', 0)
    .orderBy('published_count', 'desc')
    .limit(MAX_TAGS)
    .execute()
  return tags.map(({ name, name_key }) => ({
    suggestion: { type: 'tag', name },
    typos: countTypos(words, name_key.split(' ')),
  }))
}

async function findNearTitles(database: OpenDatabase, words: string[]): Promise<Candidate[]> {
  const { db } = database
  const vocabulary = await getTitleWords(db)
  const query: QueryWord[] = []
  for (const word of words) {
    const texts = await findNearWords(db, word, vocabulary)
    if (texts.length === 0) return []
    query.push({ kind: 'words', texts })
  }
  const { ids } = await newestTitleMatches(database, query, MAX_TITLES)
  if (ids.length === 0) return []
  const posts = await db
    .selectFrom('posts')
    .select(['slug', 'title', 'title_key'])
    .where('id', 'in', ids)
    .where('published', '=', 1)
    .orderBy('id', 'desc')
    .execute()
  return posts.map(({ slug, title, title_key }) => ({
    suggestion: { type: 'post', slug, title },
    typos: countTypos(words, title_key.split(' ')),
  }))
}

async function getTitleWords(db: Db): Promise<string[]> {
  const posts = await db
    .selectFrom('posts')
    .select('title_key')
    .where('published', '=', 1)
    .where(isListed)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(NEWEST_TITLES)
    .execute()
  return [...new Set(posts.flatMap(({ title_key }) => title_key.split(' ')))]
}

async function findNearWords(db: Db, word: string, titleWords: string[]): Promise<string[]> {
  let indexed = await getIndexedWords(db, [...word].slice(0, 2).join(''))
  if (indexed.length === MAX_INDEXED_WORDS)
    indexed = await getIndexedWords(db, [...word].slice(0, 3).join(''))
  return [...new Set([...titleWords, ...indexed])]
    .map((text) => ({ text, typos: countTyposInWord(word, text) }))
    .filter(({ typos }) => Number.isFinite(typos))
    .sort((a, b) => a.typos - b.typos)
    .slice(0, MAX_ALTERNATIVES)
    .map(({ text }) => text)
}

async function getIndexedWords(db: Db, beginning: string): Promise<string[]> {
  const rows = await db
    .selectFrom('search_words')
    .select('word')
    .where('word', '>=', beginning)
    .where('word', '<', `${beginning}\u{10ffff}`)
    .orderBy('word')
    .limit(MAX_INDEXED_WORDS)
    .execute()
  return rows.map(({ word }) => word)
}
