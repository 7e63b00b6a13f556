import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { postSchema, type PostSummary } from '#contract/posts.ts'
import { DAY_MS } from '#contract/time.ts'
import { eventually } from '#testing/eventually.ts'
import { databases, imageFile, startUpstream, toFormData, type TestUpstream } from '../testing/harness.ts'

const withoutVersions = (value: unknown[]): unknown[] =>
  JSON.parse(JSON.stringify(value, (key, part) => (key === 'version' ? undefined : part)))

describe.each(databases)('the archive and the trash on %s', (database) => {
  let up: TestUpstream
  let token: string
  beforeAll(async () => {
    up = await startUpstream(database)
    token = await up.signIn()
  })
  afterAll(() => up.stop())

  const create = async (fields: object) => {
    const json = { content: 'A paragraph', published: true, ...fields }
    return postSchema.parse((await up.call('POST', '/api/blogs', { token, json })).json.data)
  }
  const archive = (id: string, options: object = { token }) =>
    up.call('POST', `/api/blogs/${id}/archive`, options)
  const restore = (id: string, options: object = { token }) =>
    up.call('POST', `/api/blogs/${id}/restore`, options)
  const remove = (id: string, query = '', options: object = { token }) =>
    up.call('DELETE', `/api/blogs/${id}${query}`, options)
  const read = async (ref: string, as?: string) =>
    up.call('GET', `/api/blogs/${ref}`, as === undefined ? {} : { token: as })
  const titles = async (query: string, as?: string): Promise<string[]> => {
    const { status, json } = await up.call('GET', `/api/blogs?${query}`, as ? { token: as } : {})
    expect([query, status]).toEqual([query, 200])
    return json.data.blogs.map(({ title }: PostSummary) => title)
  }

  it('remove a post from every list, count and search, and restore it unchanged', async () => {
    const category = { name: 'Ropes' }
    await up.call('POST', '/api/categories', { token, json: category })
    const tags = ['Hemp', 'Sisal']
    const post = await create({ title: 'Splicing', tags, category: 'ropes', excerpt: 'Short' })
    const other = await create({ title: 'Whipping', tags: ['Hemp'], category: 'ropes' })
    const author = post.author.slug
    const seen = async () => {
      const lists = ['', 'tag=hemp', 'category=ropes', `author=${author}`, 'search=splicing', 'sort=title']
      const found: unknown[] = []
      for (const as of [undefined, token])
        for (const query of [
          ...lists,
          'from=2020-01-01',
          'sort=oldest',
          'sort=views',
          'search=splic&sort=title',
        ])
          found.push([query, await titles(query, as)])
      for (const path of ['/api/tags', '/api/categories', '/api/authors', `/api/authors/${author}`])
        for (const as of [{}, { token }]) found.push((await up.call('GET', path, as)).json.data)
      found.push((await up.call('GET', '/api/tags?include=details', { token })).json.data)
      found.push((await up.call('GET', `/api/blogs/${other.slug}/related`)).json.data)
      found.push((await up.call('GET', '/api/stats', { token })).json.data.posts)
      found.push((await up.call('GET', '/api/blogs?search=splicng')).json.suggestions)
      found.push((await read(post.id, token)).json.data)
      return withoutVersions(found)
    }
    const before = await seen()
    expect(JSON.stringify(before)).toContain('Splicing')
    for (const move of [archive, remove]) {
      expect((await move(post.id)).status).toBe(200)
      expect(JSON.stringify((await seen()).slice(0, -1))).not.toMatch(/Splicing|Sisal/)
      expect((await titles('status=all', token)).includes('Splicing')).toBe(false)
      expect(await titles('status=draft', token)).toEqual([])
      expect((await restore(post.id)).status).toBe(200)
      expect(await seen()).toEqual(before)
    }
    for (const { id } of [post, other]) await remove(id, '?forever=true')
  })

  it('return a draft as a draft, and an archived post to the archive', async () => {
    const draft = await create({ title: 'Not ready', published: false })
    await remove(draft.id)
    expect((await restore(draft.id)).json.data).toMatchObject({ status: 'draft', published: false })
    const post = await create({ title: 'Ready' })
    await archive(post.id)
    await remove(post.id)
    expect((await read(post.id, token)).json.data).toMatchObject({ status: 'trash', published: false })
    expect((await restore(post.id)).json.data).toMatchObject({ status: 'archived' })
    expect((await restore(post.id)).json.data).toMatchObject({ status: 'published', published: true })
    expect((await restore(post.id)).json.data).toMatchObject({ status: 'published', version: 5 })
    for (const { id } of [draft, post]) await remove(id, '?forever=true')
  })

  it('respond with 410 for an archived post that was public, and 404 for all others', async () => {
    const post = await create({ title: 'Was public', slug: 'was-public' })
    await up.call('PUT', `/api/blogs/${post.id}`, { token, json: { slug: 'was-public-too' } })
    const draft = await create({ title: 'Never public', published: false })
    const statuses = async (refs: string[]) => Promise.all(refs.map(async (ref) => (await read(ref)).status))
    const refs = [post.id, 'was-public', 'was-public-too']
    await archive(post.id)
    await archive(draft.id)
    expect(await statuses(refs)).toEqual([410, 410, 410])
    expect(await statuses([draft.id, draft.slug])).toEqual([404, 404])
    expect((await read(post.slug)).json).toEqual({ error: 'This blog post is no longer available' })
    expect((await up.call('GET', `/api/blogs/${post.id}/related`)).status).toBe(410)
    const view = { json: { visitor: 'someone' } }
    expect((await up.call('POST', '/api/blogs/was-public/views', view)).status).toBe(410)
    await remove(post.id)
    expect(await statuses(refs)).toEqual([404, 404, 404])
    await restore(post.id)
    expect(await statuses(refs)).toEqual([410, 410, 410])
    await restore(post.id)
    expect(await statuses(refs)).toEqual([200, 200, 200])
    for (const { id } of [draft, post]) await remove(id, '?forever=true')
    expect(await statuses(refs)).toEqual([404, 404, 404])
  })

  it('are lists for staff, last removed first, with filters, a search and pages', async () => {
    const names = ['Oak', 'Pine', 'Élm tree']
    const posts = []
    for (const title of names)
      posts.push(await create({ title, tags: [`${title} tag`], excerpt: 'About wood' }))
    for (const { id } of posts.toReversed()) await remove(id)
    const [oak] = posts
    expect(await titles('status=trash', token)).toEqual(['Oak', 'Pine', 'Élm tree'])
    expect(await titles('status=trash&sort=title', token)).toEqual(['Élm tree', 'Oak', 'Pine'])
    expect(await titles('status=trash&limit=2&page=2', token)).toEqual(['Élm tree'])
    expect(await titles('status=trash&search=elm+wood', token)).toEqual(['Élm tree'])
    expect(await titles('status=trash&search=100%25', token)).toEqual([])
    expect(await titles('status=trash&search=%21', token)).toEqual([])
    expect(await titles('status=trash&tag=oak+tag', token)).toEqual(['Oak'])
    expect(await titles(`status=trash&author=${oak?.author.slug}&from=2020-01-01`, token)).toHaveLength(3)
    expect(await titles('status=trash&to=2020-01-01', token)).toEqual([])
    expect(await titles('status=trash&author=nobody', token)).toEqual([])
    expect(await titles('status=archived', token)).toEqual([])
    const [first] = (await up.call('GET', '/api/blogs?status=trash', { token })).json.data.blogs
    expect(first).toMatchObject({ status: 'trash', published: false, tags: ['Oak tag'] })
    const days = (Date.parse(first.purgeAt) - Date.parse(first.removedAt)) / DAY_MS
    expect(days).toBe(30)
    for (const { id } of posts) await remove(id, '?forever=true')
  })

  it('cannot be changed until they are restored, and keep their slug', async () => {
    const post = await create({ title: 'Locked', slug: 'locked' })
    const change = () => up.call('PUT', `/api/blogs/${post.id}`, { token, json: { title: 'Changed' } })
    await archive(post.id)
    const archived = await change()
    expect([archived.status, archived.json]).toEqual([
      409,
      { error: 'This post is archived. Restore it to change it.' },
    ])
    const json = { title: 'Locked', content: 'x', slug: 'locked' }
    const createAgain = () => up.call('POST', '/api/blogs', { token, json })
    expect((await createAgain()).json.fields).toEqual({ slug: 'An archived post has this URL.' })
    await remove(post.id)
    expect([(await change()).status, (await archive(post.id)).status]).toEqual([409, 409])
    const taken = await createAgain()
    expect([taken.status, taken.json.fields]).toEqual([409, { slug: 'A post in the trash has this URL.' }])
    expect((await create({ title: 'Locked' })).slug).toBe('locked-2')
    await remove(post.id, '?forever=true')
    expect((await createAgain()).status).toBe(201)
  })

  it('move a post only in the version that the client last read, and once', async () => {
    const post = await create({ title: 'Versions' })
    const stale = { token, headers: { 'if-match': '"v7"' } }
    for (const attempt of [archive(post.id, stale), restore(post.id, stale), remove(post.id, '', stale)])
      expect((await attempt).status).toBe(412)
    expect((await remove(post.id, '?forever=true', stale)).status).toBe(412)
    const fresh = { token, headers: { 'if-match': '"v1"' } }
    const moved = await archive(post.id, fresh)
    expect([moved.status, moved.headers.get('etag')]).toEqual([200, '"v2"'])
    expect((await remove(post.id)).json).toMatchObject({ data: { id: post.id, status: 'trash', version: 3 } })
    expect((await remove(post.id)).json).toMatchObject({ data: { status: 'trash', version: 3 } })
    const db = await up.tables()
    const kinds = await db
      .selectFrom('activity')
      .select('kind')
      .where('object_id', '=', post.id)
      .orderBy('id')
      .execute()
    expect(kinds.map(({ kind }) => kind)).toEqual(['post.published', 'post.archived', 'post.trashed'])
    await remove(post.id, '?forever=true')
    expect((await restore(post.id)).status).toBe(404)
  })

  it('keep counts exact when many callers move the same posts at once', async () => {
    const before = (await up.call('GET', '/api/stats', { token })).json.data.posts
    const posts = []
    for (let number = 0; number < 6; number += 1)
      posts.push(await create({ title: `Moved ${number}`, tags: ['Crowd', `Crowd ${number}`] }))
    const calls = posts.flatMap(({ id }, number) => [
      remove(id),
      restore(id),
      archive(id),
      up.call('PUT', `/api/blogs/${id}`, { token, json: { published: number % 2 === 0 } }),
      remove(id),
      restore(id),
    ])
    for (const { status } of await Promise.all(calls)) expect([200, 409]).toContain(status)
    for (const { id } of posts) {
      await restore(id)
      await restore(id)
    }
    const { total, published } = (await up.call('GET', '/api/stats', { token })).json.data.posts
    const all = await titles('limit=100', token)
    expect([total, all.length]).toEqual([before.total + 6, before.total + 6])
    expect((await titles('limit=100&status=published', token)).length).toBe(published)
    expect(await titles('tag=crowd', token)).toHaveLength(6)
    const db = await up.tables()
    for (const table of ['removed_posts', 'removed_post_tags'] as const)
      expect(await db.selectFrom(table).selectAll().execute()).toEqual([])
    for (const { id } of posts) await remove(id, '?forever=true')
    expect((await up.call('GET', '/api/tags', { token })).json.data).not.toContainEqual(
      expect.objectContaining({ name: 'Crowd' }),
    )
  })

  it('contain only their own posts for authors, who can delete permanently only from the trash', async () => {
    const tokens = { author: await up.signInAs('author'), other: await up.signInAs('author') }
    const json = { title: 'Mine', content: 'x' }
    const { data } = (await up.call('POST', '/api/blogs', { token: tokens.author, json })).json
    for (const attempt of [archive, restore, (id: string, options: object) => remove(id, '', options)]) {
      expect((await attempt(data.id, {})).status).toBe(401)
      expect((await attempt(data.id, { token: tokens.other })).status).toBe(403)
    }
    const own = { token: tokens.author }
    const direct = await remove(data.id, '?forever=true', own)
    expect([direct.status, direct.json]).toEqual([
      403,
      { error: 'Move the post to the trash before you delete it permanently.' },
    ])
    expect((await archive(data.id, own)).status).toBe(200)
    expect((await remove(data.id, '?forever=true', own)).status).toBe(403)
    expect((await remove(data.id, '', own)).status).toBe(200)
    expect((await remove(data.id, '?forever=true', { token: tokens.other })).status).toBe(403)
    expect((await remove(data.id, '?forever=true', own)).status).toBe(200)
    const editor = await up.signInAs('editor')
    const second = (await up.call('POST', '/api/blogs', { token: tokens.author, json })).json.data
    expect((await remove(second.id, '?forever=true', { token: editor })).status).toBe(200)
    expect((await read(second.id, editor)).status).toBe(404)
  })

  it('keep images in use, cover and text, until the post is deleted permanently', async () => {
    const file = await imageFile('png', 900, 600)
    const { url } = (await up.call('POST', '/api/media', { token, form: toFormData({ file }) })).json.data
    const coverImage = await imageFile('png', 500, 300)
    const form = toFormData({ title: 'Pictures', content: `![x](${url})`, coverImage })
    const { data } = (await up.call('POST', '/api/blogs', { token, form })).json
    const served = async () =>
      Promise.all([url, data.coverImage].map(async (path) => (await up.call('GET', path)).status))
    await archive(data.id)
    await remove(data.id)
    const db = await up.tables()
    await db.updateTable('media').set({ last_used_at: 0 }).execute()
    await remove((await create({ title: 'Another' })).id, '?forever=true')
    expect(await served()).toEqual([200, 200])
    await restore(data.id)
    expect((await read(data.id, token)).json.data.images).toHaveLength(1)
    await remove(data.id, '?forever=true')
    expect(await served()).toEqual([200, 404])
  })

  it('follow changes of their tags and their category', async () => {
    await up.call('POST', '/api/categories', { token, json: { name: 'Winds' } })
    const post = await create({ title: 'Trade winds', tags: ['Alpha', 'Beta', 'Gamma'], category: 'winds' })
    const live = await create({ title: 'Doldrums', tags: ['Alpha', 'Beta', 'Gamma', 'Delta'] })
    await archive(post.id)
    const tagId = async (name: string) =>
      (await up.call('GET', `/api/tags?include=details&name=${name}`, { token })).json.data[0]?.id
    await up.call('PUT', `/api/tags/${await tagId('alpha')}`, { token, json: { name: 'Alfa' } })
    const merge = { into: await tagId('delta'), tags: [await tagId('beta')] }
    expect((await up.call('POST', '/api/tags/merge', { token, json: merge })).status).toBe(200)
    await up.call('DELETE', `/api/tags/${await tagId('gamma')}`, { token })
    const [category] = (await up.call('GET', '/api/categories', { token })).json.data.filter(
      ({ slug }: { slug: string }) => slug === 'winds',
    )
    expect((await up.call('DELETE', `/api/categories/${category.id}`, { token })).status).toBe(200)
    expect(await titles('status=archived&search=alfa', token)).toEqual(['Trade winds'])
    const restored = (await restore(post.id)).json.data
    expect([restored.tags, restored.category]).toEqual([['Alfa', 'Delta'], null])
    expect(await titles('tag=delta')).toEqual(['Doldrums', 'Trade winds'])
    await eventually('both posts', async () => (await titles('search=alfa')).length === 2)
    expect(await titles('search=alfa')).toEqual(['Doldrums', 'Trade winds'])
    for (const { id } of [post, live]) await remove(id, '?forever=true')
  })

  it('do not prevent renaming another tag to one of theirs', async () => {
    const post = await create({ title: 'Hidden tag', tags: ['Harbor'] })
    const live = await create({ title: 'Shown tag', tags: ['Port'] })
    await remove(post.id)
    expect(await titles('tag=harbor', token)).toEqual([])
    const [port] = (await up.call('GET', '/api/tags?include=details&name=port', { token })).json.data
    const renamed = await up.call('PUT', `/api/tags/${port.id}`, { token, json: { name: 'Harbor' } })
    expect(renamed.status).toBe(200)
    expect((await restore(post.id)).json.data.tags).toEqual(['Harbor'])
    expect(await titles('tag=harbor')).toEqual(['Shown tag', 'Hidden tag'])
    for (const { id } of [post, live]) await remove(id, '?forever=true')
  })
})
