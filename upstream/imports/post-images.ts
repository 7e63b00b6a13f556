import { ApiError } from '#contract/errors.ts'
import type { Db } from '../db/open.ts'
import type { LockedTrx } from '../db/write-lock.ts'
import { getImages, storeImage } from '../media/images.ts'
import { prepareUpload, type PreparedImage } from '../media/prepare.ts'
import { resolveImage } from './files.ts'
import { describeMissing, listUrls, mapLinks, pathOf } from './images.ts'
import { isCaseStudy, isOwnPost, withShareImageLink, type SourceText } from './source.ts'

export interface PreparedImages {
  /** By path; null for an image that an earlier post of the import stored. */
  files: Map<string, PreparedImage | null>
  problems: string[]
}

export type PreparedPost = Record<'post', PreparedImages> & Record<'changes', PreparedImages | null>

const readImage = (db: Db, importId: string, path: string) =>
  db
    .selectFrom('import_images')
    .leftJoin('media', 'media.id', 'import_images.media_id')
    .select(['import_images.bytes', 'host', 'fetched', 'problem', 'media.id as mediaId'])
    .where('import_id', '=', importId)
    .where('path', '=', path)
    .executeTakeFirst()

/** Decodes the images before the write lock is taken, because that takes long. */
export async function prepareImages(
  db: Db,
  importId: string,
  post: SourceText,
  decoded?: PreparedImages['files'],
): Promise<PreparedImages> {
  const images: PreparedImages = { files: new Map(), problems: [] }
  const prepare = async (path: string, bytes: Buffer) => {
    try {
      return await prepareUpload({ field: 'file', bytes, name: pathOf(path) })
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      images.problems.push(`${path}: ${error.message}`)
      return undefined
    }
  }
  for (const [path, uses] of Map.groupBy(post.images, (image) => image.path)) {
    const file = await readImage(db, importId, path)
    const isMissing = file?.fetched !== 1 && uses.some(({ host }) => host !== undefined)
    if (isMissing) images.problems.push(...uses.flatMap((use) => describeMissing(use, post, file?.problem)))
    if (!file || isMissing) continue
    const prepared = file.mediaId === null ? (decoded?.get(path) ?? (await prepare(path, file.bytes))) : null
    if (prepared !== undefined) images.files.set(path, prepared)
  }
  return images
}

interface Target {
  trx: LockedTrx
  /** The address that images which are not stored get; empty when it is unknown, or when the text may be edited already. */
  site: string
  /** The address that they got in this text before. */
  textSite: string
  importId: string
  post: SourceText
  by: number
}

/** Finds the link of the source, because an image that was not fetched got the address of the old site. */
function sourceUrls({ images }: SourceText, textSite: string): (url: string) => string {
  const urls = new Set(images.map(({ url }) => url))
  return (url) => {
    const path = textSite !== '' && url.startsWith(textSite) ? url.slice(textSite.length) : ''
    return !urls.has(url) && urls.has(path) ? path : url
  }
}

/** A cover that the text does not use is deleted with its last post, like an uploaded cover. */
function isOnlyCover({ cover, images }: SourceText, path: string, linked: Set<string>) {
  const uses = images.filter((image) => image.path === path)
  return uses.some(({ url }) => url === cover) && !uses.some(({ url }) => linked.has(url))
}

type Storage = Target & { linked: Set<string> }

async function storeFile(target: Storage, path: string, image: PreparedImage | null) {
  const { trx, importId, post, by, linked } = target
  const stored = await readImage(trx, importId, path)
  if (stored?.mediaId || !stored || !image) return stored?.mediaId ?? undefined
  const isCover = isOnlyCover(post, path, linked)
  const { name = image.name, ...library } = post.images.find((entry) => entry.path === path)?.library ?? {}
  const upload = { by, ...(isCover && { alt: post.coverAlt }), ...library }
  const media_id = await storeImage(trx, isCover ? 'cover' : 'inline', { ...image, name }, upload)
  await trx
    .updateTable('import_images')
    .set({ media_id, ...(stored.host !== null && { bytes: Buffer.alloc(0) }) })
    .where('import_id', '=', importId)
    .where('path', '=', path)
    .execute()
  return media_id
}

export async function storeImages(target: Target, { files }: PreparedImages) {
  const { trx, post } = target
  // The site serves the drawings of an own export.
  const site = isOwnPost(post) || isCaseStudy(post.sourceId) ? '' : target.site
  const toSourceUrl = sourceUrls(post, target.textSite)
  const linked = new Set(listUrls(withShareImageLink(post)).values().map(toSourceUrl))
  const ids = new Map<string, string>()
  for (const [path, image] of files) {
    const id = await storeFile({ ...target, linked }, path, image)
    if (id !== undefined) ids.set(path, id)
  }
  const stored = await getImages(trx, [...ids.values()])
  const paths = new Map(post.images.map(({ url, path }) => [url, path]))
  const idOf = (url: string) => ids.get(paths.get(url) ?? '')
  const storedUrl = (url: string) => stored.get(idOf(url) ?? '')?.sources.at(-1)?.url
  return {
    content: mapLinks(
      post.content,
      (url, isImage) => storedUrl(toSourceUrl(url)) ?? resolveImage(url, isImage, site),
    ),
    shareImage: storedUrl(post.seo.image) ?? '',
    cover: idOf(post.cover),
  }
}
