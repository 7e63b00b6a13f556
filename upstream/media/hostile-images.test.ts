import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import sharp from 'sharp'
import { z } from 'zod'
import { formOf, startUpstream, type TestUpstream } from '../testing/harness.ts'
import { imageFiles, imageSecret, type ImageFile } from '../testing/image-files.ts'

const sourceSchema = z.array(z.object({ url: z.string(), width: z.number() })).min(1)

describe('whatever is uploaded as a picture', () => {
  let up: TestUpstream
  let token: string
  let files: ImageFile[]

  beforeAll(async () => {
    files = await imageFiles()
    up = await startUpstream('sqlite')
    token = await up.signIn()
  }, 60_000)
  afterAll(() => up.stop())

  const upload = ({ bytes }: ImageFile) =>
    up.call('POST', '/api/media', {
      token,
      form: formOf({ file: new File([new Uint8Array(bytes)], 'picture.png', { type: 'image/png' }) }),
    })
  const stored = async () => (await (await up.tables()).selectFrom('media').select('id').execute()).length

  it('is one of at least 60 files', () => {
    expect(new Set(files.map(({ name }) => name)).size).toBeGreaterThanOrEqual(60)
  })

  it('is refused in words and not kept, where it is no picture or too much of one', async () => {
    const refused = files.filter(({ status }) => status !== 201)
    const before = await stored()
    const answers: unknown[] = []
    const slow: string[] = []
    for (const file of refused) {
      const started = performance.now()
      const { status, json } = await upload(file)
      answers.push([file.name, status, typeof json?.error])
      if (performance.now() - started > 1_500) slow.push(file.name)
    }
    expect(answers).toEqual(refused.map(({ name, status }) => [name, status, 'string']))
    expect(slow).toEqual([])
    expect(await stored()).toBe(before)
  })

  it('is made anew, where it is one: one frame, upright, in sRGB, and nothing that was in it besides', async () => {
    for (const file of files.filter(({ status }) => status === 201)) {
      const answer = await upload(file)
      expect([file.name, answer.status, answer.json.error]).toEqual([file.name, 201, undefined])
      for (const { url, width } of sourceSchema.parse(answer.json.data.sources)) {
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
  }, 60_000)

  it('knows three decoders and no other, in the whole process', async () => {
    const gif = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')
    for (const bytes of [gif, Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')])
      await expect(sharp(bytes).png().toBuffer()).rejects.toThrow()
  })
})
