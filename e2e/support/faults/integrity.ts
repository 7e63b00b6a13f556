import { expect } from '@playwright/test'
import type { ReadRows } from './rows.ts'

const inconsistencies: Record<string, string> = {
  'covers without a post or a revision': `
    select id from media where kind = 'cover' and kept = 0
    and not exists (select 1 from posts where posts.cover_id = media.id)
    and not exists (select 1 from working_copy_images where working_copy_images.media_id = media.id)
    and not exists (select 1 from post_revision_images where post_revision_images.media_id = media.id)`,
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
  'posts whose newest revision of their own has another status': `
    select id from posts join post_revisions on post_revisions.post_id = posts.id
    where number = (select max(number) from post_revisions where post_id = posts.id and working_copy = 0)
    and removed = 0 and post_revisions.published <> posts.published`,
  'previews of nothing or of two documents': `
    select id from previews where (post_id is null) = (case_study_id is null)`,
  'reviews of nothing or of two documents': `
    select id from reviews where (post_id is null) = (case_study_id is null)`,
  'reviews without their entry in the log': `
    select id from reviews where not exists (
      select 1 from activity where activity.details like '%' || reviews.id || '%')`,
  'replies to a note that is gone, of another post or itself a reply': `
    select id from notes as reply where thread_id is not null and not exists (
      select 1 from notes where notes.id = reply.thread_id and notes.post_id = reply.post_id and notes.thread_id is null)`,
  'revisions without the one that they differ from': `
    select number from post_revisions where depth > 0 and not exists (
      select 1 from post_revisions as earlier where earlier.post_id = post_revisions.post_id
      and earlier.number < post_revisions.number and earlier.depth < post_revisions.depth)`,
  'posts with revisions, but none of their own': `
    select post_id from post_revisions group by post_id having min(working_copy) = 1`,
  'automatic revisions of a post itself': `
    select post_id from post_revisions where automatic = 1 and working_copy = 0`,
  'working copies that no revision has': `
    select post_id from working_copies where post_id not in (select post_id from post_revisions)`,
  'images of working copies that are gone': `
    select post_id from working_copy_images where post_id not in (select post_id from working_copies)`,
  'working copies of a version that never was': `
    select post_id from working_copies join posts on posts.id = post_id where base_version > posts.version`,
  'tags on no post': `
    select name from tags where not exists (select 1 from post_tags where post_tags.tag_id = tags.id)
    and not exists (select 1 from removed_post_tags where removed_post_tags.tag_id = tags.id)`,
  'tags that count wrongly': `
    select name from tags
    where total_count <> (select count(*) from post_tags where tag_id = tags.id)
    or published_count <> (select count(*) from post_tags where tag_id = tags.id and published = 1)`,
  'tags of posts that know another state': `
    select post_tags.post_id from post_tags left join posts on posts.id = post_tags.post_id
    where posts.id is null or posts.published <> post_tags.published or posts.removed = 1`,
  'authors that count wrongly': `
    select name from authors
    where total_count <> (select count(*) from posts where author_id = authors.id and removed = 0)`,
  'totals that are wrong': `
    select total from totals where total <> (select count(*) from posts where removed = 0)
    or published <> (select count(*) from posts where published = 1)`,
  'blocks of all posts that count wrongly': `
    select total from totals where total <> (select coalesce(sum(total), 0) from post_blocks where list_id = 0)
    or published <> (select coalesce(sum(published), 0) from post_blocks where list_id = 0)`,
  'removed posts without their former state': `
    select id from posts where removed = 1 and (
      published = 1 or id not in (select post_id from removed_posts))`,
  'former states of listed posts': `
    select id from posts where removed = 0 and (
      id in (select post_id from removed_posts) or id in (select post_id from removed_post_tags))`,
  'posts that were fired without being published': `
    select post_id from post_schedules join posts on posts.id = post_schedules.post_id
    where (published = 1 and publish_at is not null) or (removed = 1 and due_at is not null)
    or coalesce(publish_at, unpublish_at) is null and (due_at is not null or planned_for is null)`,
  'keys without their result': `select key from idempotency_keys where result = ''`,
}

const searchColumn = { sqlite: 'rowid', postgres: 'post_id' }
const checksOfFile = { integrity_check: [{ integrity_check: 'ok' }], foreign_key_check: [] }

export async function expectConsistent(rows: ReadRows, dialect: 'sqlite' | 'postgres', when: string) {
  if (dialect === 'sqlite')
    for (const [check, sound] of Object.entries(checksOfFile))
      expect(await rows(`pragma ${check}`), `${check}, ${when}`).toEqual(sound)
  const id = searchColumn[dialect]
  const search = {
    'posts that no search finds': `
      select id from posts where removed = 0 and id not in (select ${id} from post_search)`,
    'search entries without a post': `select ${id} from post_search where ${id} not in (select id from posts where removed = 0)`,
  }
  for (const [what, query] of Object.entries({ ...inconsistencies, ...search }))
    expect(await rows(query), `${what}, ${when}`).toEqual([])
}
