import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import sharp from 'sharp'
import * as z from 'zod'
import { toFormData, startUpstream, type TestUpstream } from '../testing/harness.ts'
import { imageFiles, imageSecret, type ImageFile } from '../testing/image-files.ts'

const sourceSchema = z.array(z.object({ url: z.string(), width: z.number() })).min(1)

describe('hostile image uploads', () => {
  let up: TestUpstream
  let token: string
  let files: ImageFile[]

  beforeAll(async () => {
    files = await imageFiles()
    up = await startUpstream('sqlite')
    token = await up.signIn()
  })
  afterAll(() => up.stop())

  const upload = ({ bytes }: ImageFile) =>
    up.call('POST', '/api/media', {
      token,
      form: toFormData({ file: new File([new Uint8Array(bytes)], 'picture.png', { type: 'image/png' }) }),
    })
  const stored = async () => (await (await up.tables()).selectFrom('media').select('id').execute()).length

  it('are at least 60 files', () => {
    expect(new Set(files.map(({ name }) => name)).size).toBeGreaterThanOrEqual(60)
  })

  it('are rejected with an error and not stored', async () => {
    const rejected = files.filter(({ status }) => status !== 201)
    const before = await stored()
    const responses: unknown[] = []
    for (const file of rejected) {
      const { status, json } = await upload(file)
      responses.push([file.name, status, typeof json?.error])
    }
    expect(responses).toEqual(rejected.map(({ name, status }) => [name, status, 'string']))
    expect(await stored()).toBe(before)
  })

  it('are judged by the declared size before any pixel is decoded', async () => {
    const large = files.filter(({ isTooLarge }) => isTooLarge)
    expect(large.length).toBeGreaterThan(5)
    const errors: unknown[] = []
    // Most have no such pixels, so that decoding them would report damage instead.
    for (const file of large) errors.push([file.name, (await upload(file)).json.error])
    const error = 'The image is larger than 12,000 pixels on a side or 40 megapixels in all.'
    expect(errors).toEqual(large.map(({ name }) => [name, error]))
  })

  it('are re-encoded as one upright sRGB frame without metadata', async () => {
    for (const file of files.filter(({ status }) => status === 201)) {
      const response = await upload(file)
      expect([file.name, response.status, response.json.error]).toEqual([file.name, 201, undefined])
      for (const { url, width } of sourceSchema.parse(response.json.data.sources)) {
        const image = await up.fetch(new Request(`http://upstream${url}`))
        const bytes = Buffer.from(await image.arrayBuffer())
        const { data, info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true })
        expect([file.name, info.width, data.length > 0]).toEqual([file.name, width, true])
        const { format, pages, space, exif, xmp, icc, iptc, orientation } = await sharp(bytes).metadata()
        expect([file.name, format, pages ?? 1, space]).toEqual([file.name, 'webp', 1, 'srgb'])
        expect([file.name, exif, xmp, icc, iptc, orientation].slice(1).filter(Boolean)).toEqual([])
        expect([file.name, bytes.includes(imageSecret)]).toEqual([file.name, false])
      }
    }
  })

  it('cannot reach any other decoder in the process', async () => {
    const gif = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')
    for (const bytes of [gif, Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')])
      await expect(sharp(bytes).png().toBuffer()).rejects.toThrow()
  })
})
