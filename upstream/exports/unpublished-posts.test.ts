import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
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

  it('have their unpublished changes beside them, which an import leaves out', async () => {
    const token = await up.signIn()
    const create = { title: 'Knots', content: 'As published', published: true }
    const { id } = (await up.call('POST', '/api/blogs', { token, json: create })).json.data
    const form = toFormData({ file: await imageFile('png', 500, 300) })
    const { id: mediaId, url } = (await up.call('POST', '/api/media', { token, form })).json.data
    const images = async () => (await up.call('GET', '/api/export', { token })).json.data.images
    const before = await images()
    const edited = { token, json: { title: 'Bends', content: `Not yet published ![Bend](${url})` } }
    expect((await up.call('PUT', `/api/blogs/${id}/working-copy`, edited)).status).toBe(200)
    expect(await images()).toBe(before + 1)
    const headers = { authorization: `Bearer ${token}` }
    const file = await up.fetch(new Request('http://upstream/api/export', { method: 'POST', headers }))
    const bytes = new Uint8Array(await file.arrayBuffer())
    const files = [...(await readZip(bytes))]
    const read = (end: string) => files.find(([path]) => path.endsWith(end))?.[1].toString()
    expect(read('/posts/knots.md')).toContain('\nAs published\n')
    const changes = read('/posts/knots.changes.md')
    expect(changes).toContain(`id: "${id}"\ntitle: "Bends"\n`)
    expect(changes).toContain('published: false\n')
    expect(changes).toContain(`\nNot yet published ![Bend](../images/${mediaId}.webp)\n`)
    expect(files.map(([path]) => path)).toContainEqual(expect.stringContaining(`/images/${mediaId}.webp`))

    const owner = await other.signIn()
    const imported = await uploadImport(other, owner, 'export.zip', bytes)
    expect(imported.checked.json.data.problems).toContain('Unpublished changes of posts are left out: 1.')
    const done = await runImport(other, owner, imported.id, { publish: true })
    expect(done.posts.filter(({ slug }) => slug.startsWith('knots'))).toHaveLength(1)
    const stored = (await other.call('GET', '/api/blogs/knots', { token: owner })).json.data
    expect(stored).toMatchObject({ title: 'Knots', content: 'As published' })
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
