import { zValidator } from '@hono/zod-validator'
import { Hono, type Context } from 'hono'
import { accepts } from 'hono/accepts'
import { etag } from 'hono/etag'
import { ApiError, parseInput } from '#contract/errors.ts'
import { bodyLimits } from '#contract/limits.ts'
import { mediaListQuerySchema, mediaUpdateSchema, type MediaItem } from '#contract/media.ts'
import { requireAbility, withWriteLockAs } from '../accounts/authenticate.ts'
import { jsonBody, limitBody, readForm } from '../http/body.ts'
import type { AppEnv } from '../http/env.ts'
import { digestOf, fingerprintOf, parseIdempotencyKey, runOnce } from '../http/idempotency.ts'
import { etagOf } from '../http/version.ts'
import { deleteUnusedImages, findFile, storeImage } from './images.ts'
import {
  deleteMedia,
  getItem,
  getMedia,
  getMediaForWrite,
  isUpdatedBy,
  listMedia,
  updateMedia,
} from './library.ts'
import { prepareUpload, toJpeg } from './prepare.ts'
import { isReplacedBy, replaceMedia } from './replace.ts'
import { listUses } from './uses.ts'

const writePosts = requireAbility('writePosts')
const limitForm = limitBody(bodyLimits.multipart)

async function readUpload(c: Context) {
  const { file, fields } = await readForm(c)
  if (file?.field !== 'file') throw ApiError.forField('invalid', 'file', 'Choose an image.')
  const { alt, caption } = parseInput(
    mediaUpdateSchema,
    Object.fromEntries([...fields].filter(([name]) => name === 'alt' || name === 'caption')),
  )
  const [decorative, kept] = ['decorative', 'library'].map((name) => fields.get(name) === 'true')
  return { file, digest: digestOf(file), details: { alt, caption, decorative, kept } }
}

const sendItem = (c: Context, item: MediaItem, status: 200 | 201 = 200) =>
  c.json({ data: item }, status, { etag: etagOf(item.version) })

export const media = new Hono<AppEnv>()
  .get('/', writePosts, zValidator('query', mediaListQuerySchema), async (c) =>
    c.json(await listMedia(c.var.db, c.var.account, c.req.valid('query'))),
  )
  .post('/', writePosts, limitForm, async (c) => {
    const { file, digest, details } = await readUpload(c)
    const prepared = await prepareUpload(file)
    const { account, db } = c.var
    const key = parseIdempotencyKey(c.req.header('idempotency-key'))
    const fingerprint = fingerprintOf(details, digest)
    const id = await withWriteLockAs(c.var, (trx, account) =>
      runOnce(trx, `media:${account.id}`, key, fingerprint, async () => {
        const stored = await storeImage(trx, 'inline', prepared, { ...details, by: account.authorId })
        await deleteUnusedImages(trx)
        return stored
      }),
    )
    return sendItem(c, await getItem(db, account, id), 201)
  })
  .put('/:id', writePosts, jsonBody(mediaUpdateSchema), async (c) => {
    const { account, db, database } = c.var
    const id = c.req.param('id')
    await withWriteLockAs(c.var, async (trx, account) => {
      const [ifMatch, update] = [c.req.header('if-match'), c.req.valid('json')]
      if (isUpdatedBy(await getMediaForWrite(trx, account, id), update, ifMatch)) return
      const row = await getMediaForWrite(trx, account, id, ifMatch)
      await updateMedia({ trx, dialect: database.dialect, account }, row, update)
    })
    return sendItem(c, await getItem(db, account, id))
  })
  .put('/:id/file', writePosts, limitForm, async (c) => {
    const { account, db, database } = c.var
    const id = c.req.param('id')
    await getMediaForWrite(db, account, id)
    const image = await prepareUpload((await readUpload(c)).file)
    await withWriteLockAs(c.var, async (trx, account) => {
      const ifMatch = c.req.header('if-match')
      if (await isReplacedBy(trx, await getMediaForWrite(trx, account, id), image, ifMatch)) return
      const row = await getMediaForWrite(trx, account, id, ifMatch)
      await replaceMedia({ trx, dialect: database.dialect, account }, row, image)
      await deleteUnusedImages(trx)
    })
    return sendItem(c, await getItem(db, account, id))
  })
  .delete('/:id', writePosts, async (c) => {
    const { database } = c.var
    const id = c.req.param('id')
    await withWriteLockAs(c.var, async (trx, account) => {
      const row = await getMediaForWrite(trx, account, id, c.req.header('if-match'))
      await deleteMedia({ trx, dialect: database.dialect, account }, row)
    })
    return c.json({ data: { id } })
  })
  .get('/:id/uses', writePosts, async (c) => {
    const { account, db } = c.var
    const { id } = await getMedia(db, c.req.param('id'))
    return c.json(await listUses(db, account, id))
  })
  .get('/:name', etag(), async (c) => {
    const name = c.req.param('name')
    const file = await findFile(c.var.db, name)
    if (!file) throw new ApiError('not_found', 'Image not found')
    // A client redirects other names of a file by its ETag, so that each file is encoded at one address.
    if (c.req.header('accept') === 'image/jpeg' && file.name === name)
      return c.body(new Uint8Array(await toJpeg(file.bytes)), 200, { 'content-type': 'image/jpeg' })
    const type = accepts(c, {
      header: 'Accept',
      supports: ['image/avif', 'image/webp'],
      default: 'image/webp',
    })
    const avif = type === 'image/avif' ? file.avif : null
    const bytes = avif ?? file.bytes
    return c.body(new Uint8Array(bytes), 200, {
      etag: `"${file.name}${avif ? '.avif' : ''}"`,
      vary: 'Accept',
      // The content of a file name never changes; a replaced file has another name.
      'cache-control': file.name === name ? 'public, max-age=31536000, immutable' : 'no-cache',
      'content-type': avif ? 'image/avif' : 'image/webp',
      'content-length': String(bytes.length),
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
    })
  })
