import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { sql } from 'kysely'
import sharp from 'sharp'
import { postResponseSchema, type Post } from '#contract/posts.ts'
import { databases, toFormData, imageFile, startUpstream, type TestUpstream } from '../testing/harness.ts'

describe.each(databases)('images on %s', (database) => {
  let up: TestUpstream
  let token: string
  const queries: string[] = []
  beforeAll(async () => {
    up = await startUpstream(database, { onQuery: ({ query }) => queries.push(query.sql) })
    token = await up.signIn()
  })
  afterAll(() => up.stop())

  const createWith = (coverImage: File, more = {}) =>
    up.call('POST', '/api/blogs', {
      token,
      form: toFormData({ title: 'Cover', content: 'x', published: 'true', coverImage, ...more }),
    })
  const mediaCount = async () => (await (await up.tables()).selectFrom('media').select('id').execute()).length

  it('stores a cover as WebP in smaller sizes and its own', async () => {
    const response = await createWith(await imageFile('png', 1300, 700), { coverAlt: 'A red wall' })
    expect(response.status).toBe(201)
    const { cover, coverImage } = postResponseSchema.parse(response.json).data
    expect(cover).toMatchObject({ alt: 'A red wall', width: 1300, height: 700 })
    expect(cover?.sources.map((source) => source.width)).toEqual([480, 800, 1300])
    expect(coverImage).toBe(cover?.sources.at(-1)?.url)
    expect(coverImage).toMatch(/^\/api\/media\/[\w-]{22}-1300\.webp$/)
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

  it('does not describe a new cover with the text of a removed one', async () => {
    const created = await createWith(await imageFile('png', 300, 200), { coverAlt: 'A boat' })
    const path = `/api/blogs/${created.json.data.id}`
    const change = async (fields: Parameters<typeof toFormData>[0]) =>
      (await up.call('PUT', path, { token, form: toFormData(fields) })).json.data
    expect((await change({ removeCover: 'true' })).cover).toBeNull()
    const unchanged = await change({ title: 'Cover' })
    expect(await change({ title: 'Cover' })).toMatchObject({ version: unchanged.version })
    const { cover } = await change({ coverImage: await imageFile('jpeg', 310, 200) })
    expect(cover.alt).toBe('')
    const { data } = (await up.call('GET', '/api/media?filter=covers', { token })).json
    expect(data.find(({ width }: { width: number }) => width === 310)).toMatchObject({ alt: '' })
  })

  it('sends AVIF to clients that accept it, when it is smaller', async () => {
    // Enlarged noise has soft forms, like a photograph.
    const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const
    const clouds = await sharp({ create: { width: 60, height: 40, channels: 3, background: '#000', noise } })
      .resize(1600, 1000, { fit: 'fill' })
      .png()
      .toBuffer()
    const { cover } = (await createWith(new File([new Uint8Array(clouds)], 'clouds.png'))).json.data
    const urls = cover.sources.map(({ url }: { url: string }) => url)
    const read = async (url: string, accept: string) => {
      const response = await up.fetch(new Request(`http://upstream${url}`, { headers: { accept } }))
      const [type, vary, etag] = ['content-type', 'vary', 'etag'].map((name) => response.headers.get(name))
      return { status: response.status, type, vary, etag, bytes: Buffer.from(await response.arrayBuffer()) }
    }
    for (const url of urls) {
      const webp = await read(url, 'image/webp,*/*')
      const avif = await read(url, 'image/avif,image/webp,image/apng,image/*,*/*;q=0.8')
      expect(webp).toMatchObject({ status: 200, type: 'image/webp', vary: 'Accept' })
      expect(await read(url, 'image/avif;q=0,image/*')).toEqual(webp)
      const jpeg = await read(url, 'image/jpeg')
      expect([jpeg.type, (await sharp(jpeg.bytes).metadata()).format]).toEqual(['image/jpeg', 'jpeg'])
      if (url.endsWith('-1600.webp')) {
        expect(avif).toEqual(webp)
        continue
      }
      expect(avif).toMatchObject({ status: 200, type: 'image/avif', vary: 'Accept' })
      expect(avif.bytes.length).toBeLessThan(webp.bytes.length)
      expect(avif.etag).not.toBe(webp.etag)
      const size = avif.bytes.indexOf('ispe') + 8
      expect(avif.bytes.readUInt32BE(size)).toBe((await sharp(webp.bytes).metadata()).width)
    }
    const { coverImage } = (await createWith(await imageFile('png', 10, 10))).json.data
    expect((await read(coverImage, 'image/avif')).type).toBe('image/webp')
  })

  it.each([
    [300, [300]],
    [780, [480, 780]],
    [1599, [480, 800, 1200, 1599]],
    [3000, [480, 800, 1200, 1600, 2400]],
  ])('keeps the resolution of an image that is %i pixels wide', async (width, sizes) => {
    const { cover } = (await createWith(await imageFile('png', width, 100))).json.data
    expect(cover.width).toBe(sizes.at(-1))
    expect(cover.sources.map((source: { width: number }) => source.width)).toEqual(sizes)
  })

  it.each(['jpeg', 'webp'] as const)(
    'accepts %s, including images below the smallest size',
    async (format) => {
      const { cover } = (await createWith(await imageFile(format, 300, 200))).json.data
      expect(cover.sources).toEqual([{ url: expect.stringMatching(/-300\.webp$/), width: 300 }])
    },
  )

  it('applies the orientation and strips the metadata', async () => {
    const sideways = await sharp({ create: { width: 600, height: 500, channels: 3, background: '#0a0' } })
      .withExif({ IFD0: { Copyright: 'Secret place' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer()
    const { cover, coverImage } = (await createWith(new File([new Uint8Array(sideways)], 'x.jpg'))).json.data
    expect(cover).toMatchObject({ width: 500, height: 600 })
    const file = await up.call('GET', coverImage)
    expect(file.text).not.toContain('EXIF')
    expect(file.text).not.toContain('Secret')
  })

  it.each([
    ['a GIF', async () => imageFile('gif', 10, 10)],
    ['an SVG', async () => new File(['<svg xmlns="http://www.w3.org/2000/svg"/>'], 'x.png')],
    ['text', async () => new File(['hello'], 'x.webp')],
    ['an empty file', async () => new File([], 'x.png')],
    [
      'a broken PNG',
      async () => new File([(await (await imageFile('png', 50, 50)).bytes()).slice(0, 60)], 'x.png'),
    ],
    [
      'a PNG signature only',
      async () => new File([new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1])], 'x.png'),
    ],
    ['a side that is too long', async () => imageFile('png', 12_001, 2)],
  ])('rejects %s and stores nothing', async (_name, make) => {
    const before = await mediaCount()
    const response = await createWith(await make(), { title: 'Rejected' })
    expect(response.status).toBe(422)
    expect(response.json.fields.coverImage).toMatch(/image/)
    expect((await up.call('GET', '/api/blogs?search=rejected', { token })).json.total).toBe(0)
    expect(await mediaCount()).toBe(before)
  })

  it('rejects more than 5 MB', async () => {
    const large = new File([new Uint8Array(5 * 1024 * 1024 + 1)], 'x.png')
    const response = await createWith(large)
    expect([response.status, response.json.fields]).toEqual([
      413,
      { coverImage: 'The image is larger than 5 MB.' },
    ])
    expect((await createWith(new File([new Uint8Array(6_100_000)], 'x.png'))).status).toBe(413)
  })

  it('removes a cover from its post, and deletes it with the post', async () => {
    const { data } = (await createWith(await imageFile('png', 500, 300))).json
    const replaced = await up.call('PUT', `/api/blogs/${data.id}`, {
      token,
      form: toFormData({ coverImage: await imageFile('png', 400, 300) }),
    })
    const second = replaced.json.data.coverImage
    // Revisions still use it.
    for (const url of [data.coverImage, second]) expect((await up.call('GET', url)).status).toBe(200)
    const without = await up.call('PUT', `/api/blogs/${data.id}`, {
      token,
      form: toFormData({ removeCover: 'true' }),
    })
    expect(without.json.data).toMatchObject({ coverImage: null, cover: null, content: 'x' })
    const again = await up.call('PUT', `/api/blogs/${data.id}`, {
      token,
      form: toFormData({ coverImage: await imageFile('png', 400, 300) }),
    })
    await up.call('DELETE', `/api/blogs/${data.id}?forever=true`, { token })
    for (const url of [data.coverImage, second, again.json.data.coverImage])
      expect((await up.call('GET', url)).status).toBe(404)
  })

  const upload = async () => {
    const file = await imageFile('png', 900, 600)
    const { status, json } = await up.call('POST', '/api/media', { token, form: toFormData({ file }) })
    expect(status).toBe(201)
    return json.data
  }
  const create = (content: string, published = false) =>
    up.call('POST', '/api/blogs', { token, json: { title: 'Images', content, published } })
  const update = (id: string, json: unknown) => up.call('PUT', `/api/blogs/${id}`, { token, json })
  const isServed = async (url: string) => (await up.call('GET', url)).status === 200
  /** Backdates every upload and last use. */
  const passDays = async (days: number) => {
    const db = await up.tables()
    const ms = days * 24 * 3_600_000
    await db
      .updateTable('media')
      .set({ created_at: sql`created_at - ${ms}`, last_used_at: sql`last_used_at - ${ms}` })
      .execute()
  }

  it('keeps an unused upload for 30 days, for drafts that are not saved yet', async () => {
    const { url } = await upload()
    await passDays(29)
    const unused = await upload()
    expect((await create(`![x](${url})`)).status).toBe(201)
    await passDays(31)
    await upload()
    expect([await isServed(url), await isServed(unused.url)]).toEqual([true, false])
  })

  it.each([
    ['a published post', true],
    ['a draft', false],
  ])('keeps the images of %s, and for 30 days after their last use', async (_name, published) => {
    const { url } = await upload()
    const { id } = (await create(`![x](${url})`, published)).json.data
    await passDays(365)
    const unrelated = (await create('Another post')).json.data.id
    await up.call('DELETE', `/api/blogs/${unrelated}?forever=true`, { token })
    await upload()
    expect(await isServed(url)).toBe(true)
    await update(id, { content: 'Without the image' })
    expect(await isServed(url)).toBe(true)
    expect((await update(id, { content: `![x](${url})` })).status).toBe(200)
    await passDays(365)
    await up.call('DELETE', `/api/blogs/${id}?forever=true`, { token })
    expect(await isServed(url)).toBe(true)
    await passDays(31)
    await upload()
    expect(await isServed(url)).toBe(false)
  })

  it('keeps an image that content uses with the host of the site', async () => {
    const { url } = await upload()
    expect((await create(`![x](https://halyard.test${url})`)).status).toBe(201)
    await passDays(365)
    await upload()
    expect(await isServed(url)).toBe(true)
  })

  it('keeps a cover that the content of another post uses', async () => {
    const { data } = (await createWith(await imageFile('png', 500, 300))).json
    expect((await create(`![x](${data.coverImage})`)).status).toBe(201)
    await up.call('DELETE', `/api/blogs/${data.id}?forever=true`, { token })
    expect(await isServed(data.coverImage)).toBe(true)
  })

  it('rejects content that uses an image that does not exist', async () => {
    const missing = `/api/media/${'a'.repeat(22)}-800.webp`
    const { url } = await upload()
    const { id } = (await create(`![x](${url})`)).json.data
    const error = `An image in the content no longer exists. Remove it or upload it again: ${missing}`
    const count = async () => (await up.call('GET', '/api/blogs?limit=1', { token })).json.total
    const before = await count()
    for (const response of [
      await create(`![gone](${missing})`),
      await update(id, { content: `<img src="${missing}"> ![x](${url})` }),
    ]) {
      expect([response.status, response.json]).toEqual([422, { error, fields: { content: error } }])
    }
    expect(await count()).toBe(before)
    expect((await update(id, { content: url.replace('-900', '-901') })).status).toBe(422)
    expect((await up.call('GET', `/api/blogs/${id}`, { token })).json.data.version).toBe(1)
    // Other sites may use the same paths.
    expect((await create(`![x](https://example.com${missing})`)).status).toBe(201)
  })

  it('sends every size of the images in a post, by the URLs of its content', async () => {
    const { url, width, height, sources } = await upload()
    const image = { url, width, height, sources }
    const [small] = image.sources
    const content = `![a](${image.url}) ![again](${image.url}) ![small](${small.url})`
    const created = (await create(content, true)).json
    const { images } = postResponseSchema.parse(created).data
    expect(images).toEqual([image, { ...image, url: small.url }])
    expect(image.sources.map(({ width }: { width: number }) => width)).toEqual([480, 800, 900])
    const read = await up.call('GET', `/api/blogs/${created.data.id}`)
    expect(read.json.data.images).toEqual(images)
    expect((await create('No image')).json.data.images).toEqual([])
  })

  it('reads the images of all posts of a list with content at once', async () => {
    const uploaded = [await upload(), await upload()]
    for (const { url } of uploaded) await create(`![a](${url})`, true)
    queries.length = 0
    const { json } = await up.call('GET', '/api/blogs?include=content&limit=2')
    const images = json.data.blogs.map((post: Post) => post.images?.map(({ url }) => url))
    expect(images).toEqual(uploaded.toReversed().map(({ url }) => [url]))
    expect(queries.filter((query) => query.includes('from "media"'))).toHaveLength(1)
  })

  it('requires staff for uploads and serves only known file names', async () => {
    const form = toFormData({ file: await imageFile('png', 10, 10) })
    expect((await up.call('POST', '/api/media', { form })).status).toBe(401)
    expect((await up.call('POST', '/api/media', { token, json: {} })).status).toBe(415)
    expect((await up.call('POST', '/api/media', { token, form: toFormData({ other: 'x' }) })).status).toBe(
      422,
    )
    expect((await up.call('GET', '/api/media/..%2f..%2fetc')).status).toBe(404)
  })
})
