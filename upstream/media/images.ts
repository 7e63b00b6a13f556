import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { ApiError } from '#contract/errors.ts'
import type { ContentImage } from '#contract/posts.ts'
import type { Db, Trx } from '../db/open.ts'
import type { PreparedImage } from './prepare.ts'

type StoredImage = Omit<ContentImage, 'url'>

/** Unsaved browser drafts may still show an image that no stored post uses. */
const UNUSED_LIFETIME_MS = 30 * 24 * 3_600_000

export async function storeImage(
  trx: Trx,
  kind: 'cover' | 'inline',
  { width, height, files }: PreparedImage,
): Promise<string> {
  const id = randomBytes(16).toString('base64url')
  const now = Date.now()
  await trx
    .insertInto('media')
    .values({ id, kind, width, height, created_at: now, last_used_at: now })
    .execute()
  const rows = files.map((file) => ({ name: `${id}-${file.width}.webp`, media_id: id, ...file }))
  await trx.insertInto('media_files').values(rows).execute()
  return id
}

export async function getImages(db: Db, ids: string[]): Promise<Map<string, StoredImage>> {
  const images = new Map<string, StoredImage>()
  if (ids.length === 0) return images
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
    .where('media.id', 'in', ids)
    .orderBy('media_files.width')
    .execute()
  for (const row of rows) {
    const image = images.get(row.id) ?? { width: row.width, height: row.height, sources: [] }
    image.sources.push({ url: `/api/media/${row.name}`, width: row.file_width })
    images.set(row.id, image)
  }
  return images
}

interface ImageReference {
  id: string
  path: string
  /** URLs with a host may belong to another site. */
  hasHost: boolean
}

function findReferences(content: string): ImageReference[] {
  const references = new Map<string, ImageReference>()
  for (const match of content.matchAll(/([\w.\]])?(\/api\/media\/([\w-]{22})-\d{1,5}\.webp)/g)) {
    const [, host, path = '', id = ''] = match
    const hasHost = host !== undefined && references.get(path)?.hasHost !== false
    references.set(path, { id, path, hasHost })
  }
  return [...references.values()]
}

export async function getContentImages(db: Db, content: string): Promise<ContentImage[]> {
  const references = findReferences(content)
  const images = await getImages(
    db,
    references.map(({ id }) => id),
  )
  return references.flatMap(({ id, path }) => {
    const image = images.get(id)
    return image ? { url: path, ...image } : []
  })
}

/** Rejects content that names a missing image; callers must hold the write lock. */
export async function recordImageUses(trx: Trx, postId: number, content: string): Promise<void> {
  const references = findReferences(content)
  const images = await getImages(
    trx,
    references.map(({ id }) => id),
  )
  const missing = references.find(
    ({ id, path, hasHost }) => !hasHost && !images.get(id)?.sources.some(({ url }) => url === path),
  )
  if (missing) {
    const message = `An image in the content no longer exists. Remove it or upload it again: ${missing.path}`
    throw new ApiError('invalid', message, { fields: { content: message } })
  }
  await releaseImages(trx, postId)
  const rows = [...images.keys()].map((media_id) => ({ media_id, post_id: postId }))
  if (rows.length > 0) await trx.insertInto('media_uses').values(rows).execute()
}

export async function releaseImages(trx: Trx, postId: number): Promise<void> {
  const used = trx.selectFrom('media_uses').select('media_id').where('post_id', '=', postId)
  await trx.updateTable('media').set({ last_used_at: Date.now() }).where('id', 'in', used).execute()
  await trx.deleteFrom('media_uses').where('post_id', '=', postId).execute()
}

/** Deletes covers without a post, and inline images that no post has used for 30 days; callers must hold the write lock. */
export async function deleteUnusedImages(trx: Trx): Promise<void> {
  const expired = Date.now() - UNUSED_LIFETIME_MS
  await trx
    .deleteFrom('media')
    .where((eb) => eb.or([eb('kind', '=', 'cover'), eb('last_used_at', '<', expired)]))
    .where(sql<boolean>`not exists (select 1 from posts where posts.cover_id = media.id)`)
    .where(sql<boolean>`not exists (select 1 from media_uses where media_uses.media_id = media.id)`)
    .execute()
}
