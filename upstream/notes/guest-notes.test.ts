import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { databases, startUpstream, type TestUpstream } from '../testing/harness.ts'
import { notesClient, texts, type NotesClient } from './testing/notes-client.ts'

describe.each(databases)('notes of guests on %s', (database) => {
  let up: TestUpstream
  let token: string
  let api: NotesClient
  beforeAll(async () => {
    up = await startUpstream(database)
    token = await up.signIn()
    api = notesClient(up, token)
  })
  afterAll(() => up.stop())

  it('with the link of a preview notify the author, and can be deleted by them', async () => {
    const author = await up.signInAs('author')
    const { id } = await api.createPost({ title: 'For a client' }, author)
    const secret = await api.share(id)
    const anchor = { quote: 'rope holds', before: 'The ', after: ' the sail' }
    expect((await api.asGuest(secret, { ...anchor })).status).toBe(201)
    expect(await api.notified(author)).toEqual([['note', '']])
    const [thread] = await api.readAsGuest(secret)
    expect(thread).toMatchObject({
      text: 'Which rope?',
      author: 'Leaf',
      guest: true,
      canEdit: false,
      canDelete: false,
      ...anchor,
    })
    await api.reply(thread?.id ?? '', 'The long one.', author)
    expect((await api.asGuest(secret, { text: 'Thanks', thread: thread?.id })).status).toBe(201)
    expect((await api.readAsGuest(secret))[0]?.replies.map(({ author: by, text }) => [by, text])).toEqual([
      ['author', 'The long one.'],
      ['Leaf', 'Thanks'],
    ])
    expect(await api.notified(author)).toHaveLength(2)
    const stored = JSON.stringify(await (await up.tables()).selectFrom('notifications').selectAll().execute())
    expect(stored).not.toContain('Leaf')
    expect((await api.change(thread?.id ?? '', { text: 'Mine' }, author)).status).toBe(403)
    expect(await api.remove(thread?.id ?? '', author)).toBe(200)
    expect(await api.readAsGuest(secret)).toEqual([])
  })

  it('need the password, a valid link and an unpublished post', async () => {
    const { id } = await api.createPost()
    const locked = await api.share(id, { password: 'harbor bells' })
    const { pass } = (
      await up.call('POST', '/api/previews/unlock', { json: { token: locked, password: 'harbor bells' } })
    ).json.data
    expect([(await api.asGuest(locked, {})).status, (await api.asGuest(locked, { pass })).status]).toEqual([
      403, 201,
    ])
    const { status, json } = await up.call('POST', '/api/previews/notes/list', { json: { token: locked } })
    expect([status, json]).toEqual([403, { error: 'Enter the password of this preview again.' }])
    expect(texts(await api.readAsGuest(locked, pass))).toEqual(['Which rope?'])
    const open = await api.share(id)
    const elsewhere = await api.add((await api.createPost()).id, { text: 'Of another post' })
    expect((await api.asGuest(open, { thread: elsewhere.id })).status).toBe(404)
    expect((await api.asGuest('0'.repeat(64), {})).status).toBe(404)
    await up.call('PUT', `/api/blogs/${id}`, { token, json: { published: true } })
    expect((await api.asGuest(open, {})).json).toEqual({
      error: 'This post is published, so its preview takes no more notes.',
    })
    await up.call('DELETE', `/api/blogs/${id}`, { token })
    expect((await api.asGuest(open, {})).status).toBe(410)
    const study = {
      title: 'A ferry',
      client: 'Line',
      summary: 'x',
      content: 'x',
      results: [{ figure: '2×', label: 'orders' }],
    }
    const { data } = (await up.call('POST', '/api/case-studies', { token, json: study })).json
    const created = await up.call('POST', `/api/case-studies/${data.id}/previews`, {
      token,
      json: { days: 1 },
    })
    expect((await api.asGuest(String(created.json.data.url).slice(-64), {})).json).toEqual({
      error: 'This preview has no notes.',
    })
  })

  it('and of staff have a rate limit', async () => {
    const { id } = await api.createPost()
    const thread = await api.add(id, { text: 'First' })
    const tables = await up.tables()
    const row = await tables
      .selectFrom('notes')
      .selectAll()
      .where('id', '=', thread.id)
      .executeTakeFirstOrThrow()
    const rows = Array.from({ length: 499 }, (_, index) => ({ ...row, id: `${database}-${index}` }))
    await tables.insertInto('notes').values(rows).execute()
    const full = await up.call('POST', `/api/blogs/${id}/notes`, { token, json: { text: 'One more' } })
    expect([full.status, full.json.error]).toEqual([
      409,
      'This post has too many notes. Delete some of them first.',
    ])
    await api.reply(thread.id, 'Replies still fit')

    const busy = await up.signInAs('editor')
    const other = (await api.createPost()).id
    const secret = await api.share(other)
    const write = async (times: number, send: () => Promise<{ status: number }>) => {
      for (let time = 0; time < times; time += 1) expect((await send()).status).toBe(201)
      return (await send()).status
    }
    expect(await write(30, () => api.asGuest(secret, {}, {}, '198.51.100.9'))).toBe(429)
    expect(
      await write(120, () =>
        up.call('POST', `/api/blogs/${other}/notes`, { token: busy, json: { text: 'x' } }),
      ),
    ).toBe(429)
  })
})
