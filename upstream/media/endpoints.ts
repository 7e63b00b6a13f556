import { readForm } from '../body.ts'
import { forStaff, type Call } from '../call.ts'
import { Fault } from '../faults.ts'
import { ImageFault, prepareImage, type PreparedImage } from './image.ts'
import { newMediaId, removeUnused, sourcesOf, storeImage } from './store.ts'

/** An uploaded image, made ready; what is wrong with it is said at its field. */
export async function imageFrom(file: File, field: string): Promise<PreparedImage> {
  try {
    return await prepareImage(Buffer.from(await file.arrayBuffer()))
  } catch (error) {
    if (!(error instanceof ImageFault)) throw error
    throw new Fault(error.tooLarge ? 'too_large' : 'invalid', error.message, {
      fields: { [field]: error.message },
    })
  }
}

export const uploadMedia = forStaff(async (call) => {
  const file = (await readForm(call.request)).get('file')
  if (file === null || typeof file === 'string' || file.size === 0) {
    throw new Fault('invalid', 'Choose an image.', { fields: { file: 'Choose an image.' } })
  }
  const image = await imageFrom(file, 'file')
  const id = newMediaId()
  await call.db.transaction().execute(async (trx) => {
    await storeImage(trx, id, 'inline', image)
    await removeUnused(trx)
  })
  const stored = (await sourcesOf(call.db, [id])).get(id)
  return Response.json({ data: { url: stored?.sources.at(-1)?.url, ...stored } }, { status: 201 })
})

/** The address is unguessable and its bytes never change, so whoever has it may keep it. */
export async function readMedia(call: Call): Promise<Response> {
  const name = call.params.name ?? ''
  const file = /^[\w-]{22}-\d{1,5}\.webp$/.test(name)
    ? await call.db.selectFrom('media_files').select('bytes').where('name', '=', name).executeTakeFirst()
    : undefined
  if (!file) throw new Fault('not_found', 'Image not found')
  const etag = `"${name}"`
  const headers = {
    etag,
    'cache-control': 'public, max-age=31536000, immutable',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; sandbox",
  }
  const known = call.request.headers
    .get('if-none-match')
    ?.split(',')
    .map((tag) => tag.trim().replace(/^W\//, ''))
  if (known?.some((tag) => tag === etag || tag === '*')) return new Response(null, { status: 304, headers })
  return new Response(new Uint8Array(file.bytes), {
    headers: { ...headers, 'content-type': 'image/webp', 'content-length': String(file.bytes.length) },
  })
}
