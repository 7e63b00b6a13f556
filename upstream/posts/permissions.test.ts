import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { databases, startUpstream, type TestUpstream } from '../testing/harness.ts'

describe.each(databases)('posts of others on %s', (database) => {
  let up: TestUpstream
  let tokens: Record<'author' | 'other' | 'editor' | 'owner', string>
  beforeAll(async () => {
    up = await startUpstream(database)
    tokens = {
      author: await up.signInAs('author'),
      other: await up.signInAs('author'),
      editor: await up.signInAs('editor'),
      owner: await up.signIn(),
    }
  })
  afterAll(() => up.stop())

  const create = async (token: string, fields = {}) =>
    up.call('POST', '/api/blogs', { token, json: { title: 'A post', content: 'Text', ...fields } })
  const authorOf = async (token: string): Promise<string> =>
    (await up.call('GET', '/api/auth/profile', { token })).json.data.author

  it('are read-only for authors, while editors and owners can change all', async () => {
    const { data } = (await create(tokens.author)).json
    const path = `/api/blogs/${data.id}`
    const ownPost = { error: 'You can only change your own posts. Ask an editor or an owner.' }
    const { other } = tokens
    expect((await up.call('GET', path, { token: other })).status).toBe(200)
    for (const attempt of [
      up.call('PUT', path, { token: other, json: { published: true } }),
      up.call('PUT', path, { token: other, json: { author: await authorOf(other) } }),
      up.call('PUT', path, { token: other, json: { title: 'x' }, headers: { 'if-match': '"v99"' } }),
      up.call('DELETE', path, { token: other }),
    ])
      expect([(await attempt).status, (await attempt).json]).toEqual([403, ownPost])
    const after = (await up.call('GET', path, { token: other })).json.data
    expect(after).toMatchObject({ published: false, version: data.version })
    for (const token of [tokens.author, tokens.editor, tokens.owner]) {
      expect((await up.call('PUT', path, { token, json: { published: true } })).status).toBe(200)
      expect((await up.call('PUT', path, { token, json: { published: false } })).status).toBe(200)
    }
    expect((await up.call('DELETE', path, { token: tokens.editor })).status).toBe(200)
  })

  it('cannot be created by an author under another name', async () => {
    const [own, others] = [await authorOf(tokens.author), await authorOf(tokens.other)]
    const foreign = await create(tokens.author, { author: others })
    expect([foreign.status, foreign.json.fields]).toEqual([
      403,
      { author: 'Only owners and editors can choose another author.' },
    ])
    const { status, json } = await create(tokens.author, { author: own })
    expect([status, json.data.author.slug]).toEqual([201, own])
    const path = `/api/blogs/${json.data.id}`
    const give = (token: string, author: string) => up.call('PUT', path, { token, json: { author } })
    expect((await give(tokens.author, others)).status).toBe(403)
    expect((await give(tokens.author, own)).status).toBe(200)
    expect((await give(tokens.editor, others)).status).toBe(200)
    expect((await up.call('DELETE', path, { token: tokens.author })).status).toBe(403)
  })

  it('are left out of a list with drafts=editable while they are drafts', async () => {
    const word = 'Hawser'
    for (const by of ['author', 'other'] as const)
      for (const published of [true, false])
        await create(tokens[by], { title: `${word} ${by} ${published ? 'live' : 'draft'}`, published })
    const titles = async (by: keyof typeof tokens, query: string) => {
      const { json } = await up.call('GET', `/api/blogs?drafts=editable&${query}`, { token: tokens[by] })
      return json.data.blogs.map(({ title }: { title: string }) => title.slice(word.length + 1))
    }
    const [live, draft] = ['other live', 'other draft']
    const editable = ['author live', 'author draft']
    for (const query of [`search=${word}`, `search=${word}&sort=oldest`])
      expect((await titles('author', query)).toSorted()).toEqual([live, ...editable].toSorted())
    expect(await titles('author', 'limit=3')).toEqual([live, ...editable.toReversed()])
    expect(await titles('editor', `search=${word}`)).toContain(draft)
    const all = await up.call('GET', '/api/blogs?drafts=editable&limit=1000', { token: tokens.author })
    expect(all.json.total).toBe(all.json.data.blogs.length)
  })

  it('are excluded from an author’s figures, as are messages and people', async () => {
    await up.call('POST', '/api/newsletter', { json: { email: 'r@example.com' }, address: 'a' })
    const stats = async (token: string) => (await up.call('GET', '/api/stats', { token })).json.data
    for (const hidden of ['messages', 'subscribers', 'users']) {
      expect(await stats(tokens.author)).not.toHaveProperty(hidden)
      expect(await stats(tokens.editor)).toHaveProperty(hidden)
    }
    expect(JSON.stringify(await stats(tokens.author))).not.toContain('r@example.com')
    expect(JSON.stringify(await stats(tokens.editor))).toContain('r@example.com')
  })
})
