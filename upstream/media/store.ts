import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Db, Trx } from '../db/open.ts'
import type { PreparedImage } from './image.ts'

export interface StoredImage {
  width: number
  height: number
  sources: { url: string; width: number }[]
}

/** An image of an article may wait this long for the article that shows it. */
const UNUSED_KEPT_MS = 24 * 3_600_000

const urlOf = (name: string) => `/api/media/${name}`

export const newMediaId = () => randomBytes(16).toString('base64url')

export async function storeImage(
  trx: Trx,
  id: string,
  kind: 'cover' | 'inline',
  image: PreparedImage,
): Promise<void> {
  await trx
    .insertInto('media')
    .values({ id, kind, width: image.width, height: image.height, created_at: Date.now() })
    .execute()
  const files = image.files.map(({ width, bytes }) => ({
    name: `${id}-${width}.webp`,
    media_id: id,
    width,
    bytes,
  }))
  await trx.insertInto('media_files').values(files).execute()
}

export async function sourcesOf(db: Db, mediaIds: string[]): Promise<Map<string, StoredImage>> {
  const images = new Map<string, StoredImage>()
  if (mediaIds.length === 0) return images
  const rows = await db
    .selectFrom('media')
    .innerJoin('media_files', 'media_files.media_id', 'media.id')
    .select([
      'media.id',
      'media.width',
      'media.height',
      'media_files.name',
      'media_files.width as file_width',
    ])
    .where('media.id', 'in', mediaIds)
    .orderBy('media_files.width')
    .execute()
  for (const row of rows) {
    const image = images.get(row.id) ?? { width: row.width, height: row.height, sources: [] }
    image.sources.push({ url: urlOf(row.name), width: row.file_width })
    images.set(row.id, image)
  }
  return images
}

/** Notes which images an article shows, found by their addresses in its content. */
export async function noteUses(trx: Trx, postId: number, content: string): Promise<void> {
  const named = [...content.matchAll(/\/api\/media\/([\w-]{22})-\d{1,5}\.webp/g)].flatMap(
    (match) => match[1] ?? [],
  )
  await trx.deleteFrom('media_uses').where('post_id', '=', postId).execute()
  const ids = [...new Set(named)]
  if (ids.length === 0) return
  const known = await trx.selectFrom('media').select('id').where('id', 'in', ids).execute()
  if (known.length === 0) return
  await trx
    .insertInto('media_uses')
    .values(known.map(({ id }) => ({ media_id: id, post_id: postId })))
    .execute()
}

/** Covers go with the post that had them, images of articles when no article has shown them for a day. */
export async function removeUnused(trx: Trx): Promise<void> {
  await trx
    .deleteFrom('media')
    .where((eb) => eb.or([eb('kind', '=', 'cover'), eb('created_at', '<', Date.now() - UNUSED_KEPT_MS)]))
    .where(sql<boolean>`not exists (select 1 from posts where posts.cover_id = media.id)`)
    .where(sql<boolean>`not exists (select 1 from media_uses where media_uses.media_id = media.id)`)
    .execute()
}
