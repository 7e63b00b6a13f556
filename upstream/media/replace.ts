import { recordActivity } from '../activity/record.ts'
import type { Db } from '../db/open.ts'
import { matchesVersion } from '../http/version.ts'
import { readSettings, writeSettings } from '../settings/store.ts'
import { bytesOf, createMediaId, getImages, storeFiles } from './images.ts'
import { toObject, type MediaRow, type MediaWrite } from './library.ts'
import { fileName, mediaIdOf } from './names.ts'
import type { PreparedImage } from './prepare.ts'
import { recordUsesChanged } from './record-uses.ts'

/** Whether the upload that the request repeats, because its response was lost, made this version. */
export async function isReplacedBy(
  db: Db,
  { id, version, replaced_at }: MediaRow,
  { files }: PreparedImage,
  ifMatch = '',
): Promise<boolean> {
  if (replaced_at === null || !matchesVersion(ifMatch, version - 1)) return false
  const media = db.selectFrom('media_files').select(['name', 'bytes']).where('media_id', '=', id)
  const stored = new Map((await media.execute()).map(({ name, bytes }) => [name, bytes]))
  return (
    stored.size === files.length &&
    files.every(({ width, bytes }) => stored.get(fileName(id, width, version))?.equals(bytes))
  )
}

/** The new files get new URLs, because browsers cache the old ones; the former image becomes unused. */
export async function replaceMedia(write: MediaWrite, row: MediaRow, image: PreparedImage): Promise<void> {
  const { trx, account } = write
  const now = Date.now()
  const version = row.version + 1
  await moveFiles(write, row, now)
  await storeFiles(trx, row.id, version, image.files)
  await trx
    .updateTable('media')
    .set({ width: image.width, height: image.height, bytes: bytesOf(image.files) })
    .set({ focus_x: 50, focus_y: 50, version, replaced_at: now })
    .where('id', '=', row.id)
    .execute()
  await updateShareImage(write, row.id)
  await recordActivity(trx, account, { kind: 'media.replaced', object: toObject(row) })
  await recordUsesChanged(write, row.id)
}

async function moveFiles({ trx, account }: MediaWrite, row: MediaRow, now: number): Promise<void> {
  const id = createMediaId()
  const former = { replaced_at: null, version: 1, kept: 0, last_used_at: now, created_at: now }
  await trx
    .insertInto('media')
    .values({ ...row, ...former, id, kind: 'inline', uploaded_by: account.authorId })
    .execute()
  const files = trx.selectFrom('media_files').select(['name', 'width']).where('media_id', '=', row.id)
  for (const { name, width } of await files.execute())
    await trx
      .updateTable('media_files')
      .set({ media_id: id, name: fileName(id, width) })
      .where('name', '=', name)
      .execute()
}

async function updateShareImage({ trx, account }: MediaWrite, id: string): Promise<void> {
  const { data, version } = await readSettings(trx)
  if (!data.shareImage || mediaIdOf(data.shareImage.url) !== id) return
  const image = (await getImages(trx, [id])).get(id)
  const source = image?.sources.at(-1)
  if (!image || !source) return
  const height = Math.round((source.width * image.height) / image.width)
  const shareImage = { url: source.url, width: source.width, height }
  await writeSettings(trx, { ...data, shareImage }, { version, updatedBy: account.name })
}
