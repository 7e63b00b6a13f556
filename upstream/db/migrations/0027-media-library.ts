import { sql } from 'kysely'
import type { Trx } from '../open.ts'
import { searchWords } from '../search-words.ts'

const numbers = [
  ['bytes', 0],
  ['decorative', 0],
  ['focus_x', 50],
  ['focus_y', 50],
  ['kept', 0],
  ['version', 1],
] as const

export async function up(trx: Trx): Promise<void> {
  const { schema } = trx
  for (const name of ['name', 'alt', 'caption', 'search_text'])
    await schema
      .alterTable('media')
      .addColumn(name, 'text', (c) => c.notNull().defaultTo(''))
      .execute()
  for (const [name, value] of numbers)
    await schema
      .alterTable('media')
      .addColumn(name, 'integer', (c) => c.notNull().defaultTo(value))
      .execute()
  await schema.alterTable('media').addColumn('uploaded_by', 'integer').execute()
  await schema.alterTable('media').addColumn('replaced_at', 'bigint').execute()
  await sql`update media set
    bytes = coalesce((select max(length(bytes)) from media_files where media_files.media_id = media.id), 0),
    name = coalesce((select max(slug) from posts where posts.cover_id = media.id), ''),
    alt = coalesce((select max(cover_alt) from posts where posts.cover_id = media.id), '')`.execute(trx)
  await addSearchTexts(trx)
  await schema.createIndex('media_created').on('media').columns(['created_at', 'id']).execute()
  await schema.createIndex('media_size').on('media').columns(['bytes', 'id']).execute()
  await sql`create index media_name on media (lower(name), id)`.execute(trx)
}

async function addSearchTexts(trx: Trx): Promise<void> {
  const named = await trx.selectFrom('media').select(['id', 'name', 'alt']).where('name', '<>', '').execute()
  for (const { id, name, alt } of named)
    await trx
      .updateTable('media')
      .set({ search_text: [...new Set(searchWords(`${name} ${alt}`))].join(' ') })
      .where('id', '=', id)
      .execute()
}
