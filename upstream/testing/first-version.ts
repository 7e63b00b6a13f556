import { sql } from 'kysely'
import * as foundation from '../db/migrations/0001-foundation.ts'
import type { OpenDatabase } from '../db/open.ts'

export const day = '2024-03-05'
export const created = Date.parse(`${day}T10:00:00Z`)

export async function fillAsFirstVersion({ db, dialect }: OpenDatabase) {
  await db.transaction().execute(async (trx) => {
    await sql`create table schema_migrations (name text primary key)`.execute(trx)
    await foundation.up(trx, dialect)
    await sql`insert into schema_migrations (name) values ('0001-foundation')`.execute(trx)
    const author = { id: 1, slug: 'ada', name: 'Ada', role: 'Editor', bio: '' }
    await trx
      .insertInto('authors')
      .values({ ...author, published_count: 1, total_count: 1 })
      .execute()
    const account = { id: 'a', email: 'ada@example.com', password_hash: 'x', author_id: 1 }
    await trx
      .insertInto('accounts')
      .values({ ...account, created_at: created })
      .execute()
    await trx.updateTable('totals').set({ last_id: 3, published: 1, total: 1 }).execute()
    const times = { created_at: created, published_at: created, updated_at: created }
    await trx
      .insertInto('posts')
      .values({
        id: 2,
        public_id: '018e0e51-0000-7000-8000-000000000002',
        slug: 'an-old-post',
        title: 'An old post',
        title_key: 'an old post',
        excerpt: 'From before',
        author_id: 1,
        published: 1,
        ...times,
        version: 4,
        reading_minutes: 1,
        views: 7,
        cover_id: 'cover',
        cover_alt: 'A flag',
      })
      .execute()
    await trx.insertInto('post_contents').values({ post_id: 2, content: 'Written long ago.' }).execute()
    await trx.insertInto('post_slugs').values({ slug: 'an-old-post', post_id: 2 }).execute()
    await trx.insertInto('post_slugs').values({ slug: 'its-older-name', post_id: 2 }).execute()
    const tag = { id: 3, key: 'rope', name: 'Rope', published_count: 1, total_count: 1 }
    await trx.insertInto('tags').values(tag).execute()
    await trx
      .insertInto('post_tags')
      .values({ post_id: 2, tag_id: 3, position: 0, published: 1, created_at: created })
      .execute()
    await trx
      .insertInto('media')
      .values({ id: 'cover', kind: 'cover', width: 64, height: 48, created_at: created })
      .execute()
    const bytes = Buffer.from('an image')
    const name = 'AAAAAAAAAAAAAAAAAAAAAA-64.webp'
    await trx.insertInto('media_files').values({ name, media_id: 'cover', width: 64, bytes }).execute()
    await sql`insert into post_view_days (day, post_id, views) values (${day}, 2, 7)`.execute(trx)
    const message = {
      id: 'm',
      name: 'Bo',
      email: 'bo@example.com',
      subject: 'A ferry',
      message: 'We need one.',
    }
    await trx
      .insertInto('contact_messages')
      .values({ ...message, created_at: created })
      .execute()
  })
}
