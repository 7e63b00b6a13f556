import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { postResponseSchema } from '#contract/posts.ts'
import { databases, imageFile, startUpstream, toFormData, type TestUpstream } from '../testing/harness.ts'

describe.each(databases)('working copies on %s', (database) => {
  let up: TestUpstream
  let token: string
  beforeAll(async () => {
    up = await startUpstream(database)
    token = await up.signIn()
  })
  afterAll(() => up.stop())

  const create = async (fields: object = {}, as = token) => {
    const json = { title: 'A post', content: 'First text', published: true, ...fields }
    const response = await up.call('POST', '/api/blogs', { token: as, json })
    expect(response.status).toBe(201)
    return response.json.data
  }
  const path = (id: string, rest = '') => `/api/blogs/${id}/working-copy${rest}`
  const put = (id: string, json: object, headers: Record<string, string> = {}, as = token) =>
    up.call('PUT', path(id), { token: as, json, headers })
  const save = async (id: string, json: object) => {
    const response = await put(id, json)
    expect([response.status, response.text]).toEqual([200, expect.any(String)])
    return postResponseSchema.parse(response.json).data
  }
  const publish = (id: string, json: object = {}, headers: Record<string, string> = {}) =>
    up.call('POST', path(id, '/publish'), { token, json, headers })
  const discard = (id: string, headers: Record<string, string> = {}) =>
    up.call('DELETE', path(id), { token, headers })
  const read = async (id: string) => (await up.call('GET', path(id), { token })).json.data
  const live = async (id: string) => (await up.call('GET', `/api/blogs/${id}`)).json.data
  const asStaff = async (id: string) => (await up.call('GET', `/api/blogs/${id}`, { token })).json.data
  const change = (id: string, json: object) => up.call('PUT', `/api/blogs/${id}`, { token, json })
  const countRows = async (table: 'working_copies' | 'working_copy_images' | 'changes') =>
    (await (await up.tables()).selectFrom(table).selectAll().execute()).length
  const revisions = async (id: string) =>
    (await up.call('GET', `/api/blogs/${id}/revisions`, { token })).json.data

  it('do not change the post until they are published, all fields at once', async () => {
    await up.call('POST', '/api/categories', { token, json: { name: 'Ropes' } })
    const before = await create({ tags: ['Rope'] })
    const { id } = before
    const changes = await countRows('changes')
    const fields = { title: 'New', content: 'Second text', excerpt: 'Short', tags: ['Mast'], slug: 'new-url' }
    const form = toFormData({ ...fields, tags: '["Mast"]', category: 'ropes', coverAlt: 'A rope' })
    form.set('coverImage', await imageFile('png', 900, 500))
    const saved = await up.call('PUT', path(id), { token, form })
    expect(saved.json.data).toMatchObject({
      ...fields,
      ...{ category: { slug: 'ropes', name: 'Ropes' }, cover: { alt: 'A rope', width: 900 } },
      ...{ published: true, version: 1, workingCopy: { baseVersion: 1, updatedBy: 'Editorial team' } },
    })
    const { workingCopy, ...seen } = await asStaff(id)
    expect(workingCopy).toEqual(saved.json.data.workingCopy)
    expect(saved.headers.get('etag')).toBe(`"v${workingCopy.version}"`)
    expect(seen).toMatchObject(await live(id))
    expect({ ...seen, workingCopy: null }).toEqual(before)
    expect((await up.call('GET', '/api/blogs/new-url')).status).toBe(404)
    expect((await up.call('GET', '/api/blogs?tag=Mast')).json.total).toBe(0)
    expect(await countRows('changes')).toBe(changes)
    expect((await up.call('GET', saved.json.data.coverImage)).status).toBe(200)

    const { json } = await publish(id)
    expect(json.data).toMatchObject({ ...fields, version: 2, workingCopy: null })
    expect(await live('a-post')).toEqual(await live('new-url'))
    expect(await live(id)).toMatchObject({
      ...fields,
      ...{ coverImage: saved.json.data.coverImage, cover: { alt: 'A rope' }, category: { slug: 'ropes' } },
    })
    expect((await up.call('GET', '/api/blogs?tag=Mast')).json.total).toBe(1)
    const [newest] = await revisions(id)
    expect(newest).toMatchObject({ number: 3, published: true, workingCopy: false })
    expect((await up.call('GET', path(id), { token })).status).toBe(404)
  })

  it('do not describe a new cover with the text of a removed one', async () => {
    const withCover = async (fields: Parameters<typeof toFormData>[0] = {}) =>
      toFormData({ ...fields, coverImage: await imageFile('png', 300, 200) })
    const fields = { title: 'Ferry', content: 'x', published: 'true', coverAlt: 'A boat' }
    const { id } = (await up.call('POST', '/api/blogs', { token, form: await withCover(fields) })).json.data
    const saveForm = async (form: FormData) =>
      (await up.call('PUT', path(id), { token, form })).json.data.cover
    expect(await saveForm(toFormData({ removeCover: 'true' }))).toBeNull()
    expect(await saveForm(await withCover())).toMatchObject({ alt: '' })
    await publish(id)
    expect((await live(id)).cover).toMatchObject({ alt: '' })

    await up.call('PUT', `/api/blogs/${id}`, { token, form: toFormData({ coverAlt: 'A boat' }) })
    await up.call('PUT', `/api/blogs/${id}`, { token, form: toFormData({ removeCover: 'true' }) })
    await saveForm(await withCover())
    await publish(id)
    expect((await live(id)).cover).toMatchObject({ alt: '' })
  })

  it('are listed for staff only', async () => {
    const { id } = await create({ title: 'Listed' })
    await save(id, { title: 'Changed' })
    const listed = async (options: object) =>
      (await up.call('GET', '/api/blogs?search=listed', options)).json.data.blogs[0]
    expect(await listed({ token })).toMatchObject({ title: 'Listed', workingCopy: { baseVersion: 1 } })
    expect(await listed({})).not.toHaveProperty('workingCopy')
    expect(await live(id)).not.toHaveProperty('workingCopy')
    await discard(id)
    expect(await listed({ token })).toMatchObject({ workingCopy: null })
  })

  it('are deleted when they are discarded or leave the post as it is', async () => {
    const { id } = await create()
    await save(id, { title: 'Changed' })
    expect((await discard(id)).json.data).toMatchObject({ title: 'A post', workingCopy: null })
    expect((await discard(id)).status).toBe(200)
    await save(id, { title: 'Changed' })
    expect(await save(id, { title: 'A post' })).toMatchObject({ title: 'A post', workingCopy: null })
    expect((await publish(id)).status).toBe(409)
    expect((await live(id)).version).toBe(1)
  })

  it('are discarded with an activity entry, and can be saved again with their cover', async () => {
    const { id } = await create()
    const form = toFormData({ title: 'Changed', coverImage: await imageFile('png', 900, 500) })
    const { cover } = (await up.call('PUT', path(id), { token, form })).json.data
    expect((await discard(id)).status).toBe(200)
    expect((await discard(id)).status).toBe(200)
    const { json } = await up.call('GET', `/api/activity?object=${id}`, { token })
    expect(json.data.activity.map(({ kind }: { kind: string }) => kind)).toEqual([
      'post.changesDiscarded',
      'post.published',
    ])
    const again = { title: 'Changed', coverMedia: /media\/([\w-]{22})/.exec(cover.sources[0].url)?.[1] }
    expect(await save(id, again)).toMatchObject({ title: 'Changed', cover: { sources: cover.sources } })
    await discard(id)
  })

  it('have their own version', async () => {
    const { id } = await create()
    const none = { 'if-match': '"v0"' }
    const first = await put(id, { title: 'One' }, none)
    expect(first.status).toBe(200)
    const editor = await up.signInAs('editor')
    const late = await put(id, { title: 'Two' }, none, editor)
    expect([late.status, late.json]).toEqual([
      412,
      expect.objectContaining({
        version: first.json.data.workingCopy.version,
        updatedBy: 'Editorial team',
      }),
    ])
    const match = { 'if-match': first.headers.get('etag') ?? '' }
    expect((await put(id, { title: 'Two' }, match, editor)).status).toBe(200)
    expect((await put(id, { title: 'Three' }, match)).status).toBe(412)
    expect((await publish(id, {}, match)).status).toBe(412)
    expect((await discard(id, match)).status).toBe(412)
    expect((await read(id)).title).toBe('Two')
    await discard(id)
    expect((await publish(id, {}, match)).json).toMatchObject({ version: 1 })
    const again = await put(id, { title: 'Four' }, none)
    expect(again.json.data.workingCopy.version).toBeGreaterThan(first.json.data.workingCopy.version)
  })

  it('can be saved again by the tab that did not get the response', async () => {
    const { id } = await create()
    const tab = crypto.randomUUID()
    const none = { 'if-match': '"v0"' }
    await put(id, { title: 'Sent', tab }, none)
    expect((await put(id, { title: 'Sent again', tab }, none)).json.data.title).toBe('Sent again')
    expect((await put(id, { title: 'Other', tab: crypto.randomUUID() }, none)).status).toBe(412)
  })

  it('follow the post in unedited fields', async () => {
    const { id } = await create({ tags: ['Sheet', 'Knot'] })
    await save(id, { title: 'Changed', content: 'First text', tags: ['Sheet', 'Knot'] })
    const [tag] = (await up.call('GET', '/api/tags?include=details&name=sheet', { token })).json.data
    await up.call('PUT', `/api/tags/${tag.id}`, { token, json: { name: 'Line' } })
    await change(id, { excerpt: 'By another client' })
    expect(await read(id)).toMatchObject({
      title: 'Changed',
      excerpt: 'By another client',
      tags: ['Line', 'Knot'],
    })
    await save(id, { tags: ['Line', 'Knot', 'Cleat'] })
    expect((await publish(id)).json.data).toMatchObject({
      ...{ title: 'Changed', excerpt: 'By another client', tags: ['Line', 'Knot', 'Cleat'] },
    })
  })

  it('are not published over another change of the same field', async () => {
    const { id } = await create()
    await save(id, { title: 'Mine', excerpt: 'Mine' })
    await change(id, { title: 'Theirs' })
    const rejected = await publish(id)
    expect([rejected.status, rejected.json]).toEqual([412, expect.objectContaining({ version: 2 })])
    expect((await live(id)).title).toBe('Theirs')
    expect((await put(id, { title: 'Mine', baseVersion: 9 })).status).toBe(412)
    expect((await save(id, { title: 'Mine', baseVersion: 1 })).workingCopy?.baseVersion).toBe(1)
    expect((await publish(id)).status).toBe(412)
    expect((await save(id, { title: 'Mine', baseVersion: 2 })).workingCopy?.baseVersion).toBe(2)
    expect((await publish(id)).json.data).toMatchObject({ title: 'Mine', excerpt: 'Mine', version: 3 })
  })

  it('are not started from an outdated post', async () => {
    const { id } = await create()
    await change(id, { content: 'Theirs' })
    const { status, json } = await put(id, { title: 'Mine', content: 'First text', baseVersion: 1 })
    expect([status, json.version]).toEqual([412, 2])
    expect((await asStaff(id)).workingCopy).toBeNull()
  })

  it('are published once', async () => {
    const { id } = await create()
    await save(id, { title: 'Changed' })
    const headers = { 'idempotency-key': `publish-${id}` }
    expect((await publish(id, {}, headers)).json.data.version).toBe(2)
    expect((await publish(id, {}, headers)).json.data.version).toBe(2)
    expect((await publish(id, { published: false }, headers)).status).toBe(422)
    expect(await revisions(id)).toHaveLength(3)
  })

  it('of two posts are published with the same idempotency key', async () => {
    const headers = { 'idempotency-key': 'shared' }
    for (const { id } of [await create(), await create()]) {
      await save(id, { title: 'Changed' })
      expect((await publish(id, {}, headers)).json.data).toMatchObject({
        title: 'Changed',
        workingCopy: null,
      })
    }
  })

  it('are published by a request without a body', async () => {
    const { id } = await create()
    await save(id, { title: 'Changed' })
    expect((await up.call('POST', path(id, '/publish'), { token, body: '{}' })).status).toBe(415)
    const published = await up.call('POST', path(id, '/publish'), { token })
    expect(published.json.data).toMatchObject({ title: 'Changed', published: true })
  })

  it('unpublish the post, or publish it again', async () => {
    const { id } = await create()
    await save(id, { title: 'Changed' })
    expect((await publish(id, { published: false })).json.data).toMatchObject({
      ...{ title: 'Changed', published: false },
    })
    await save(id, { title: 'Changed again' })
    expect((await publish(id)).json.data).toMatchObject({ title: 'Changed again', published: true })
  })

  it('reject what a post rejects, field by field', async () => {
    const { id } = await create()
    await create({ title: 'Taken', slug: 'taken-url' })
    const cases: [object, number, string][] = [
      [{ title: '' }, 422, 'title'],
      [{ slug: 'taken-url' }, 409, 'slug'],
      [{ category: 'none' }, 422, 'category'],
      [{ author: 'nobody' }, 422, 'author'],
      [{ content: `![](/api/media/${'a'.repeat(22)}-800.webp)` }, 422, 'content'],
    ]
    for (const [fields, expected, field] of cases) {
      const { status, json } = await put(id, fields)
      expect([status, Object.keys(json.fields)]).toEqual([expected, [field]])
    }
    await save(id, { slug: 'free-now' })
    await create({ title: 'Faster', slug: 'free-now' })
    const { status, json } = await publish(id)
    expect([status, json.fields]).toEqual([409, { slug: 'This URL is already taken.' }])
    expect((await live(id)).version).toBe(1)
  })

  it('are for anyone who may change the post', async () => {
    const [author, other] = [await up.signInAs('author'), await up.signInAs('author')]
    const { id } = await create({}, author)
    expect((await put(id, { title: 'Own' }, {}, author)).status).toBe(200)
    const calls: [string, string, object?][] = [
      ['GET', path(id)],
      ['PUT', path(id), { title: 'Mine' }],
      ['DELETE', path(id)],
      ['POST', path(id, '/publish'), {}],
    ]
    for (const [method, url, json] of calls) {
      expect((await up.call(method, url, { json })).status).toBe(401)
      expect((await up.call(method, url, { json, token: other })).status).toBe(403)
    }
    expect((await read(id)).title).toBe('Own')
    const { author: slug } = (await up.call('GET', '/api/auth/profile', { token: other })).json.data
    expect((await put(id, { author: slug }, {}, author)).status).toBe(403)
    await save(id, { author: slug })
    for (const fields of [{ title: 'Mine' }, { title: 'Still mine', author: slug }])
      expect((await put(id, fields, {}, author)).status).toBe(200)
    expect(await read(id)).toMatchObject({ title: 'Still mine', author: { slug } })
    const json = {}
    expect((await up.call('POST', path(id, '/publish'), { token: author, json })).status).toBe(403)
  })

  it('have the current slug of a renamed author', async () => {
    const author = await up.signInAs('author')
    const { id, author: former } = await create({}, author)
    expect((await put(id, { title: 'Changed', author: former.slug }, {}, author)).status).toBe(200)
    const renamed = { token: author, json: { name: 'Nell' }, headers: { 'if-match': '*' } }
    expect((await up.call('PUT', '/api/auth/profile', renamed)).json.data).toMatchObject({ slug: 'nell' })
    for (const fields of [{ title: 'Again' }, { title: 'Old tab', author: former.slug }]) {
      const { status, json } = await put(id, fields, {}, author)
      expect([status, json.data?.title, json.data?.author.slug]).toEqual([200, fields.title, 'nell'])
    }
    const { json } = await up.call('POST', path(id, '/publish'), { token: author, json: {} })
    expect(json.data).toMatchObject({ title: 'Old tab', author: { slug: 'nell' }, workingCopy: null })
    expect((await change(id, { author: former.slug })).json.data.author.slug).toBe('nell')
  })

  it('continue with the account that got the posts of a deleted user', async () => {
    const [author, heir] = [await up.signInAs('author'), await up.signInAs('author')]
    const idOf = async (as: string) => (await up.call('GET', '/api/auth/profile', { token: as })).json.data.id
    const { id } = await create({}, author)
    expect((await put(id, { title: 'Changed' }, {}, author)).status).toBe(200)
    const given = await up.call('DELETE', `/api/users/${await idOf(author)}?postsTo=${await idOf(heir)}`, {
      token,
    })
    expect(given.status).toBe(200)
    const saved = await put(id, { excerpt: 'By the heir' }, {}, heir)
    expect([saved.status, saved.json.error]).toEqual([200, undefined])
    const { json } = await up.call('POST', path(id, '/publish'), { token: heir, json: {} })
    expect(json.data).toMatchObject({ title: 'Changed', excerpt: 'By the heir', workingCopy: null })
    expect(json.data.author.slug).toBe((await live(id)).author.slug)
  })

  it('drop the choice of an author who was deleted', async () => {
    const chosen = (await up.call('GET', '/api/auth/profile', { token: await up.signInAs('author') })).json
      .data
    const { id, author } = await create({ title: 'Chosen' })
    await save(id, { title: 'Changed', author: chosen.slug })
    const preview = await up.call('POST', `/api/blogs/${id}/previews`, { token, json: { days: 1 } })
    const secret = { token: String(preview.json.data.url.split('/').at(-1)) }
    const open = async () => (await up.call('POST', '/api/previews/open', { json: secret })).json.data
    const { revision } = (await open()).review
    const review = { ...secret, revision, decision: 'approved', name: 'Ann Lee' }
    expect((await up.call('POST', '/api/previews/review', { json: review })).status).toBe(201)
    expect((await up.call('DELETE', `/api/users/${chosen.id}`, { token })).status).toBe(200)

    const changed = { title: 'Changed', author: { slug: author.slug } }
    expect(await read(id)).toMatchObject(changed)
    expect((await open()).post).toMatchObject(changed)
    const listed = (await up.call('GET', '/api/blogs?status=all&search=chosen', { token })).json.data.blogs
    expect(listed).toMatchObject([{ id, approval: 'approved' }])
    await save(id, { excerpt: 'Short' })
    expect((await publish(id)).json.data).toMatchObject({ ...changed, excerpt: 'Short', workingCopy: null })
  })

  it('stay with an archived or trashed post, and are deleted with it', async () => {
    const { id } = await create()
    await save(id, { title: 'Changed' })
    await up.call('POST', `/api/blogs/${id}/archive`, { token })
    expect((await read(id)).title).toBe('Changed')
    expect((await put(id, { title: 'Later' })).status).toBe(409)
    expect((await publish(id)).status).toBe(409)
    await up.call('POST', `/api/blogs/${id}/restore`, { token })
    expect((await publish(id)).json.data).toMatchObject({ title: 'Changed', published: true })
    await save(id, { title: 'Changed again' })
    const rows = await countRows('working_copies')
    await up.call('DELETE', `/api/blogs/${id}`, { token })
    await up.call('DELETE', `/api/blogs/${id}?forever=true`, { token })
    expect(await countRows('working_copies')).toBe(rows - 1)
  })

  it('keep their images, and release them afterwards', async () => {
    const { id } = await create()
    const cover = async () => {
      const coverImage = await imageFile('png', 900, 500)
      const form = toFormData({ coverAlt: 'x', coverImage, automatic: 'true' })
      return (await up.call('PUT', path(id), { token, form })).json.data.coverImage
    }
    const inline = toFormData({ file: await imageFile('webp', 500, 300) })
    const { url } = (await up.call('POST', '/api/media', { token, form: inline })).json.data
    const replaced = await cover()
    const first = await cover()
    await save(id, { content: `![x](${url})` })
    const db = await up.tables()
    await db.updateTable('media').set({ last_used_at: 1 }).execute()
    const purge = async () => change((await create({ title: 'Other' })).id, { title: 'Purges' })
    await purge()
    expect((await up.call('GET', replaced)).status).toBe(404)
    for (const image of [first, url]) expect((await up.call('GET', image)).status).toBe(200)
    await discard(id)
    await purge()
    for (const image of [first, url]) expect((await up.call('GET', image)).status).toBe(200)
    await up.call('DELETE', `/api/blogs/${id}?forever=true`, { token })
    await db.updateTable('media').set({ last_used_at: 1 }).execute()
    await purge()
    for (const image of [first, url]) expect((await up.call('GET', image)).status).toBe(404)
    expect(await countRows('working_copy_images')).toBe(0)
  })
})
