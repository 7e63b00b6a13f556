import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { defaultSettings } from '#contract/default-settings.ts'
import { scanText, type PostCheck } from '#contract/post-checks.ts'
import { databases, imageFile, startUpstream, toFormData, type TestUpstream } from '../testing/harness.ts'

const cpuMs = () => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

const leastOf = async (measure: () => Promise<number>) =>
  Math.min(await measure(), await measure(), await measure())

describe.each(databases)('checks before publishing on %s', (database) => {
  let up: TestUpstream
  let token: string
  let cpuAtLock = 0
  beforeAll(async () => {
    up = await startUpstream(database, {
      onQuery: ({ query }) => {
        if (query.sql.includes('"last_id" = ')) cpuAtLock = cpuMs()
      },
    })
    token = await up.signIn()
  })
  afterAll(() => up.stop())

  const require = (publishChecks: PostCheck[]) =>
    up.call('PUT', '/api/settings', { token, json: { ...defaultSettings, publishChecks } })
  const create = (json: object) =>
    up.call('POST', '/api/blogs', { token, json: { title: 'Rope', content: 'Yarn', ...json } })
  const update = (id: string, json: object) => up.call('PUT', `/api/blogs/${id}`, { token, json })
  beforeEach(() => require([]))

  it('block nothing by default', async () => {
    const { status } = await create({ content: '![](/x.png) [TODO](/blog/nothing)', published: true })
    expect(status).toBe(201)
  })

  it('reject a post that fails a required check, and store nothing of it', async () => {
    await require(['excerpt', 'links', 'altText'])
    const content = '![](https://other.example/x.png)\n\n[x](/blog/nothing)'
    const rejected = await create({ title: 'Not published', content, published: true })
    expect([rejected.status, rejected.json]).toEqual([
      422,
      {
        error:
          'This post cannot be published yet: There is no excerpt. Lists and search results need one. (2 more)',
        fields: {
          excerpt: 'There is no excerpt. Lists and search results need one.',
          content: 'An image has no alternative text.',
        },
      },
    ])
    const drafts = await up.call('GET', '/api/blogs?status=all&search=Not+published', { token })
    expect(drafts.json.total).toBe(0)
    const { data } = (await create({ title: 'A draft', content })).json
    expect((await update(data.id, { published: true })).status).toBe(422)
    const solved = { content: 'Yarn', excerpt: 'About rope.', published: true }
    expect((await update(data.id, solved)).status).toBe(200)
    expect((await update(data.id, { excerpt: '' })).status).toBe(422)
  })

  it('reject a schedule, and the changes of a live post, before they are public', async () => {
    const { data } = (await create({ excerpt: 'About rope.', published: true })).json
    await require(['excerpt'])
    const publishAt = new Date(Date.now() + 3_600_000).toISOString()
    expect((await create({ publishAt })).status).toBe(422)
    expect((await create({ publishAt, excerpt: 'About yarn.' })).status).toBe(201)
    const copy = `/api/blogs/${data.id}/working-copy`
    expect((await up.call('PUT', copy, { token, json: { excerpt: '' } })).status).toBe(200)
    const published = await up.call('POST', `${copy}/publish`, { token, json: {} })
    expect([published.status, Object.keys(published.json.fields)]).toEqual([422, ['excerpt']])
    expect((await up.call('GET', `/api/blogs/${data.id}`)).json.data.excerpt).toBe('About rope.')
  })

  it('allow changes of the tags of a live post regardless of its text', async () => {
    const { data } = (await create({ published: true })).json
    await require(['excerpt'])
    expect((await update(data.id, { tags: ['Rope'] })).status).toBe(200)
    expect((await update(data.id, { content: 'Yarns' })).status).toBe(422)
    expect((await update(data.id, { published: false })).status).toBe(200)
  })

  it('are required of each change of the text or cover of a live post', async () => {
    const upload = async () => {
      const form = toFormData({ file: await imageFile('png', 90, 60), library: 'true' })
      return (await up.call('POST', '/api/media', { token, form })).json.data.id
    }
    const { data } = (await create({ coverMedia: await upload(), published: true })).json
    await require(['excerpt'])
    const form = toFormData({ coverImage: await imageFile('png', 90, 50) })
    expect((await up.call('PUT', `/api/blogs/${data.id}`, { token, form })).status).toBe(422)
    for (const change of [
      { title: 'Hemp' },
      { coverAlt: 'A rope' },
      { coverMedia: await upload() },
      { removeCover: true },
      { seo: { title: 'Rope' } },
    ])
      expect([change, (await update(data.id, change)).status]).toEqual([change, 422])
  })

  it('know the links of the site: pages, posts by any slug and redirects', async () => {
    const { data } = (await create({ title: 'Hemp', published: true })).json
    await update(data.id, { slug: 'hemp-fibers' })
    await create({ title: 'Not yet public' })
    await up.call('POST', '/api/redirects', { token, json: { from: '/moved', to: '/about' } })
    await up.call('POST', '/api/redirects', { token, json: { from: '/ended', status: 410 } })
    const paths = ['/about', '/blog/hemp', '/blog/Hemp', '/blog/hemp-fibers', '/blog/HEMP-fibers', '/moved']
    const broken = ['/ended', '/blog/Not-yet-public', '/nothing', '/work/nothing', '/About']
    const json = { paths: [...paths, ...broken], images: ['/api/media/x.webp', 'https://other.example/'] }
    const response = await up.call('POST', '/api/post-checks/references', { token, json })
    expect(response.json).toEqual({ data: { broken, large: [], decorative: [] } })
  })

  it('scan a text before they take the write lock', async () => {
    const content = '- `a\n'.repeat(40_000)
    const { id } = (await create({ content, excerpt: 'Long', published: true })).json.data
    const afterLock = () =>
      leastOf(async () => {
        expect((await update(id, { content, excerpt: 'Long' })).status).toBe(200)
        return cpuMs() - cpuAtLock
      })
    const unchecked = await afterLock()
    await require(['excerpt'])
    const checked = await afterLock()
    const scan = await leastOf(async () => {
      const before = cpuMs()
      scanText(content)
      return cpuMs() - before
    })
    expect(checked - unchecked).toBeLessThan(scan / 2)
  })

  it('accept an undescribed image that the library marks as decorative', async () => {
    const form = toFormData({ file: await imageFile('png', 500, 300) })
    const { data: image } = (await up.call('POST', '/api/media', { token, form })).json
    const { url } = (await up.call('PUT', `/api/media/${image.id}`, { token, json: { decorative: true } }))
      .json.data
    await require(['altText'])
    const decorated = { content: `![](${url})`, coverMedia: image.id, published: true }
    expect((await create(decorated)).status).toBe(201)
    await up.call('PUT', `/api/media/${image.id}`, { token, json: { decorative: false } })
    const { status, json } = await create(decorated)
    expect([status, Object.keys(json.fields).toSorted()]).toEqual([422, ['content', 'coverAlt']])
  })

  it('find images that are large as files', async () => {
    const id = 'a'.repeat(22)
    const tables = await up.tables()
    const times = { created_at: 1, last_used_at: Date.now() }
    await tables
      .insertInto('media')
      .values({ id, kind: 'inline', width: 900, height: 900, ...times })
      .execute()
    const files = [
      { name: `${id}-900.webp`, media_id: id, width: 900, bytes: Buffer.alloc(600_000) },
      { name: `${id}-400.webp`, media_id: id, width: 400, bytes: Buffer.alloc(60_000) },
    ]
    await tables.insertInto('media_files').values(files).execute()
    const images = files.map(({ name }) => `/api/media/${name}`)
    const response = await up.call('POST', '/api/post-checks/references', {
      token,
      json: { paths: [], images },
    })
    expect(response.json.data.large).toEqual([{ url: images[0], bytes: 600_000 }])
  })

  it('find images whose file was replaced by a large one', async () => {
    const upload = async (method: string, path: string, width: number) => {
      const form = toFormData({ library: 'true' })
      form.set('file', await imageFile('png', width, 90))
      const { status, json } = await up.call(method, path, { token, form })
      expect(status).toBeLessThan(300)
      return json.data
    }
    const { id, url } = await upload('POST', '/api/media', 300)
    await upload('PUT', `/api/media/${id}/file`, 600)
    const tables = await up.tables()
    const files = tables.updateTable('media_files').set({ bytes: Buffer.alloc(600_000) })
    await files.where('media_id', '=', id).where('width', '=', 600).execute()
    const { coverImage } = (await create({ coverMedia: id })).json.data
    expect(coverImage).toContain('-2-600.webp')
    const images = [url, coverImage]
    const json = { paths: [], images }
    const found = await up.call('POST', '/api/post-checks/references', { token, json })
    expect(found.json.data.large).toEqual(images.map((each) => ({ url: each, bytes: 600_000 })))
  })
})
