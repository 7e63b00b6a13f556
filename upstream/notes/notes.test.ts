import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { noteResponseSchema } from '#contract/notes.ts'
import { databases, startUpstream, type TestUpstream } from '../testing/harness.ts'
import { notesClient, texts, type NotesClient } from './testing/notes-client.ts'

describe.each(databases)('notes on %s', (database) => {
  let up: TestUpstream
  let token: string
  let api: NotesClient
  beforeAll(async () => {
    up = await startUpstream(database)
    token = await up.signIn()
    api = notesClient(up, token)
  })
  afterAll(() => up.stop())

  it('are written on a quote, answered, edited, resolved, reopened and deleted', async () => {
    const { id } = await api.createPost()
    const anchor = { quote: 'holds', before: 'The rope **', after: '** the sail' }
    const thread = await api.add(id, { text: ' Does it? \r\n Really?', ...anchor })
    expect(thread).toMatchObject({
      text: 'Does it? \n Really?',
      author: 'Editorial team',
      guest: false,
      ...anchor,
    })
    expect(thread).toMatchObject({
      resolved: null,
      editedAt: null,
      canEdit: true,
      canDelete: true,
      replies: [],
    })
    const replied = await api.reply(thread.id, 'It does.')
    expect(replied.replies).toMatchObject([{ text: 'It does.', author: 'Editorial team' }])
    const answer = replied.replies[0]?.id ?? ''
    expect((await api.change(answer, { text: 'It does now.' })).json.data.replies).toMatchObject([
      { text: 'It does now.', editedAt: expect.any(String) },
    ])
    const resolved = noteResponseSchema.parse((await api.change(thread.id, { resolved: true })).json).data
      .resolved
    expect(resolved?.by).toBe('Editorial team')
    await api.change(thread.id, { resolved: true })
    expect((await api.list(id)).data.notes[0]?.resolved).toEqual(resolved)
    expect((await api.change(thread.id, { resolved: false })).json.data.resolved).toBeNull()
    const second = await api.add(id, { text: 'About all of it' })
    expect(await api.list(id)).toMatchObject({
      total: 2,
      totalPages: 1,
      data: { notes: [{ id: thread.id }, second] },
    })
    expect([await api.remove(answer), (await api.list(id)).data.notes[0]?.replies]).toEqual([200, []])
    await api.reply(thread.id, 'Again')
    expect([await api.remove(thread.id), await api.remove(thread.id)]).toEqual([200, 404])
    expect(texts((await api.list(id)).data.notes)).toEqual(['About all of it'])
    expect(
      await (await up.tables()).selectFrom('notes').select('text').where('text', '=', 'Again').execute(),
    ).toEqual([])
  })

  it('are for everyone who may edit the post, and edited only by their authors', async () => {
    const [author, other, editor] = [
      await up.signInAs('author'),
      await up.signInAs('author'),
      await up.signInAs('editor'),
    ]
    const { id } = await api.createPost({}, author)
    const own = await api.add(id, { text: 'By the author' }, author)
    const theirs = await api.add(id, { text: 'By an editor' }, editor)
    const message = 'You can only change your own posts. Ask an editor or an owner.'
    const calls = [
      ['GET', `/api/blogs/${id}/notes`, undefined],
      ['POST', `/api/blogs/${id}/notes`, { text: 'x' }],
      ['POST', `/api/notes/${own.id}/replies`, { text: 'x' }],
      ['PUT', `/api/notes/${own.id}`, { resolved: true }],
      ['DELETE', `/api/notes/${own.id}`, undefined],
    ] as const
    for (const [method, path, json] of calls) {
      const { status, json: body } = await up.call(method, path, { token: other, ...(json && { json }) })
      expect([method, path, status, body.error]).toEqual([method, path, 403, message])
    }
    expect((await api.list(id, author)).data.notes).toMatchObject([
      { canEdit: true, canDelete: true },
      { canEdit: false, canDelete: false },
    ])
    expect((await api.change(theirs.id, { text: 'Changed' }, author)).json.error).toBe(
      'You can only change your own notes.',
    )
    expect(await api.remove(theirs.id, author)).toBe(403)
    expect((await api.change(theirs.id, { resolved: true }, author)).status).toBe(200)
    expect((await api.change(own.id, { text: 'Changed' }, editor)).status).toBe(403)
    expect(await api.remove(own.id, editor)).toBe(200)
  })

  it('notify mentioned people and the other participants of a thread, once', async () => {
    const [author, editor, stranger] = [
      await up.signInAs('author'),
      await up.signInAs('editor'),
      await up.signInAs('author'),
    ]
    const [ada, bo] = [`Ada ${database}`, `Bo ${database}`]
    await api.rename(author, ada)
    await api.rename(editor, bo)
    await api.rename(stranger, `Cy ${database}`)
    const { id } = await api.createPost({ title: 'On rope' }, author)
    const names = (await api.list(id, editor)).data.people.map(({ name }) => name)
    expect(names).toEqual(expect.arrayContaining([ada, 'Editorial team']))
    expect(names).not.toContain(bo)
    expect(names).not.toContain(`Cy ${database}`)

    const thread = await api.add(id, { text: `@${ada}, and @Cy ${database}: is this right?` }, editor)
    expect(await api.notified(author)).toEqual([['mention', bo]])
    await api.reply(thread.id, 'It is.', author)
    expect(await api.notified(editor)).toEqual([['note', ada]])
    await api.reply(thread.id, `Thanks, @${ada}`, editor)
    expect(await api.notified(author)).toEqual([
      ['mention', bo],
      ['mention', bo],
    ])
    await api.change(thread.id, { text: `@${ada}: is this really right?` }, editor)
    expect(await api.notified(author)).toHaveLength(2)
    expect(await api.notified(stranger)).toEqual([])
    const due = await (
      await up.tables()
    )
      .selectFrom('notifications')
      .select(['kind', 'due_at'])
      .where('object_id', '=', id)
      .execute()
    expect(due.filter(({ kind }) => kind === 'mention').every(({ due_at }) => due_at !== null)).toBe(true)
    expect(due.filter(({ kind }) => kind === 'note').every(({ due_at }) => due_at === null)).toBe(true)
  })

  it('are kept through publishing and the trash, and deleted with the post permanently', async () => {
    const { id } = await api.createPost()
    const thread = await api.add(id, { text: 'Stays' })
    await api.reply(thread.id, 'Too')
    const stays = async () =>
      expect((await api.list(id)).data.notes).toMatchObject([{ text: 'Stays', replies: [{ text: 'Too' }] }])
    for (const json of [{ published: true }, { published: false }, { content: 'Other words' }]) {
      expect((await up.call('PUT', `/api/blogs/${id}`, { token, json })).status).toBe(200)
      await stays()
    }
    await up.call('DELETE', `/api/blogs/${id}`, { token })
    await stays()
    await up.call('POST', `/api/blogs/${id}/restore`, { token })
    await stays()
    await up.call('DELETE', `/api/blogs/${id}?forever=true`, { token })
    expect(
      await (
        await up.tables()
      )
        .selectFrom('notes')
        .select('id')
        .where('text', 'in', ['Stays', 'Too'])
        .execute(),
    ).toEqual([])
  })

  it('keep the names of deleted accounts and of people who resolved them', async () => {
    const editor = await up.signInAs('editor')
    await up.call('PUT', '/api/auth/profile', { token: editor, json: { name: 'Dee' } })
    const { id } = await api.createPost()
    const thread = await api.add(id, { text: 'From Dee' }, editor)
    await api.change(thread.id, { resolved: true }, editor)
    const { data } = (await up.call('GET', '/api/auth/profile', { token: editor })).json
    expect((await up.call('DELETE', `/api/users/${data.id}`, { token, json: {} })).status).toBe(200)
    expect((await api.list(id)).data.notes).toMatchObject([
      { author: 'Dee', guest: false, canEdit: false, canDelete: true, resolved: { by: 'Dee' } },
    ])
  })

  it('are stored once by a repeated request', async () => {
    const { id } = await api.createPost()
    const headers = { 'idempotency-key': `note-${database}` }
    const [first, again] = [
      await api.add(id, { text: 'Once' }, token, headers),
      await api.add(id, { text: 'Once' }, token, headers),
    ]
    expect(again.id).toBe(first.id)
    const path = `/api/blogs/${id}/notes`
    expect((await up.call('POST', path, { token, json: { text: 'Twice' }, headers })).status).toBe(422)
    const secret = await api.share(id)
    for (const _ of [1, 2]) expect((await api.asGuest(secret, {}, headers)).status).toBe(201)
    expect((await api.asGuest(secret, { text: 'Another note' }, headers)).status).toBe(422)
    expect(texts(await api.readAsGuest(secret))).toEqual(['Once', 'Which rope?'])
  })

  it('reject invalid input', async () => {
    const { id } = await api.createPost()
    const thread = await api.add(id, { text: 'A thread' })
    const answer = (await api.reply(thread.id, 'A reply')).replies[0]?.id ?? ''
    const posts = [
      {},
      { text: ' ' },
      { text: '\u200b' },
      { text: 'x'.repeat(2001) },
      { text: 'x', quote: 'x'.repeat(301) },
      { text: 'a\u0000' },
    ]
    for (const json of posts)
      expect((await up.call('POST', `/api/blogs/${id}/notes`, { token, json })).status).toBe(422)
    for (const json of [{}, { text: '' }, { resolved: 'yes' }])
      expect((await api.change(thread.id, json)).status).toBe(422)
    expect((await api.change(answer, { resolved: true })).json.error).toBe(
      'Only the first note of a thread can be resolved.',
    )
    const nested = await up.call('POST', `/api/notes/${answer}/replies`, { token, json: { text: 'x' } })
    expect(nested.status).toBe(404)
    const secret = await api.share(id)
    expect((await api.asGuest(secret, { name: 'L', text: '' })).json.fields).toEqual({
      name: 'Name must be at least 2 characters',
      text: 'Note is required',
    })
    expect(
      (await api.add(id, { text: 'x'.repeat(2000), quote: 'y'.repeat(300), before: 'z'.repeat(50) })).before,
    ).toBe('')
  })

  it('are in no public call', async () => {
    const words = 'unheard-of-words'
    const post = await api.createPost({ title: 'Public', published: true, tags: ['Rope'] })
    await api.add(post.id, { text: words, quote: 'holds' })
    const paths = ['', `/${post.id}`, `/${post.slug}`, `/${post.slug}/related`, '?search=unheard-of-words']
    for (const path of paths)
      for (const as of [{}, { token }])
        expect((await up.call('GET', `/api/blogs${path}`, as)).text).not.toContain(`"text":"${words}`)
    for (const path of ['/tags', '/authors', '/changes', '/settings'])
      expect((await up.call('GET', `/api${path}`)).text).not.toContain(words)
    expect((await up.call('GET', `/api/blogs/${post.id}/notes`)).status).toBe(401)
  })
})
