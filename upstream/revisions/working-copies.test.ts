import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals'
import { revisionListResponseSchema, revisionResponseSchema } from '#contract/revisions.ts'
import { databases, startUpstream, type TestUpstream } from '../testing/harness.ts'

describe.each(databases)('revisions of working copies on %s', (database) => {
  let up: TestUpstream
  let token: string
  let editor: string
  beforeAll(async () => {
    up = await startUpstream(database)
    token = await up.signIn()
    editor = await up.signInAs('editor')
  })
  afterAll(() => up.stop())

  const create = async (fields: object = {}): Promise<string> => {
    const json = { title: 'A post', content: 'First text', published: true, ...fields }
    return (await up.call('POST', '/api/blogs', { token, json })).json.data.id
  }
  const call = async (method: string, path: string, options: object = {}) => {
    const response = await up.call(method, `/api/blogs/${path}`, { token, ...options })
    expect([response.status, response.text]).toEqual([200, expect.any(String)])
    return response.json.data
  }
  const tab = crypto.randomUUID()
  const save = (id: string, json: object, as = token) =>
    call('PUT', `${id}/working-copy`, { json: { tab, ...json }, token: as })
  const autosave = (id: string, json: object, as?: string) => save(id, { automatic: true, ...json }, as)
  const publish = (id: string, as = token) =>
    call('POST', `${id}/working-copy/publish`, { json: {}, token: as })
  const change = (id: string, json: object) => call('PUT', id, { json })
  const list = async (id: string, query = '') => {
    const path = `/api/blogs/${id}/revisions?limit=100${query}`
    return revisionListResponseSchema.parse((await up.call('GET', path, { token })).json)
  }
  const read = async (id: string, number: number) => {
    const path = `/api/blogs/${id}/revisions/${number}`
    return revisionResponseSchema.parse((await up.call('GET', path, { token })).json).data
  }
  const restore = (id: string, number: number, headers: Record<string, string> = {}) =>
    up.call('POST', `/api/blogs/${id}/revisions/${number}/restore`, { token, headers })
  const live = async (id: string) => (await up.call('GET', `/api/blogs/${id}`)).json.data
  const copy = async (id: string) =>
    (await up.call('GET', `/api/blogs/${id}/working-copy`, { token })).json.data
  /** Newest first: the number, with P for published, W for working copy, A for automatic. */
  const marks = async (id: string) =>
    (await list(id)).data.map(
      ({ number, workingCopy, automatic }) => `${number}${automatic ? 'A' : workingCopy ? 'W' : 'P'}`,
    )
  async function later<T>(ms: number, action: () => Promise<T>): Promise<T> {
    const now = Date.now()
    const clock = jest.spyOn(Date, 'now').mockImplementation(() => now + ms)
    return action().finally(() => clock.mockRestore())
  }

  it('keep each explicit save with what it changed, and what each publication changed for visitors', async () => {
    const id = await create({ tags: ['Rope'] })
    await save(id, { content: 'Second text' }, editor)
    await save(id, { title: 'Changed' })
    await publish(id, editor)
    const { data, newest, version, copyVersion, published } = await list(id)
    expect({ newest, version, copyVersion, published }).toEqual({
      ...{ newest: 4, version: 2, copyVersion: 0, published: true },
    })
    expect(
      data.map(({ number, workingCopy, changed, author }) => [number, workingCopy, changed, author?.name]),
    ).toEqual([
      [4, false, ['title', 'content'], 'editor'],
      [3, true, ['title'], 'Editorial team'],
      [2, true, ['content'], 'editor'],
      [1, false, [], 'Editorial team'],
    ])
    const same = { title: 'Changed', content: 'Second text', tags: ['Rope'], published: true }
    expect(await read(id, 4)).toMatchObject({ ...same, previous: 1, automatic: false })
    expect(await read(id, 3)).toMatchObject({ ...same, previous: 2 })
    expect(await read(id, 2)).toMatchObject({ title: 'A post', content: 'Second text', previous: 1 })
  })

  it('are not added by saves without changes, or by changes of fields without revisions', async () => {
    const id = await create()
    await save(id, { title: 'A post' })
    await save(id, { unpublishAt: '2040-01-02T03:04:00.000Z' })
    expect(await marks(id)).toEqual(['1P'])
    await save(id, { title: 'Changed' })
    await save(id, { title: 'Changed' })
    await autosave(id, { title: 'Changed' }, editor)
    expect(await marks(id)).toEqual(['2W', '1P'])
    await save(id, { title: 'A post', unpublishAt: '' })
    expect(await list(id)).toMatchObject({ newest: 1, copyVersion: 0, total: 2 })
    await change(id, { title: 'A post' })
    expect(await marks(id)).toEqual(['2W', '1P'])
    await change(id, { excerpt: 'Short' })
    expect((await list(id)).data[0]).toMatchObject({ number: 3, changed: ['excerpt'] })
  })

  it('are added when only another author or time is published', async () => {
    const id = await create()
    await up.signInAs('author')
    await save(id, { author: 'author', unpublishAt: '2040-01-02T03:04:00.000Z' })
    expect(await marks(id)).toEqual(['1P'])
    await publish(id, editor)
    expect(await marks(id)).toEqual(['2P', '1P'])
    expect(await read(id, 2)).toMatchObject({
      ...{ author: { name: 'editor' }, changed: ['author', 'unpublishAt'], content: 'First text' },
    })
  })

  it('have at most one automatic save a minute of one author', async () => {
    const id = await create()
    await autosave(id, { content: 'a' })
    const [{ createdAt } = {}] = (await list(id)).data
    await autosave(id, { content: 'ab', title: 'Changed' })
    expect(await read(id, 2)).toMatchObject({ content: 'ab', createdAt, changed: ['title', 'content'] })
    await later(61_000, () => autosave(id, { content: 'abc' }))
    expect(await read(id, 2)).toMatchObject({ content: 'ab' })
    expect(await read(id, 3)).toMatchObject({ content: 'abc', changed: ['content'] })
    await autosave(id, { content: 'other tab', tab: crypto.randomUUID() })
    await autosave(id, { content: 'other person' }, editor)
    await call('PUT', `${id}/revisions/5`, { json: { name: 'Keep' } })
    await autosave(id, { content: 'after the name' }, editor)
    await save(id, { content: 'explicit' }, editor)
    await autosave(id, { content: 'automatic again' }, editor)
    expect(await marks(id)).toEqual(['8A', '7W', '6A', '5A', '4A', '3A', '2A', '1P'])
    const texts = await Promise.all([4, 5, 6, 7, 8].map(async (number) => (await read(id, number)).content))
    expect(texts).toEqual(['other tab', 'other person', 'after the name', 'explicit', 'automatic again'])
    expect(await list(id, '&automatic=false')).toMatchObject({ total: 2, data: [{ number: 7 }, {}] })
  })

  it('become explicit when the same text is saved explicitly', async () => {
    const id = await create()
    await autosave(id, { content: 'Second text' })
    await later(61_000, () => save(id, { content: 'Second text' }, editor))
    const { data } = await list(id)
    expect(data[0]).toMatchObject({ number: 2, automatic: false, workingCopy: true, changed: ['content'] })
    expect(data[0]?.author?.name).toBe('editor')
    expect(Date.parse(data[0]?.createdAt ?? '')).toBeGreaterThan(Date.now())
    expect(data).toHaveLength(2)
  })

  it('record when and by whom the changes were published', async () => {
    const id = await create()
    await autosave(id, { content: 'Second text' })
    await publish(id)
    expect(await marks(id)).toEqual(['2P', '1P'])
    await autosave(id, { content: 'Third text' })
    await publish(id, editor)
    await save(id, { content: 'Fourth text' })
    await call('PUT', `${id}/revisions/5`, { json: { name: 'Last words' } })
    await publish(id)
    expect(await marks(id)).toEqual(['6P', '5W', '4P', '3A', '2P', '1P'])
    expect(await read(id, 4)).toMatchObject({ author: { name: 'editor' }, changed: ['content'], previous: 2 })
    await autosave(id, { content: 'Fifth text' })
    await call('POST', `${id}/working-copy/publish`, { json: { published: false } })
    expect(await read(id, 7)).toMatchObject({
      ...{ workingCopy: false, automatic: false, published: false, changed: ['content', 'published'] },
    })
  })

  it('are kept when the changes are discarded, and restored without publishing', async () => {
    const id = await create({ tags: ['Rope'] })
    await save(id, { title: 'Changed', content: 'Second text', tags: ['Mast'] })
    await call('DELETE', `${id}/working-copy`)
    expect(await list(id)).toMatchObject({ newest: 1, copyVersion: 0, total: 2 })
    const before = await live(id)
    const db = await up.tables()
    const published = async () => (await db.selectFrom('changes').selectAll().execute()).length
    const changes = await published()
    const { data } = (await restore(id, 2)).json
    expect(data).toMatchObject({ title: 'A post', version: 1, workingCopy: { baseVersion: 1 } })
    expect(await live(id)).toEqual(before)
    expect(await published()).toBe(changes)
    const fields = { title: 'Changed', content: 'Second text', tags: ['Mast'] }
    expect(await copy(id)).toMatchObject(fields)
    expect(await marks(id)).toEqual(['2W', '1P'])
    await autosave(id, { content: 'Third text' })
    await restore(id, 2)
    expect(await marks(id)).toEqual(['4W', '3A', '2W', '1P'])
    expect(await read(id, 3)).toMatchObject({ content: 'Third text' })
    expect(await read(id, 4)).toMatchObject({ ...fields, restoredFrom: 2 })
    await publish(id)
    expect(await live(id)).toMatchObject({ ...fields, version: 2 })
  })

  it('are restored over unsaved states, which become revisions', async () => {
    const id = await create()
    await save(id, { content: 'Second text' })
    await save(id, { title: 'Mine', content: 'Third text' })
    await change(id, { excerpt: 'By another client' })
    expect((await restore(id, 2)).status).toBe(200)
    expect(await read(id, 5)).toMatchObject({
      ...{ title: 'Mine', content: 'Third text', excerpt: 'By another client', workingCopy: true },
    })
    expect(await copy(id)).toMatchObject({ title: 'A post', content: 'Second text', excerpt: '' })
    const db = await up.tables()
    const post = db.selectFrom('posts').select('id').where('public_id', '=', id)
    await db.deleteFrom('post_revisions').where('post_id', '=', post).execute()
    await save(id, { content: 'Fourth text' }, editor)
    expect(await marks(id)).toEqual(['2W', '1P'])
    expect(await read(id, 1)).toMatchObject({ content: 'First text', excerpt: 'By another client' })
  })

  it('are not restored over newer changes, or twice', async () => {
    const id = await create()
    await save(id, { content: 'Second text' })
    const { copyVersion } = await list(id)
    await save(id, { content: 'Third text' })
    const stale = await restore(id, 2, { 'if-match': `"v${copyVersion}"` })
    expect([stale.status, (await copy(id)).content]).toEqual([412, 'Third text'])
    const headers = { 'if-match': `"v${(await list(id)).copyVersion}"`, 'idempotency-key': `copy-${id}` }
    for (const attempt of [await restore(id, 2, headers), await restore(id, 2, headers)])
      expect(attempt.status).toBe(200)
    expect(await marks(id)).toEqual(['4W', '3W', '2W', '1P'])
    const other = await up.signInAs('author')
    const path = `/api/blogs/${id}/revisions/2/restore`
    expect((await up.call('POST', path, { token: other })).status).toBe(403)
  })

  it('are restored into a post that is a draft now, replacing its changes', async () => {
    const id = await create()
    await save(id, { content: 'Second text' })
    await change(id, { published: false })
    await save(id, { title: 'Mine' })
    const { version } = await list(id)
    const { status, json } = await restore(id, 2, { 'if-match': `"v${version}"` })
    expect(status).toBe(200)
    expect(json.data).toMatchObject({ content: 'Second text', published: false, workingCopy: null })
    expect(await marks(id)).toEqual(['5P', '4W', '3P', '2W', '1P'])
    expect(await read(id, 4)).toMatchObject({ title: 'Mine', content: 'Second text' })
    expect(await read(id, 5)).toMatchObject({ restoredFrom: 2, previous: 3, changed: ['content'] })
  })

  it('are saved with the working copy or not at all', async () => {
    const id = await create()
    await save(id, { content: 'Second text' })
    const db = await up.tables()
    const post = db.selectFrom('posts').select('id').where('public_id', '=', id)
    const newest = db.updateTable('post_revisions').where('number', '=', 2).where('post_id', '=', post)
    await newest.set({ document: Buffer.from('damaged') }).execute()
    for (const json of [{ content: 'Third text' }, { content: 'Third text', automatic: true }])
      expect((await up.call('PUT', `/api/blogs/${id}/working-copy`, { token, json })).status).toBe(500)
    expect((await restore(id, 2)).status).toBe(500)
    expect(up.logs.splice(0)).toHaveLength(3)
    expect(await copy(id)).toMatchObject({ content: 'Second text' })
    expect(await marks(id)).toEqual(['2W', '1P'])
  })

  it('are numbered one after another when many save at once', async () => {
    const id = await create()
    const saves = Array.from({ length: 12 }, (_, index) =>
      save(id, { content: `Text ${index}`, automatic: index % 2 === 0 }),
    )
    await Promise.all(saves)
    const { data } = await list(id)
    expect(data.map(({ number }) => number)).toEqual(
      Array.from({ length: data.length }, (_, index) => data.length - index),
    )
    for (const { number } of data.slice(0, -1)) expect((await read(id, number)).content).toMatch(/^Text \d+$/)
    expect((await read(id, data.length)).content).toBe((await copy(id)).content)
  })
})
