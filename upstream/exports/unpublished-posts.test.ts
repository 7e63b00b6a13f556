import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { databases, startUpstream, type TestUpstream } from '../testing/harness.ts'
import { runImport, uploadImport } from '../testing/transfer.ts'
import { zip } from '../testing/zip.ts'

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
