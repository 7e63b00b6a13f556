import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import sharp from 'sharp'
import { postAnswerSchema } from '#lib/blog/schema.ts'
import { databases, formOf, imageFile, startUpstream, type TestUpstream } from '../testing/harness.ts'

describe.each(databases)('images on %s', (database) => {
  let up: TestUpstream
  let token: string
  beforeAll(async () => {
    up = await startUpstream(database)
    token = await up.signIn()
  })
  afterAll(() => up.stop())

  const createWith = (coverImage: File, more = {}) =>
    up.call('POST', '/api/blogs', {
      token,
      form: formOf({ title: 'Cover', content: 'x', published: 'true', coverImage, ...more }),
    })
  const mediaCount = async () => (await (await up.tables()).selectFrom('media').select('id').execute()).length

  it('keeps a cover as WebP in the sizes that fit', async () => {
    const answer = await createWith(await imageFile('png', 1300, 700), { coverAlt: 'A red wall' })
    expect(answer.status).toBe(201)
    const { cover, coverImage } = postAnswerSchema.parse(answer.json).data
    expect(cover).toMatchObject({ alt: 'A red wall', width: 1200, height: 646 })
    expect(cover?.sources.map((source) => source.width)).toEqual([480, 800, 1200])
    expect(coverImage).toBe(cover?.sources.at(-1)?.url)
    expect(coverImage).toMatch(/^\/api\/media\/[\w-]{22}-1200\.webp$/)
    const file = await up.call('GET', coverImage ?? '')
    expect(file.status).toBe(200)
    expect(Object.fromEntries(file.headers)).toMatchObject({
      'content-type': 'image/webp',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'cache-control': 'public, max-age=31536000, immutable',
    })
    const etag = file.headers.get('etag') ?? ''
    expect((await up.call('GET', coverImage ?? '', { headers: { 'if-none-match': etag } })).status).toBe(304)
    const head = await up.call('HEAD', coverImage ?? '')
    expect([head.status, head.text, head.headers.get('etag')]).toEqual([200, '', etag])
  })

  it.each(['jpeg', 'webp'] as const)('takes %s, also smaller than the smallest size', async (format) => {
    const { cover } = (await createWith(await imageFile(format, 300, 200))).json.data
    expect(cover.sources).toEqual([{ url: expect.stringMatching(/-300\.webp$/), width: 300 }])
  })

  it('turns pictures upright and strips what the camera noted', async () => {
    const sideways = await sharp({ create: { width: 600, height: 500, channels: 3, background: '#0a0' } })
      .withExif({ IFD0: { Copyright: 'Secret place' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer()
    const { cover, coverImage } = (await createWith(new File([new Uint8Array(sideways)], 'x.jpg'))).json.data
    expect(cover).toMatchObject({ width: 480, height: 576 })
    const file = await up.call('GET', coverImage)
    expect(file.text).not.toContain('EXIF')
    expect(file.text).not.toContain('Secret')
  })

  it.each([
    ['a GIF', async () => imageFile('gif', 10, 10)],
    ['an SVG', async () => new File(['<svg xmlns="http://www.w3.org/2000/svg"/>'], 'x.png')],
    ['text', async () => new File(['hello'], 'x.webp')],
    [
      'a broken PNG',
      async () => new File([(await (await imageFile('png', 50, 50)).bytes()).slice(0, 60)], 'x.png'),
    ],
    [
      'a PNG in name only',
      async () => new File([new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1])], 'x.png'),
    ],
    ['too long a side', async () => imageFile('png', 12_001, 2)],
  ])('refuses %s and stores nothing', async (_name, make) => {
    const before = await mediaCount()
    const answer = await createWith(await make(), { title: 'Refused' })
    expect(answer.status).toBe(422)
    expect(answer.json.fields.coverImage).toMatch(/image/)
    expect((await up.call('GET', '/api/blogs?search=refused', { token })).json.total).toBe(0)
    expect(await mediaCount()).toBe(before)
  })

  it('refuses more than 5 MB', async () => {
    const large = new File([new Uint8Array(5 * 1024 * 1024 + 1)], 'x.png')
    const answer = await createWith(large)
    expect([answer.status, answer.json.fields]).toEqual([
      413,
      { coverImage: 'The image is larger than 5 MB.' },
    ])
    expect((await createWith(new File([new Uint8Array(6_100_000)], 'x.png'))).status).toBe(413)
  })

  it('removes a cover with its post, when replaced, and when asked', async () => {
    const { data } = (await createWith(await imageFile('png', 500, 300))).json
    const replaced = await up.call('PUT', `/api/blogs/${data.id}`, {
      token,
      form: formOf({ coverImage: await imageFile('png', 400, 300) }),
    })
    const second = replaced.json.data.coverImage
    expect((await up.call('GET', data.coverImage)).status).toBe(404)
    expect((await up.call('GET', second)).status).toBe(200)
    const without = await up.call('PUT', `/api/blogs/${data.id}`, {
      token,
      form: formOf({ removeCover: 'true' }),
    })
    expect(without.json.data).toMatchObject({ coverImage: null, cover: null, content: 'x' })
    expect((await up.call('GET', second)).status).toBe(404)
    const again = await up.call('PUT', `/api/blogs/${data.id}`, {
      token,
      form: formOf({ coverImage: await imageFile('png', 400, 300) }),
    })
    await up.call('DELETE', `/api/blogs/${data.id}`, { token })
    expect((await up.call('GET', again.json.data.coverImage)).status).toBe(404)
  })

  it('keeps images of articles while one shows them, and for a day', async () => {
    const file = await imageFile('png', 900, 600)
    const { json, status } = await up.call('POST', '/api/media', { token, form: formOf({ file }) })
    expect(status).toBe(201)
    expect(json.data).toMatchObject({ width: 800, height: 533, url: json.data.sources.at(-1).url })
    const upload = async () => up.call('POST', '/api/media', { token, form: formOf({ file }) })
    const unused = (await upload()).json.data.url
    const content = `![x](${json.data.url})`
    const { id } = (await up.call('POST', '/api/blogs', { token, json: { title: 'Shows', content } })).json
      .data
    await (await up.tables()).updateTable('media').set({ created_at: 0 }).execute()
    await upload()
    expect((await up.call('GET', json.data.url)).status).toBe(200)
    expect((await up.call('GET', unused)).status).toBe(404)
    await up.call('PUT', `/api/blogs/${id}`, { token, json: { content: 'no more' } })
    expect((await up.call('GET', json.data.url)).status).toBe(404)
  })

  it('guards uploads and knows only its own names', async () => {
    const form = formOf({ file: await imageFile('png', 10, 10) })
    expect((await up.call('POST', '/api/media', { form })).status).toBe(401)
    expect((await up.call('POST', '/api/media', { token, json: {} })).status).toBe(415)
    expect((await up.call('POST', '/api/media', { token, form: formOf({ other: 'x' }) })).status).toBe(422)
    expect((await up.call('GET', '/api/media/..%2f..%2fetc')).status).toBe(404)
  })
})
