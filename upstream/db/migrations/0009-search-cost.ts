import { sql } from 'kysely'
import type { DialectName, Trx } from '../open.ts'
import { createWordsIndex } from '../search-index.ts'

/** Raises the cost of reading out-of-line words, so that PostgreSQL uses the index for common words. */
export async function up(trx: Trx, dialect: DialectName): Promise<void> {
  if (dialect === 'sqlite') return
  await sql`
    create function search_tokens(words tsvector) returns tsvector
    language plpgsql immutable strict parallel safe cost 1000 as 'begin return words; end'`.execute(trx)
  await sql`drop index post_search_words`.execute(trx)
  await createWordsIndex(trx, 'post_search_words', 'post_search')
}
