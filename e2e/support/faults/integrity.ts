import { expect } from '@playwright/test'
import type { ReadRows } from './rows.ts'

/** Queries that find inconsistent rows; in a consistent database they return nothing. */
const inconsistencies: Record<string, string> = {
  'covers without a post': `
    select id from media where kind = 'cover'
    and not exists (select 1 from posts where posts.cover_id = media.id)`,
  'images without a file': `
    select id from media where not exists (select 1 from media_files where media_files.media_id = media.id)`,
  'files without an image': `
    select name from media_files where not exists (select 1 from media where media.id = media_files.media_id)`,
  'posts whose cover is missing': `
    select id from posts where cover_id is not null
    and not exists (select 1 from media where media.id = posts.cover_id)`,
  'posts without content': `
    select id from posts where not exists (select 1 from post_contents where post_contents.post_id = posts.id)`,
  'content without a post': `
    select post_id from post_contents where not exists (select 1 from posts where posts.id = post_contents.post_id)`,
  'posts without their address': `
    select id from posts where not exists (
      select 1 from post_slugs where post_slugs.slug = posts.slug and post_slugs.post_id = posts.id)`,
  'addresses without a post': `
    select slug from post_slugs where not exists (select 1 from posts where posts.id = post_slugs.post_id)`,
  'tags on no post': `
    select name from tags where not exists (select 1 from post_tags where post_tags.tag_id = tags.id)`,
  'tags that count wrongly': `
    select name from tags
    where total_count <> (select count(*) from post_tags where tag_id = tags.id)
    or published_count <> (select count(*) from post_tags where tag_id = tags.id and published = 1)`,
  'tags of posts that know another state': `
    select post_tags.post_id from post_tags left join posts on posts.id = post_tags.post_id
    where posts.id is null or posts.published <> post_tags.published`,
  'authors that count wrongly': `
    select name from authors where total_count <> (select count(*) from posts where author_id = authors.id)`,
  'totals that are wrong': `
    select total from totals where total <> (select count(*) from posts)
    or published <> (select count(*) from posts where published = 1)`,
  'keys without their result': `select key from idempotency_keys where result = ''`,
}

const searchColumn = { sqlite: 'rowid', postgres: 'post_id' }
const checksOfFile = { integrity_check: [{ integrity_check: 'ok' }], foreign_key_check: [] }

/** Checks the file, foreign keys, counters and the search index. */
export async function expectConsistent(rows: ReadRows, dialect: 'sqlite' | 'postgres', when: string) {
  if (dialect === 'sqlite')
    for (const [check, sound] of Object.entries(checksOfFile))
      expect(await rows(`pragma ${check}`), `${check}, ${when}`).toEqual(sound)
  const id = searchColumn[dialect]
  const search = {
    'posts that no search finds': `select id from posts where id not in (select ${id} from post_search)`,
    'search entries without a post': `select ${id} from post_search where ${id} not in (select id from posts)`,
  }
  for (const [what, query] of Object.entries({ ...inconsistencies, ...search }))
    expect(await rows(query), `${what}, ${when}`).toEqual([])
}
