import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { databases, imageFile, startUpstream, toFormData, type TestUpstream } from '../testing/harness.ts'

describe.each(databases)('texts for search engines on %s', (database) => {
  let up: TestUpstream
  let token: string
  beforeAll(async () => {
    up = await startUpstream(database)
    token = await up.signIn()
  })
  afterAll(() => up.stop())

  const create = async (json: object) =>
    (await up.call('POST', '/api/blogs', { token, json: { title: 'Rope', content: 'Yarn', ...json } })).json
      .data
  const update = (id: string, json: object) => up.call('PUT', `/api/blogs/${id}`, { token, json })

  it('are stored, changed field by field and read by visitors', async () => {
    const seo = { title: ' How a rope is made ', noindex: true, canonical: '/blog/rope-2' }
    const { id, slug } = await create({ published: true, seo })
    const stored = { title: 'How a rope is made', canonical: '/blog/rope-2', noindex: true }
    expect((await up.call('GET', `/api/blogs/${slug}`)).json.data.seo).toEqual(stored)
    const list = (await up.call('GET', '/api/blogs')).json.data.blogs
    expect(list.find((post: { id: string }) => post.id === id).seo).toEqual(stored)
    const changed = await update(id, { seo: { noindex: false, shareTitle: 'Rope!' } })
    expect(changed.json.data.seo).toEqual({ ...stored, noindex: undefined, shareTitle: 'Rope!' })
    expect((await update(id, { title: 'Ropes' })).json.data.seo).toEqual(changed.json.data.seo)
  })

  it('have no canonical address of the post itself, so that the slug can change', async () => {
    const { id, slug } = await create({ title: 'Knots' })
    const move = (canonical: string, to: string) => update(id, { seo: { canonical }, slug: to })
    const site = 'https://site.example'
    expect((await update(id, { seo: { canonical: `${site}/blog/${slug}` } })).json.data.seo).toEqual({})
    expect((await move(`/blog/${slug}`, 'all-knots')).json.data.seo).toEqual({})
    expect((await move(`${site}/blog/good-knots`, 'good-knots')).json.data.seo).toEqual({})
    const other = await update(id, { seo: { canonical: `${site}/blog/rope` } })
    expect(other.json.data.seo).toEqual({ canonical: '/blog/rope' })
    const long = `${site}/blog/${'绳'.repeat(60)}`
    expect((await update(id, { seo: { canonical: long } })).json.data.seo).toEqual({ canonical: long })
    const created = await create({ slug: 'own-knots', seo: { canonical: `${site}/blog/own-knots` } })
    expect(created.seo).toEqual({})
  })

  it('are rejected when they are too long, or no address', async () => {
    const { id } = await create({})
    for (const seo of [
      { title: 'x'.repeat(151) },
      { description: 'two\nlines' },
      { canonical: 'javascript:alert(1)' },
      { canonical: '//other.example' },
      { image: 'https://other.example/x.webp' },
      'text',
    ]) {
      const { status, json } = await update(id, { seo })
      expect([seo, status, Object.keys(json.fields)]).toEqual([seo, 422, ['seo']])
    }
    const missing = `/api/media/${'x'.repeat(22)}-1200.webp`
    expect((await update(id, { seo: { image: missing } })).status).toBe(422)
  })

  it('are part of revisions and restored with them', async () => {
    const form = toFormData({ file: await imageFile('png', 1300, 700) })
    const { sources } = (await up.call('POST', '/api/media', { token, form })).json.data
    const image = sources.at(-1).url
    const { id } = await create({ seo: { title: 'First' } })
    await update(id, { seo: { title: 'Second', image } })
    await update(id, { seo: { title: '', image: '' } })
    await update(id, { title: 'Rope' })
    const { data, total } = (await up.call('GET', `/api/blogs/${id}/revisions`, { token })).json
    expect([total, data[0].changed, data[1].changed]).toEqual([3, ['seo'], ['seo']])
    const second = await up.call('GET', `/api/blogs/${id}/revisions/2`, { token })
    expect(second.json.data.seo).toEqual({ title: 'Second', image })
    expect((await up.call('GET', `/api/blogs/${id}/revisions/3`, { token })).json.data.seo).toEqual({})
    const restored = await up.call('POST', `/api/blogs/${id}/revisions/2/restore`, { token })
    expect(restored.json.data.seo).toEqual({ title: 'Second', image })
    expect(restored.json.data.images[0].url).toBe(image)
    const uses = await (await up.tables()).selectFrom('media_uses').select('media_id').execute()
    expect(uses.map(({ media_id }) => media_id)).toEqual([image.slice(11, 33)])
  })

  it('may have a replaced share image', async () => {
    const send = async (method: string, path: string, width: number) => {
      const form = toFormData({ file: await imageFile('png', width, 700) })
      return (await up.call(method, `/api/media${path}`, { token, form })).json.data
    }
    const { id: mediaId } = await send('POST', '', 1300)
    const image = (await send('PUT', `/${mediaId}/file`, 1200)).sources.at(-1).url
    const { id } = await create({})
    const { status, json } = await update(id, { seo: { image } })
    expect([status, json.data?.seo]).toEqual([200, { image }])
  })
})
