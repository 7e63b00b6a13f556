import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { sql } from 'kysely'
import {
  mediaItemResponseSchema,
  mediaListResponseSchema,
  mediaUsesResponseSchema,
  type MediaItem,
} from '#contract/media.ts'
import { postResponseSchema } from '#contract/posts.ts'
import { databases, imageFile, startUpstream, toFormData, type TestUpstream } from '../testing/harness.ts'

describe.each(databases)('the media library on %s', (database) => {
  let up: TestUpstream
  let token: string
  let author: string
  beforeAll(async () => {
    up = await startUpstream(database)
    token = await up.signIn()
    author = await up.signInAs('author')
  })
  afterAll(() => up.stop())

  const picture = async (name: string, width = 900, height = 600) =>
    new File([await imageFile('png', width, height)], name, { type: 'image/png' })
  const upload = async (
    name: string,
    fields: Record<string, string> = {},
    by = token,
  ): Promise<MediaItem> => {
    const form = toFormData({ file: await picture(name), library: 'true', ...fields })
    const response = await up.call('POST', '/api/media', { token: by, form })
    expect(response.status).toBe(201)
    return mediaItemResponseSchema.parse(response.json).data
  }
  const list = async (query: string, by = token) => {
    const response = await up.call('GET', `/api/media?${query}`, { token: by })
    return mediaListResponseSchema.parse(response.json)
  }
  const names = async (query: string) => (await list(query)).data.map(({ name }) => name)
  const find = async (id: string) => (await list('limit=100')).data.find((item) => item.id === id)
  const update = (id: string, json: unknown, by = token) =>
    up.call('PUT', `/api/media/${id}`, { token: by, json })
  const remove = (id: string, by = token) => up.call('DELETE', `/api/media/${id}`, { token: by })
  const replace = async (id: string, width: number, height: number, by = token) => {
    const form = toFormData({ file: await picture('new.png', width, height) })
    return up.call('PUT', `/api/media/${id}/file`, { token: by, form })
  }
  const create = async (json: object) => {
    const { json: created } = await up.call('POST', '/api/blogs', { token, json: { content: 'x', ...json } })
    return postResponseSchema.parse(created).data
  }
  const read = async (id: string) => {
    const { json } = await up.call('GET', `/api/blogs/${id}`, { token })
    return postResponseSchema.parse(json).data
  }
  const latestChange = async () => {
    const { json } = await up.call('GET', '/api/changes?since=0')
    return json.data.changes.at(-1)
  }

  it('lists uploads with their size, sorted, in pages', async () => {
    await upload('folder/Harbor Ünder fog.png', { alt: 'A quay', caption: 'Bergen, 2024' })
    await upload('anchor.png', { decorative: 'true' })
    await upload('zebra.png')
    expect(await list('search=UNDER+quay')).toMatchObject({
      data: [
        {
          ...{ name: 'Harbor Ünder fog.png', alt: 'A quay', caption: 'Bergen, 2024', decorative: false },
          ...{ width: 900, height: 600, uses: 0, deletedAt: null, editable: true },
        },
      ],
      total: 1,
      totalPages: 1,
    })
    const [quay] = (await list('search=bergen')).data
    expect(quay?.bytes).toBeGreaterThan(100)
    expect(await names(`id=${quay?.id}`)).toEqual(['Harbor Ünder fog.png'])
    expect(await names('sort=name&limit=2')).toEqual(['anchor.png', 'Harbor Ünder fog.png'])
    expect(await names('sort=name&limit=2&page=2')).toEqual(['zebra.png'])
    expect((await names('sort=newest'))[0]).toBe('zebra.png')
    expect((await names('sort=oldest'))[0]).toBe('Harbor Ünder fog.png')
    expect(await names('show=undescribed')).toEqual(['zebra.png'])
    expect((await list('search=%26')).total).toBe(0)
  })

  it('keeps unused uploads of the library, and deletes those of documents', async () => {
    const kept = await upload('kept.png')
    const described = await upload('described.png', { library: 'false' })
    const temporary = await upload('temporary.png', { library: 'false' })
    expect(Date.parse(temporary.deletedAt ?? '')).toBeGreaterThan(Date.now() + 29 * 24 * 3_600_000)
    expect((await update(described.id, { alt: 'Typed', kept: false })).json.data).toMatchObject({
      ...{ alt: 'Typed', deletedAt: expect.any(String) },
    })
    expect((await update(described.id, { decorative: true })).json.data.deletedAt).toBeNull()
    const db = await up.tables()
    await db
      .updateTable('media')
      .set({ last_used_at: sql`last_used_at - 3000000000` })
      .execute()
    await upload('another.png')
    expect([await find(kept.id), await find(described.id), await find(temporary.id)]).toEqual([
      expect.anything(),
      expect.anything(),
      undefined,
    ])
  })

  it('stores the description and checks its version', async () => {
    const { id, version } = await upload('a.png')
    const focus = { x: 10, y: 90 }
    const changed = await update(id, { name: 'Quay', alt: ' A quay ', caption: 'Bergen', focus })
    expect(changed.json.data).toMatchObject({ name: 'Quay', alt: 'A quay', caption: 'Bergen', focus })
    expect((await update(id, { decorative: true })).json.data).toMatchObject({ alt: '', decorative: true })
    expect((await update(id, { alt: 'Again' })).json.data).toMatchObject({ alt: 'Again', decorative: false })
    const headers = { 'if-match': `"v${version}"` }
    const stale = await up.call('PUT', `/api/media/${id}`, { token, json: { alt: 'x' }, headers })
    expect([stale.status, stale.json.version]).toEqual([412, version + 3])
    const long = await update(id, { alt: 'x'.repeat(301), focus: { x: 101, y: 0 } })
    expect([long.status, Object.keys(long.json.fields)]).toEqual([422, ['alt', 'focus']])
    expect((await update('nothing', { alt: 'x' })).status).toBe(404)
  })

  it('lets authors use all images and change their own', async () => {
    const own = await upload('own.png', {}, author)
    const foreign = await upload('foreign.png')
    const editable = (await list('sort=newest&limit=2', author)).data.map((item) => item.editable)
    expect(editable).toEqual([false, true])
    for (const response of [
      await update(foreign.id, { alt: 'x' }, author),
      await replace(foreign.id, 500, 400, author),
      await remove(foreign.id, author),
    ])
      expect([response.status, typeof response.json.error]).toEqual([403, 'string'])
    expect((await update(own.id, { alt: 'Mine' }, author)).status).toBe(200)
    expect((await remove(own.id, author)).status).toBe(200)
    expect((await up.call('GET', '/api/media')).status).toBe(401)
  })

  it('does not tell authors which case study that is not published uses it', async () => {
    const item = await upload('own.png', {}, author)
    const study = { title: 'Secret', client: 'C', summary: 'S', content: 'x', coverMedia: item.id }
    const json = { ...study, results: [{ figure: '1', label: 'one' }] }
    const { id } = (await up.call('POST', '/api/case-studies', { token, json })).json.data
    const deletion = async () => {
      const { status, json } = await remove(item.id, author)
      return [status, json.error]
    }
    const usedIn = (place: string) => [409, `This image is used in ${place}, so it cannot be deleted.`]
    expect(await deletion()).toEqual(usedIn('a case study that is not published'))
    await up.call('PUT', `/api/case-studies/${id}`, { token, json: { published: true } })
    expect(await deletion()).toEqual(usedIn('the case study “Secret”'))
    const uses = await up.call('GET', `/api/media/${item.id}/uses`, { token: author })
    expect(uses.json.data).toMatchObject([{ id, title: 'Secret', status: 'published' }])
  })

  it('lists its uses and cannot be deleted while one is left', async () => {
    const item = await upload('used.png')
    const unused = await list('show=unused&limit=100')
    expect(unused.data.map(({ id }) => id)).toContain(item.id)
    const post = await create({
      ...{ title: 'With a picture', content: `![x](${item.url})`, coverMedia: item.id, published: true },
    })
    expect(post.cover?.sources).toEqual(item.sources)
    const draft = await create({ title: 'A draft', coverMedia: item.id })
    const form = toFormData({ coverMedia: 'nothing' })
    const missing = await up.call('PUT', `/api/blogs/${draft.id}`, { token, form })
    expect([missing.status, typeof missing.json.fields.coverImage]).toEqual([422, 'string'])
    const study = { ...{ title: 'Study', client: 'C', summary: 'S', content: 'x' }, coverMedia: item.id }
    const results = [{ figure: '1', label: 'one' }]
    const response = await up.call('POST', '/api/case-studies', { token, json: { ...study, results } })
    expect(response.json).toMatchObject({ data: { cover: { sources: item.sources } } })
    const shareImage = { url: item.url, width: 1, height: 1 }
    const settings = (await up.call('GET', '/api/settings', { token })).json.data
    await up.call('PUT', '/api/settings', { token, json: { ...settings, shareImage } })

    const hidden = { id: '', title: 'A case study that is not published' }
    const uses = (editable: boolean) => ({
      data: [
        { kind: 'settings', id: 'settings', title: 'Settings', places: ['shareImage'], editable },
        {
          ...{ kind: 'caseStudy', status: 'draft', editable },
          ...(editable ? { id: response.json.data.id, title: 'Study' } : hidden),
          places: ['cover'],
        },
        {
          ...{ kind: 'post', id: draft.id, title: 'A draft', status: 'draft', editable },
          places: ['cover', 'revision'],
        },
        {
          ...{ kind: 'post', id: post.id, title: 'With a picture', status: 'published', editable },
          places: ['cover', 'revision', 'text'],
        },
      ],
      total: 4,
    })
    for (const [by, editable] of [
      [token, true],
      [author, false],
    ] as const) {
      const { json } = await up.call('GET', `/api/media/${item.id}/uses`, { token: by })
      expect(mediaUsesResponseSchema.parse(json)).toEqual(uses(editable))
    }
    expect((await find(item.id))?.uses).toBe(4)
    const refused = await remove(item.id)
    expect([refused.status, refused.json.error]).toEqual([
      409,
      'This image is used in the settings and 3 other places, so it cannot be deleted.',
    ])
    await up.call('PUT', '/api/settings', { token, json: { ...settings, shareImage: null } })
    await up.call('DELETE', `/api/case-studies/${response.json.data.id}`, { token })
    await up.call('PUT', `/api/blogs/${post.id}`, { token, json: { content: 'x', removeCover: true } })
    await up.call('DELETE', `/api/blogs/${draft.id}`, { token })
    expect((await remove(item.id)).json.error).toBe(
      'This image is used in the post “A draft” in the trash and 1 other place, so it cannot be deleted.',
    )
    await up.call('DELETE', `/api/blogs/${draft.id}?forever=true`, { token })
    expect((await remove(item.id)).json.error).toBe(
      'This image is used in the history of the post “With a picture”, so it cannot be deleted.',
    )
    await up.call('DELETE', `/api/blogs/${post.id}?forever=true`, { token })
    expect((await remove(item.id)).status).toBe(200)
    expect((await up.call('GET', item.url)).status).toBe(404)
  })

  it('replaces the file of all uses at once', async () => {
    const item = await upload('old.png', { alt: 'Old', caption: 'Stays' })
    await update(item.id, { focus: { x: 1, y: 2 } })
    const text = `![x](${item.url}) and https://halyard.test${item.url}`
    const post = await create({ title: 'Follows', content: text, coverMedia: item.id, published: true })
    expect(post.cover?.focus).toEqual({ x: 1, y: 2 })
    const settings = (await up.call('GET', '/api/settings', { token })).json.data
    const shareImage = { url: item.url, width: 1, height: 1 }
    await up.call('PUT', '/api/settings', { token, json: { ...settings, shareImage } })
    const etag = (await up.call('GET', item.url)).headers.get('etag') ?? ''

    const response = await replace(item.id, 1300, 400, await up.signInAs('editor'))
    const replaced = mediaItemResponseSchema.parse(response.json).data
    expect(replaced).toMatchObject({ id: item.id, width: 1300, height: 400, alt: 'Old', caption: 'Stays' })
    expect(replaced.replacedAt).not.toBeNull()
    const after = await read(post.id)
    expect([after.version, after.content, after.cover?.focus]).toEqual([1, text, undefined])
    expect(after.cover).toMatchObject({ width: 1300, sources: replaced.sources })
    expect(after.images).toEqual([{ url: item.url, width: 1300, height: 400, sources: replaced.sources }])
    const source = replaced.sources.at(-1)?.url
    const replacedIn = (await up.call('GET', '/api/settings', { token })).json
    expect(replacedIn.data.shareImage).toEqual({ url: source, width: 1300, height: 400 })
    expect(replacedIn.updatedBy).toBe('editor')
    expect((await latestChange()).tags).toEqual(
      expect.arrayContaining(['posts', `post:${post.id}`, `post:${post.slug}`, 'settings']),
    )

    const file = await up.call('GET', source ?? '')
    expect(file.headers.get('cache-control')).toContain('immutable')
    const former = await up.call('GET', item.url, { headers: { 'if-none-match': etag } })
    expect([former.status, former.headers.get('cache-control')]).toEqual([200, 'no-cache'])
    expect(former.headers.get('etag')).not.toBe(etag)
    const asJpeg = async (url = '') => {
      const { headers } = await up.call('GET', url, { headers: { accept: 'image/jpeg' } })
      return [headers.get('content-type'), headers.get('etag')]
    }
    expect(await asJpeg(source)).toEqual(['image/jpeg', expect.any(String)])
    for (const url of [item.url, item.url.replace(/\d+\.webp$/, '99999.webp')])
      expect(await asJpeg(url)).toEqual(['image/webp', file.headers.get('etag')])
    // The text remains valid, with the old URL and with the new one.
    for (const url of [item.url, replaced.url, source])
      expect(
        (await up.call('POST', '/api/blogs', { token, json: { title: 'x', content: `![](${url})` } })).status,
      ).toBe(201)

    const [copy] = (await list('search=old&show=unused')).data
    expect(copy).toMatchObject({ name: 'old.png', width: 900, height: 600, uses: 0 })
    expect(copy?.deletedAt).not.toBeNull()
    expect((await up.call('GET', copy?.url ?? '')).status).toBe(200)
    expect((await replace(item.id, 500, 400)).json.data.version).toBe(replaced.version + 1)
    expect((await up.call('GET', source ?? '')).status).toBe(200)
    const rejected = toFormData({ file: new File(['text'], 'x.png') })
    expect((await up.call('PUT', `/api/media/${item.id}/file`, { token, form: rejected })).status).toBe(422)
  })

  it('accepts a new file again whose response was lost, and no other one', async () => {
    const item = await upload('lost.png')
    const attempt = async (width: number, version: number) => {
      const form = toFormData({ file: await picture('new.png', width) })
      const headers = { 'if-match': `"v${version}"` }
      const { status, json } = await up.call('PUT', `/api/media/${item.id}/file`, { token, form, headers })
      return [status, json.data?.version, json.data?.width]
    }
    const replaced = [200, item.version + 1, 1300]
    expect(await attempt(1300, item.version)).toEqual(replaced)
    expect(await attempt(1300, item.version)).toEqual(replaced)
    expect((await attempt(1301, item.version))[0]).toBe(412)
    await update(item.id, { alt: 'Changed by someone else' })
    expect((await attempt(1300, item.version))[0]).toBe(412)
    expect((await attempt(1300, item.version + 1))[0]).toBe(412)
    const { json } = await up.call('GET', `/api/activity?object=${item.id}`, { token })
    expect(json.data.activity.map(({ kind }: { kind: string }) => kind)).toEqual([
      'media.changed',
      'media.replaced',
    ])
  })

  it('accepts a description again whose response was lost, and no other one', async () => {
    const item = await upload('lost-text.png')
    const attempt = async (alt: string) => {
      const headers = { 'if-match': `"v${item.version}"` }
      const { status, json } = await up.call('PUT', `/api/media/${item.id}`, {
        token,
        json: { alt },
        headers,
      })
      return [status, json.data?.version]
    }
    const stored = [200, item.version + 1]
    expect(await attempt('A buoy')).toEqual(stored)
    expect(await attempt('A buoy')).toEqual(stored)
    expect((await attempt('A red buoy'))[0]).toBe(412)
    await update(item.id, { caption: 'By someone else' })
    expect((await attempt('A buoy'))[0]).toBe(412)
  })

  it('keeps the version of an image when nothing changes', async () => {
    const item = await upload('same-text.png')
    const { json } = await update(item.id, { alt: 'A buoy', caption: 'Red' })
    expect((await update(item.id, { alt: 'A buoy', caption: 'Red' })).json).toEqual(json)
    const log = await up.call('GET', `/api/activity?object=${item.id}`, { token })
    expect(log.json.data.activity).toHaveLength(1)
  })

  it('makes pages stale when a crop changes, and logs the changes', async () => {
    const item = await upload('crop.png')
    await create({ title: 'Cropped', coverMedia: item.id, published: true, tags: ['Rope'] })
    const before = (await latestChange()).id
    await update(item.id, { alt: 'x' })
    expect((await latestChange()).id).toBe(before)
    await update(item.id, { name: 'Crop', alt: 'x', decorative: false, focus: { x: 0, y: 0 } })
    expect((await latestChange()).tags).toEqual(expect.arrayContaining(['posts', 'related:rope']))
    const { json } = await up.call('GET', `/api/activity?object=${item.id}`, { token })
    expect(json.data.activity).toMatchObject([
      { kind: 'media.changed', fields: ['name', 'focus'] },
      { kind: 'media.changed', fields: ['alt'] },
    ])
  })

  it('stores a repeated upload with the same key once', async () => {
    const attempt = async (key: string, by = token, width = 900, fields = {}) => {
      const form = toFormData({ file: await picture('twice.png', width), library: 'true', ...fields })
      const headers = { 'idempotency-key': key }
      return up.call('POST', '/api/media', { token: by, form, headers })
    }
    const send = async (key: string, by = token) =>
      mediaItemResponseSchema.parse((await attempt(key, by)).json).data.id
    const id = await send('upload-1')
    expect(await send('upload-1')).toBe(id)
    expect((await attempt('upload-1', token, 901)).status).toBe(422)
    expect((await attempt('upload-1', token, 900, { alt: 'Other' })).status).toBe(422)
    expect(await names('search=twice')).toEqual(['twice.png'])
    expect(new Set([id, await send('upload-2'), await send('upload-1', author)]).size).toBe(3)
  })
})
