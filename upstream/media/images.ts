import { randomBytes } from 'node:crypto'
import { ApiError } from '#contract/errors.ts'
import type { ContentImage } from '#contract/posts.ts'
import { DAY_MS } from '#contract/time.ts'
import type { Db, Trx } from '../db/open.ts'
import { batchesOf } from '../db/parameters.ts'
import type { LockedTrx } from '../db/write-lock.ts'
import { searchWords } from '../db/search-words.ts'
import { cleanFileName, fileName, fileNamePattern, mediaUrl, mediaUrlPattern } from './names.ts'
import type { PreparedImage } from './prepare.ts'
import { isUnused } from './uses.ts'

type StoredImage = Omit<ContentImage, 'url'>

/** Unsaved browser drafts may still show an image that no stored post uses. */
export const UNUSED_LIFETIME_MS = 30 * DAY_MS

export const createMediaId = () => randomBytes(16).toString('base64url')

interface Upload {
  by?: number | null
  alt?: string
  decorative?: boolean
  caption?: string
  kept?: boolean
  focus?: { x: number; y: number }
}

export async function storeImage(
  trx: Trx,
  kind: 'cover' | 'inline',
  { width, height, files, name: uploaded = '' }: PreparedImage,
  { by = null, alt = '', decorative = false, caption = '', kept = false, focus }: Upload = {},
): Promise<string> {
  const id = createMediaId()
  const now = Date.now()
  const name = cleanFileName(uploaded)
  await trx
    .insertInto('media')
    .values({
      id,
      kind,
      width,
      height,
      name,
      alt,
      caption,
      uploaded_by: by,
      bytes: bytesOf(files),
      decorative: Number(decorative),
      kept: Number(kept),
      created_at: now,
      last_used_at: now,
      search_text: toSearchText(name, alt, caption),
      ...(focus && { focus_x: focus.x, focus_y: focus.y }),
    })
    .execute()
  await storeFiles(trx, id, 1, files)
  return id
}

export const bytesOf = (files: PreparedImage['files']) => files.at(-1)?.bytes.length ?? 0

export const toSearchText = (...texts: string[]) => [...new Set(searchWords(texts.join(' ')))].join(' ')

export async function storeFiles(trx: Trx, id: string, version: number, files: PreparedImage['files']) {
  const rows = files.map((file) => ({ name: fileName(id, file.width, version), media_id: id, ...file }))
  await trx.insertInto('media_files').values(rows).execute()
}

const readFiles = (db: Db, ids: string[]) =>
  db
    .selectFrom('media')
    .innerJoin('media_files', 'media_files.media_id', 'media.id')
    .select([
      'media.id',
      'media.width',
      'media.height',
      'media.focus_x',
      'media.focus_y',
      'media_files.name',
      'media_files.width as file_width',
    ])
    .where('media.id', 'in', ids)
    .orderBy('media_files.width')
    .execute()

export async function getImages(db: Db, ids: string[]): Promise<Map<string, StoredImage>> {
  const images = new Map<string, StoredImage>()
  const rows = []
  for (const batch of batchesOf([...new Set(ids)])) rows.push(...(await readFiles(db, batch)))
  for (const row of rows) {
    const { focus_x: x, focus_y: y } = row
    const image = images.get(row.id) ?? {
      width: row.width,
      height: row.height,
      sources: [],
      ...((x !== 50 || y !== 50) && { focus: { x, y } }),
    }
    image.sources.push({ url: mediaUrl(row.name), width: row.file_width })
    images.set(row.id, image)
  }
  return images
}

export async function findCover(trx: Trx, id: string | undefined): Promise<string | null> {
  if (id === undefined) return null
  if ((await getImages(trx, [id])).has(id)) return id
  throw ApiError.forField(
    'invalid',
    'coverImage',
    'This image is no longer in the library. Choose another one.',
  )
}

interface ImageReference {
  id: string
  path: string
  /** URLs with a host may belong to another site. */
  hasHost: boolean
}

function findReferences(content: string): ImageReference[] {
  const references = new Map<string, ImageReference>()
  for (const match of content.matchAll(mediaUrlPattern)) {
    const [, host, path = '', id = ''] = match
    const hasHost = host !== undefined && references.get(path)?.hasHost !== false
    references.set(path, { id, path, hasHost })
  }
  return [...references.values()]
}

/** The images of each of the contents. */
export async function getImagesOfContents(db: Db, contents: string[]): Promise<ContentImage[][]> {
  const references = contents.map(findReferences)
  const images = await getImages(
    db,
    references.flat().map(({ id }) => id),
  )
  return references.map((each) =>
    each.flatMap(({ id, path }) => {
      const image = images.get(id)
      return image ? { url: path, ...image } : []
    }),
  )
}

export const getContentImages = async (db: Db, content: string): Promise<ContentImage[]> =>
  (await getImagesOfContents(db, [content])).flat()

export async function listContentImages(db: Db, content: string): Promise<string[]> {
  const ids = findReferences(content).map(({ id }) => id)
  return [...(await getImages(db, ids)).keys()]
}

/** URLs of a replaced file are resolved to the current one; see `findFile`. */
const isServed = (path: string, image: StoredImage | undefined) =>
  image?.sources.some(({ url }) => url === path) === true || (image !== undefined && isReplaced(image))

export const isReplaced = ({ sources }: Pick<StoredImage, 'sources'>) =>
  sources.every(({ url }) => /-\d{1,5}-\d{1,5}\.webp$/.test(url.slice(mediaUrl('').length + 22)))

export async function findFile(db: Db, name: string) {
  const files = db.selectFrom('media_files').select(['name', 'bytes', 'avif'])
  const file = await files.where('name', '=', name).executeTakeFirst()
  const [, id = '', width = '0'] = fileNamePattern.exec(name) ?? []
  if (file || id === '') return file
  const image = (await getImages(db, [id])).get(id)
  if (!image || !isReplaced(image)) return undefined
  const { sources } = image
  const source = sources.find((candidate) => candidate.width >= Number(width)) ?? sources.at(-1)
  return files.where('name', '=', source?.url.slice(mediaUrl('').length) ?? '').executeTakeFirst()
}

/** Returns the ids of the images in the content and rejects content that names a missing one. */
export async function requireImages(trx: Trx, content: string): Promise<string[]> {
  const references = findReferences(content)
  const images = await getImages(
    trx,
    references.map(({ id }) => id),
  )
  const missing = references.find(({ id, path, hasHost }) => !hasHost && !isServed(path, images.get(id)))
  if (missing) {
    throw ApiError.forField(
      'invalid',
      'content',
      `An image in the content no longer exists. Remove it or upload it again: ${missing.path}`,
    )
  }
  return [...images.keys()]
}

export async function recordImageUses(trx: LockedTrx, postId: number, content: string): Promise<void> {
  const ids = await requireImages(trx, content)
  await releaseImages(trx, postId)
  const rows = ids.map((media_id) => ({ media_id, post_id: postId }))
  if (rows.length > 0) await trx.insertInto('media_uses').values(rows).execute()
}

export async function releaseImages(trx: Trx, postId: number): Promise<void> {
  const used = trx.selectFrom('media_uses').select('media_id').where('post_id', '=', postId)
  await trx.updateTable('media').set({ last_used_at: Date.now() }).where('id', 'in', used).execute()
  await trx.deleteFrom('media_uses').where('post_id', '=', postId).execute()
}

export async function deleteUnusedImages(trx: LockedTrx): Promise<void> {
  const expired = Date.now() - UNUSED_LIFETIME_MS
  await trx
    .deleteFrom('media')
    .where((eb) => eb.or([eb('kind', '=', 'cover'), eb('last_used_at', '<', expired)]))
    .where('kept', '=', 0)
    .where(isUnused)
    .execute()
}
