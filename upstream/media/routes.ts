import { Hono } from 'hono'
import { etag } from 'hono/etag'
import { ApiError } from '#contract/errors.ts'
import { bodyLimits } from '#contract/limits.ts'
import { requireAccount } from '../accounts/authenticate.ts'
import { limitBody, readForm } from '../http/body.ts'
import type { AppEnv } from '../http/env.ts'
import { withWriteLock } from '../posts/counts.ts'
import { deleteUnusedImages, getImages, storeImage } from './images.ts'
import { prepareUpload } from './prepare.ts'

const namePattern = /^[\w-]{22}-\d{1,5}\.webp$/

export const media = new Hono<AppEnv>()
  .post('/', requireAccount, limitBody(bodyLimits.multipart), async (c) => {
    const { file } = await readForm(c)
    if (file?.field !== 'file') {
      throw new ApiError('invalid', 'Choose an image.', { fields: { file: 'Choose an image.' } })
    }
    const prepared = await prepareUpload(file)
    const { db } = c.var
    const image = await withWriteLock(db, async (trx) => {
      const id = await storeImage(trx, 'inline', prepared)
      await deleteUnusedImages(trx)
      return (await getImages(trx, [id])).get(id)
    })
    return c.json({ data: { url: image?.sources.at(-1)?.url, ...image } }, 201)
  })
  .get('/:name', etag(), async (c) => {
    const name = c.req.param('name')
    const file = namePattern.test(name)
      ? await c.var.db.selectFrom('media_files').select('bytes').where('name', '=', name).executeTakeFirst()
      : undefined
    if (!file) throw new ApiError('not_found', 'Image not found')
    return c.body(new Uint8Array(file.bytes), 200, {
      etag: `"${name}"`,
      // The name is random and the bytes never change.
      'cache-control': 'public, max-age=31536000, immutable',
      'content-type': 'image/webp',
      'content-length': String(file.bytes.length),
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
    })
  })
