import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import sharp from 'sharp'
import type { Import, ImportPost } from '#contract/imports.ts'
import { databases, imageFile, startUpstream, toFormData, type TestUpstream } from '../testing/harness.ts'
import { runImport, uploadImport } from '../testing/transfer.ts'
import { readZip, zip } from '../testing/zip.ts'

describe.each(databases)('posts that were at other addresses, on %s', (database) => {
  let up: TestUpstream
  let other: TestUpstream
  beforeAll(async () => {
    up = await startUpstream(database)
    other = await startUpstream(database)
  })
  afterAll(async () => {
    await up.stop()
    await other.stop()
  })

  const post = (id: string, title: string, slug: string, { content = 'Text', aliases = '' } = {}) =>
    `---\nid: "019c1c6e-7b00-7000-8000-00000000000${id}"\ntitle: "${title}"\nslug: "${slug}"\naliases: [${aliases}]\npublished: true\n---\n\n${content}\n`

  it('keep their dates and former slugs as drafts', async () => {
    const token = await up.signIn()
    const create = async (title: string, published: boolean) =>
      (await up.call('POST', '/api/blogs', { token, json: { title, content: 'x', published } })).json.data
    const { id } = await create('Rope', true)
    await create('Never public', false)
    for (const json of [{ slug: 'cordage' }, { published: false }])
      await up.call('PUT', `/api/blogs/${id}`, { token, json })
    const { createdAt, publishedAt } = (await up.call('GET', `/api/blogs/${id}`, { token })).json.data
    const headers = { authorization: `Bearer ${token}` }
    const file = await up.fetch(new Request('http://upstream/api/export', { method: 'POST', headers }))

    const owner = await other.signIn()
    const read = async (slug: string) =>
      (await other.call('GET', `/api/blogs/${slug}`, { token: owner })).json.data
    const bytes = new Uint8Array(await file.arrayBuffer())
    const imported = await uploadImport(other, owner, 'export.zip', bytes)
    await runImport(other, owner, imported.id, { publish: true })
    expect(await read('never-public')).toMatchObject({ published: false, publishedAt: null })
    const draft = await read('cordage')
    expect(draft).toMatchObject({ published: false, createdAt, publishedAt })

    const json = { title: 'Another', slug: 'rope', content: 'x' }
    const { status } = await other.call('POST', '/api/blogs', { token: owner, json })
    expect(status).toBe(409)
    await other.call('PUT', `/api/blogs/${draft.id}`, { token: owner, json: { published: true } })
    expect(await read('cordage')).toMatchObject({ published: true, createdAt, publishedAt })
  })

  it('have their unpublished changes beside them, which an import restores', async () => {
    const token = await up.signIn()
    const create = { title: 'Knots', content: 'As published', tags: ['rope'], published: true }
    const { id } = (await up.call('POST', '/api/blogs', { token, json: create })).json.data
    await up.call('POST', '/api/categories', { token, json: { name: 'Ties' } })
    const upload = async () =>
      (
        await up.call('POST', '/api/media', {
          token,
          form: toFormData({ file: await imageFile('png', 500, 300) }),
        })
      ).json.data
    const { id: mediaId, url } = await upload()
    const { id: coverMedia } = await upload()
    const images = async () => (await up.call('GET', '/api/export', { token })).json.data.images
    const before = await images()
    const json = {
      ...{
        title: 'Bends',
        content: `Not yet published ![Bend](${url}) [Rope](/blog/cordage)`,
        slug: 'bends',
      },
      ...{ tags: ['bend'], category: 'ties', coverMedia, coverAlt: 'A bend', seo: { title: 'All bends' } },
    }
    expect((await up.call('PUT', `/api/blogs/${id}/working-copy`, { token, json })).status).toBe(200)
    expect(await images()).toBe(before + 2)
    const headers = { authorization: `Bearer ${token}` }
    const file = await up.fetch(new Request('http://upstream/api/export', { method: 'POST', headers }))
    const bytes = new Uint8Array(await file.arrayBuffer())
    const files = [...(await readZip(bytes))]
    const read = (end: string) => files.find(([path]) => path.endsWith(end))?.[1].toString()
    expect(read('/posts/knots.md')).toContain('\nAs published\n')
    const changes = read('/posts/knots.changes.md')
    expect(changes).toContain(`id: "${id}"\ntitle: "Bends"\n`)
    expect(changes).toContain('published: false\n')
    expect(changes).toContain(`\nNot yet published ![Bend](../images/${mediaId}.webp)`)
    expect(files.map(([path]) => path)).toContainEqual(expect.stringContaining(`/images/${mediaId}.webp`))

    const owner = await other.signIn()
    const imported = await uploadImport(other, owner, 'export.zip', bytes)
    const checked: Import = imported.checked.json.data
    expect(checked.problems).toEqual([])
    expect(checked.posts.find(({ slug }) => slug === 'knots')?.problems).toEqual([
      'Its unpublished changes are imported as unpublished changes.',
    ])
    const done = await runImport(other, owner, imported.id, { publish: true })
    expect(done.posts.find(({ slug }) => slug === 'knots')).toMatchObject({ outcome: 'imported' })
    expect(done.posts.filter(({ slug }) => slug === 'bends')).toEqual([])
    expect((await other.call('GET', '/api/blogs/knots')).json.data).toMatchObject({
      ...{ title: 'Knots', content: 'As published', tags: ['rope'], category: null, cover: null },
    })
    expect((await other.call('GET', '/api/blogs/knots/working-copy')).status).toBe(401)
    const call = (method: string, path: string) =>
      other.call(method, `/api/blogs/knots/working-copy${path}`, { token: owner })
    const copy = (await call('GET', '')).json.data
    expect(copy).toMatchObject({
      ...{ title: 'Bends', slug: 'bends', tags: ['bend'], category: { name: 'Ties' } },
      ...{ cover: { alt: 'A bend', width: 500 }, seo: { title: 'All bends' } },
    })
    expect(copy.content).toBe(`Not yet published ![Bend](${copy.images[0].url}) [Rope](/blog/cordage)`)
    expect((await call('POST', '/publish')).status).toBe(200)
    expect((await other.call('GET', '/api/blogs/bends')).json.data).toMatchObject({ title: 'Bends' })
  })

  it('are imported without changes of another post and addresses that are used', async () => {
    const owner = await other.signIn()
    const texts = {
      ...{ 'hitch.md': post('1', 'Hitch', 'hitch'), 'hitch.changes.md': post('2', 'Hitches', 'hitch') },
      ...{ 'loop.md': post('3', 'Loop', 'loop'), 'loop.changes.md': post('3', 'Loops', 'hitch') },
    }
    const bytes = zip(Object.entries(texts).map(([path, content]) => ({ path: `posts/${path}`, content })))
    const { id, checked } = await uploadImport(other, owner, 'export.zip', bytes)
    expect(checked.json.data.posts.map(({ problems }: ImportPost) => problems)).toEqual([
      ['Its unpublished changes are left out: the file beside the post has another ID.'],
      ['Its unpublished changes are imported as unpublished changes.'],
    ])
    const { posts } = await runImport(other, owner, id)
    expect(posts[1]?.problems).toContain('Its unpublished changes keep its URL: hitch is used.')
    const read = (slug: string) => other.call('GET', `/api/blogs/${slug}/working-copy`, { token: owner })
    expect((await read('hitch')).status).toBe(404)
    expect((await read('loop')).json.data).toMatchObject({ title: 'Loops', slug: 'loop', published: false })
  })

  it('have links to themselves in their unpublished changes, which may have a former address', async () => {
    const owner = await other.signIn()
    const links = { content: '[A](/blog/eye-splice)' }
    const texts = {
      'splice.md': post('4', 'Splice', 'splice', { aliases: '/blog/eye-splice' }),
      'splice.changes.md': post('4', 'Splices', 'eye-splice', links),
      'lashing.md': post('5', 'Lashing', 'lashing'),
      'second.md': post('6', 'Lashing', 'lashing'),
      'second.changes.md': post('6', 'Lashings', 'lashing'),
    }
    const bytes = zip(Object.entries(texts).map(([path, content]) => ({ path: `posts/${path}`, content })))
    const { id } = await uploadImport(other, owner, 'export.zip', bytes)
    const { posts } = await runImport(other, owner, id)
    const imported = 'Its unpublished changes are imported as unpublished changes.'
    expect(posts.map(({ path, problems }) => [path, problems])).toEqual([
      ['posts/lashing.md', []],
      [
        'posts/second.md',
        [imported, expect.stringMatching(/^Another post in the file has the URL lashing:/)],
      ],
      ['posts/splice.md', [imported]],
    ])
    const read = async (slug: string) =>
      (await other.call('GET', `/api/blogs/${slug}/working-copy`, { token: owner })).json.data
    expect(await read('splice')).toMatchObject({ slug: 'eye-splice', content: '[A](/blog/splice)' })
    expect(await read('lashing-2')).toMatchObject({ title: 'Lashings', slug: 'lashing-2' })
  })

  it('share their images with their unpublished changes, which are decoded once', async () => {
    const owner = await other.signIn()
    const content = Buffer.from(await (await imageFile('png', 500, 300)).arrayBuffer())
    const countTasks = async (texts: Record<string, string>) => {
      const files = Object.entries(texts).map(([path, text]) => ({ path: `posts/${path}`, content: text }))
      const bytes = zip([...files, { path: 'posts/knot.png', content }])
      const { id } = await uploadImport(other, owner, 'export.zip', bytes)
      let changes = 0
      const count = () => (changes += 1)
      sharp.queue.on('change', count)
      await runImport(other, owner, id)
      sharp.queue.off('change', count)
      return changes
    }
    const shown = { content: '![Knot](knot.png)' }
    const single = await countTasks({ 'reef.md': post('7', 'Reef', 'reef', shown) })
    const both = await countTasks({
      'granny.md': post('8', 'Granny', 'granny', shown),
      'granny.changes.md': post('8', 'Grannies', 'granny', shown),
    })
    expect(single).toBeGreaterThan(0)
    expect(both).toBe(single)
    const read = async (path: string) =>
      (await other.call('GET', `/api/blogs/granny${path}`, { token: owner })).json.data
    expect((await read('/working-copy')).content).toBe((await read('')).content)
    expect((await read('')).images).toMatchObject([{ width: 500 }])
  })

  it('keep the addresses of an earlier import', async () => {
    const token = await up.signIn()
    const content = '---\ntitle: Moved\naliases: [/2019/05/moved/, "/?p=21", /notes/ä%3Ab]\n---\nx'
    const first = await uploadImport(up, token, 'old.zip', zip([{ path: 'posts/moved.md', content }]))
    await runImport(up, token, first.id)
    const headers = { authorization: `Bearer ${token}` }
    const file = await up.fetch(new Request('http://upstream/api/export', { method: 'POST', headers }))

    const owner = await other.signIn()
    const bytes = new Uint8Array(await file.arrayBuffer())
    const imported = await uploadImport(other, owner, 'export.zip', bytes)
    await runImport(other, owner, imported.id)
    const { json } = await other.call('GET', '/api/redirects?search=/blog/moved', { token: owner })
    expect(json.data.map(({ from }: { from: string }) => from).toSorted()).toEqual([
      '/2019/05/moved',
      '/?p=21',
      '/notes/ä:b',
    ])
  })
})
