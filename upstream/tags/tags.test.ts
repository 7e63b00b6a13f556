import { isDeepStrictEqual } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { duplicateTagsResponseSchema, staffTagListResponseSchema, type StaffTag } from '#contract/tags.ts'
import { eventually } from '#testing/eventually.ts'
import { databases, startUpstream, type TestUpstream } from '../testing/harness.ts'

describe.each(databases)('tags on %s', (database) => {
  let up: TestUpstream
  let token: string
  beforeAll(async () => {
    up = await startUpstream(database)
    token = await up.signIn()
  })
  afterAll(() => up.stop())

  const create = async (title: string, tags: string[], published = true) => {
    const json = { title, content: `About ${title}`, tags, published }
    return (await up.call('POST', '/api/blogs', { json, token })).json.data
  }
  const read = async (id: string) => (await up.call('GET', `/api/blogs/${id}`, { token })).json.data
  const list = async (query = '') =>
    staffTagListResponseSchema.parse(
      (await up.call('GET', `/api/tags?include=details${query}`, { token })).json,
    )
  const names = async (query = '') => (await list(query)).data.map(({ name }) => name)
  const get = async (name: string): Promise<StaffTag> => {
    const found = (await list('&limit=200')).data.find((tag) => tag.name === name)
    if (!found) throw new Error(`There is no tag ${name}`)
    return found
  }
  const rename = async (name: string, to: string) =>
    up.call('PUT', `/api/tags/${(await get(name)).id}`, { token, json: { name: to } })
  const merge = async (from: string[], into: string, more: object = {}) => {
    const tags = await Promise.all(from.map(async (name) => (await get(name)).id))
    return up.call('POST', '/api/tags/merge', { token, json: { tags, into: (await get(into)).id, ...more } })
  }
  const visible = async (query: string) => {
    const { data, total, tag } = (await up.call('GET', `/api/blogs?${query}`)).json
    return { titles: data.blogs.map((post: { title: string }) => post.title), total, tag }
  }
  /** The response to a change waits at most a second for reindexing. */
  const expectFound = (search: string, titles: string[]) =>
    eventually(`${titles.join(' and ')} by ${search}`, async () =>
      isDeepStrictEqual((await visible(`search=${search}`)).titles, titles),
    )
  const changes = async () => (await up.changes.since(up.changes.latest - 1)).changes[0]?.tags ?? []

  it('are listed for staff with their posts and last use, searched, sorted and paged', async () => {
    await create('First', ['Šablona', 'Alpha list'])
    const { createdAt } = await create('Second', ['Alpha list', 'Zulu list'], false)
    expect(await get('Alpha list')).toEqual({
      id: expect.stringMatching(/^\d+$/),
      name: 'Alpha list',
      slug: 'alpha list',
      count: 2,
      published: 1,
      lastUsedAt: createdAt,
      formerSlugs: [],
      version: 1,
    })
    expect(await names('&name=SABLO')).toEqual(['Šablona'])
    expect(await names('&name=list')).toEqual(['Alpha list', 'Zulu list'])
    expect(await names('&name=list&sort=name&order=desc')).toEqual(['Zulu list', 'Alpha list'])
    expect(await names('&name=list&sort=posts&order=asc')).toEqual(['Zulu list', 'Alpha list'])
    expect((await names('&sort=used')).at(-1)).toBe('Šablona')
    expect(await names('&name=%2B')).toEqual([])
    expect(await list('&limit=2&page=2')).toMatchObject({ total: 3, totalPages: 2, data: [{}] })
    expect((await up.call('GET', '/api/tags?include=details')).status).toBe(401)
    expect((await up.call('GET', '/api/tags')).json.data).toContainEqual({ name: 'Alpha list', count: 1 })
    await create('Signs', ['C', 'C#', 'C++', '++'])
    for (const slug of ['c#', 'c++', '++', 'alpha list'])
      expect((await list(`&slug=${encodeURIComponent(slug)}`)).data.map((tag) => tag.slug)).toEqual([slug])
    expect(await names('&slug=alpha')).toEqual([])
  })

  it('have the date of their newest post after every change of posts and tags', async () => {
    const db = await up.tables()
    const used = async (name: string) => (await get(name)).lastUsedAt
    const expectNewest = async () => {
      const newest = await db
        .selectFrom('post_tags')
        .select(['tag_id', (eb) => eb.fn.max('created_at').as('time')])
        .groupBy('tag_id')
        .execute()
      const stored = await db.selectFrom('tags').select(['id', 'last_used_at']).execute()
      const times = new Map(newest.map(({ tag_id, time }) => [tag_id, time]))
      expect(stored.map(({ last_used_at }) => last_used_at)).toEqual(
        stored.map(({ id }) => times.get(id) ?? null),
      )
    }
    const older = await create('Older', ['Used', 'Former'])
    const newer = await create('Newer', ['Used'])
    const change = (json: object) => up.call('PUT', `/api/blogs/${newer.id}`, { token, json })
    expect(await used('Used')).toBe(newer.createdAt)
    await change({ tags: ['Former'] })
    expect([await used('Used'), await used('Former')]).toEqual([older.createdAt, newer.createdAt])
    await change({ tags: ['Used', 'Former'] })
    await up.call('DELETE', `/api/blogs/${newer.id}`, { token })
    expect(await used('Used')).toBe(older.createdAt)
    await expectNewest()
    await up.call('POST', `/api/blogs/${newer.id}/restore`, { token })
    expect(await used('Used')).toBe(newer.createdAt)
    await change({ tags: ['Used'] })
    await merge(['Used'], 'Former')
    expect(await used('Former')).toBe(newer.createdAt)
    await Promise.all(
      [1, 2, 3, 4].map(async (number) => {
        const { id } = await create(`Writer ${number}`, ['Former', `Writer ${number}`])
        await up.call('PUT', `/api/blogs/${id}`, { token, json: { tags: ['Former'] } })
        if (number > 2) await up.call('DELETE', `/api/blogs/${id}`, { token })
      }),
    )
    await expectNewest()
    await up.call('DELETE', `/api/blogs/${newer.id}`, { token })
    await up.call('DELETE', `/api/blogs/${newer.id}?forever=true`, { token })
    await expectNewest()
  })

  it('are the same with accents as one or two characters', async () => {
    const [composed, decomposed] = ['Voil\u00e9', 'Voile\u0301']
    await create('Composed', [composed])
    const { id, tags } = await create('Decomposed', [decomposed, composed])
    expect(tags).toEqual([composed])
    expect((await visible(`tag=${encodeURIComponent(decomposed)}`)).total).toBe(2)
    expect(await changes()).toContain(`related:${composed.toLowerCase()}`)
    await up.call('PUT', `/api/blogs/${id}`, { token, json: { tags: [decomposed, 'Rigging'] } })
    expect((await read(id)).tags).toEqual([composed, 'Rigging'])
    expect((await rename('Rigging', decomposed)).status).toBe(409)
  })

  it('are renamed with their posts, addresses and search', async () => {
    const post = await create('Knots', ['Old name', 'Other'])
    const { updatedAt, version } = await read(post.id)
    expect((await rename('Old name', 'Brandnew name')).json.data).toMatchObject({
      name: 'Brandnew name',
      slug: 'brandnew name',
      count: 1,
      formerSlugs: ['old name'],
    })
    expect(await read(post.id)).toMatchObject({
      tags: ['Brandnew name', 'Other'],
      updatedAt,
      version: version + 1,
    })
    expect(await changes()).toEqual(
      expect.arrayContaining(['posts', 'tag:old name', 'tag:brandnew name', 'related:old name']),
    )
    const found = { titles: ['Knots'], total: 1, tag: 'Brandnew name' }
    expect(await visible('tag=OLD+name')).toEqual(found)
    expect(await visible('tag=brandnew+NAME')).toEqual(found)
    await expectFound('brandnew', ['Knots'])
    await expectFound('"old name"', [])
    expect((await list()).reindexing).toBe(0)

    expect((await rename('Brandnew name', 'brandNEW name')).json.data.formerSlugs).toEqual(['old name'])
    expect((await rename('brandNEW name', 'Old name')).json.data).toMatchObject({
      slug: 'old name',
      formerSlugs: ['brandnew name'],
    })
    expect((await visible('tag=brandnew+name')).tag).toBe('Old name')
  })

  it('show the redirect until a visitor can see another tag of that name', async () => {
    await create('Moved', ['Before'])
    await rename('Before', 'After')
    const draft = await create('Draft', ['Before'], false)
    expect((await visible('tag=before')).tag).toBe('After')
    await up.call('PUT', `/api/blogs/${draft.id}`, { token, json: { published: true } })
    expect(await visible('tag=before')).toMatchObject({ tag: 'Before', titles: ['Draft'] })
    await up.call('DELETE', `/api/blogs/${draft.id}`, { token })
    expect((await visible('tag=before')).tag).toBe('After')
  })

  it('are not renamed to another tag, nothing or an invalid name', async () => {
    await create('Two', ['Taken', 'Wanting'])
    const conflict = await rename('Wanting', 'TAKEN')
    expect([conflict.status, conflict.json.fields.name]).toEqual([
      409,
      'There is already a tag “Taken”. Merge the two tags instead.',
    ])
    for (const name of [' ', 'x'.repeat(51), 'a\u0000', 5])
      expect(
        (await up.call('PUT', `/api/tags/${(await get('Taken')).id}`, { token, json: { name } })).status,
      ).toBe(422)
    for (const id of ['0', 'x', '999999999', '99999999999'])
      expect((await up.call('PUT', `/api/tags/${id}`, { token, json: { name: 'X' } })).status).toBe(404)
    expect(await names('&name=wanting')).toEqual(['Wanting'])
  })

  it('are merged, and posts with several of them keep one', async () => {
    const both = await create('Both', ['First of both', 'JS', 'JavaScript'])
    const one = await create('One', ['Js', 'Ecma script', 'Last'])
    const draft = await create('Unready', ['Ecma script'], false)
    await rename('Ecma script', 'ES')
    const preview = await merge(['JS', 'ES'], 'JavaScript', { preview: true })
    expect(preview.json.data).toMatchObject({ posts: 3, addresses: 3, tag: { count: 1 } })
    expect(await names('&name=js')).toEqual(['JS'])

    const merged = await merge(['JS', 'ES'], 'JavaScript')
    expect(merged.json.data).toMatchObject({
      posts: 3,
      tag: { name: 'JavaScript', count: 3, published: 2, formerSlugs: ['ecma script', 'es', 'js'] },
    })
    expect((await read(both.id)).tags).toEqual(['First of both', 'JavaScript'])
    expect((await read(one.id)).tags).toEqual(['JavaScript', 'Last'])
    expect((await read(draft.id)).version).toBe(3)
    expect(await visible('tag=ecma+script')).toEqual({ titles: ['One', 'Both'], total: 2, tag: 'JavaScript' })
    await expectFound('javascript', ['One', 'Both'])
    expect(await names('&name=js')).toEqual([])
    await up.call('DELETE', `/api/blogs/${one.id}`, { token })
    expect(await get('JavaScript')).toMatchObject({ count: 2, published: 1 })
  })

  it('are merged with a duplicate from before accents were one character', async () => {
    const composed = 'Entr\u00e9e'
    const old = 'Entre\u0301e'
    await create('Older menu', ['Starter'])
    await create('Newer menu', [composed])
    const { id } = await get('Starter')
    const db = await up.tables()
    await db
      .updateTable('tags')
      .set({ name: old, key: old.toLowerCase(), name_key: 'entree' })
      .where('id', '=', Number(id))
      .execute()
    const { json } = await up.call('GET', '/api/tags/duplicates', { token })
    const groups = duplicateTagsResponseSchema.parse(json).data
    const found = groups.find((group) => group.some(({ name }) => name === old))
    expect(found?.map(({ name }) => name).toSorted()).toEqual([old, composed].toSorted())
    await merge([composed], old)
    await create('Newest menu', [composed])
    expect(await get(composed)).toMatchObject({ id, count: 3, slug: composed.toLowerCase() })
    expect((await visible(`tag=${encodeURIComponent(old)}`)).total).toBe(3)
  })

  it('of drafts stay secret, also when they are renamed, merged and deleted', async () => {
    await create('Draft', ['Acme', 'Acme Corp'], false)
    await rename('Acme', 'Acme takeover')
    expect(await changes()).toEqual(['posts'])
    for (const name of ['acme', 'acme+takeover'])
      expect(await visible(`tag=${name}`)).toEqual({ titles: [], total: 0, tag: undefined })
    await merge(['Acme Corp'], 'Acme takeover')
    expect(await changes()).toEqual(['posts'])
    await up.call('DELETE', `/api/tags/${(await get('Acme takeover')).id}`, { token })
    expect(await changes()).toEqual(['posts'])
  })

  it('are merged once for each idempotency key', async () => {
    await create('Repeated', ['Rope', 'Ropes'])
    const json = { into: (await get('Rope')).id, tags: [(await get('Ropes')).id] }
    const headers = { 'idempotency-key': `merge-${database}` }
    const call = () => up.call('POST', '/api/tags/merge', { token, json, headers })
    const both = await Promise.all([call(), call()])
    const responses = [...both, await call()]
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200])
    for (const response of responses) expect(response.json).toEqual(both[0].json)
    expect(both[0].json.data).toMatchObject({ posts: 1, addresses: 1, tag: { name: 'Rope', count: 1 } })
    const log = (await up.tables()).selectFrom('activity').select('details').where('kind', '=', 'tag.merged')
    const changes = { tags: { from: ['Ropes'], to: 'Rope' } }
    const entries = (await log.execute()).filter(({ details }) => details === JSON.stringify({ changes }))
    expect(entries).toHaveLength(1)
    const another = { into: (await get('JavaScript')).id, tags: [json.into] }
    expect((await up.call('POST', '/api/tags/merge', { token, json: another, headers })).status).toBe(422)
    expect(await get('Rope')).toMatchObject({ count: 1 })
  })

  it('are merged only with others that exist', async () => {
    const { id } = await get('JavaScript')
    const call = async (json: object) => (await up.call('POST', '/api/tags/merge', { token, json })).status
    expect(await call({ into: id, tags: [id] })).toBe(422)
    expect(await call({ into: id, tags: [`0${id}`] })).toBe(422)
    expect(await call({ into: id, tags: [] })).toBe(422)
    expect(await call({ into: id })).toBe(422)
    expect(await call({ into: id, tags: Array.from({ length: 51 }, (_, n) => String(n)) })).toBe(422)
    expect(await call({ into: id, tags: ['999999999'] })).toBe(404)
    expect(await call({ into: '999999999', tags: [id] })).toBe(404)
    expect(await get('JavaScript')).toMatchObject({ count: 2 })
  })

  it('are not merged when one was deleted meanwhile, and the error names it', async () => {
    await create('Chosen', ['Chosen one', 'Chosen two', 'Chosen three'])
    const [one, two, three] = [await get('Chosen one'), await get('Chosen two'), await get('Chosen three')]
    await up.call('DELETE', `/api/tags/${two.id}`, { token })
    const inputs = [
      { into: one.id, tags: [three.id, two.id] },
      { into: one.id, tags: [three.id, two.id], preview: true },
      { into: two.id, tags: [one.id] },
    ]
    for (const json of inputs) {
      const rejected = await up.call('POST', '/api/tags/merge', { token, json })
      const error = '“Chosen two” does not exist. It may have been merged or deleted.'
      expect([rejected.status, rejected.json]).toEqual([404, { error }])
    }
  })

  it('are deleted from their posts, which stay', async () => {
    const post = await create('Stays', ['Unwanted', 'Kept'])
    const { id } = await get('Unwanted')
    const deleted = await up.call('DELETE', `/api/tags/${id}`, { token })
    expect([deleted.status, deleted.json.data]).toEqual([200, { id, posts: 1 }])
    expect(await read(post.id)).toMatchObject({ tags: ['Kept'], version: 2 })
    expect(await visible('tag=unwanted')).toMatchObject({ total: 0 })
    await expectFound('unwanted', [])
    expect((await up.call('DELETE', `/api/tags/${id}`, { token })).status).toBe(404)
  })

  it('are not suggested as duplicates after a dismissal, until one is renamed', async () => {
    await create('Dismissed', ['Bowline', 'Bowlines', 'Bowlinee'])
    const [one, two, three] = [await get('Bowline'), await get('Bowlines'), await get('Bowlinee')]
    const suggested = async () =>
      duplicateTagsResponseSchema
        .parse((await up.call('GET', '/api/tags/duplicates', { token })).json)
        .data.map((group) => group.map(({ name }) => name).toSorted())
        .filter((names) => names.some((name) => name.startsWith('Bowline')))
    const change = (tags: StaffTag[], dismissed: boolean, pairs?: unknown) =>
      up.call('PUT', '/api/tags/duplicates', {
        token,
        json: { tags: tags.map(({ id }) => id), dismissed, pairs },
      })
    expect(await suggested()).toEqual([['Bowline', 'Bowlinee', 'Bowlines']])
    expect((await change([one, { ...one, id: `0${one.id}` }], true)).status).toBe(422)

    const answers = await Promise.all([change([three, one, two], true), change([one, two, three], true)])
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    expect(await suggested()).toEqual([])
    await change([one, two, three], false)
    expect(await suggested()).toHaveLength(1)
    await change([one, two], true)
    expect(await suggested()).toHaveLength(1)
    const { pairs } = (await change([one, two, three], true)).json
    const pairOf = (...tags: StaffTag[]) => tags.map(({ id }) => id).toSorted((a, b) => Number(a) - Number(b))
    expect(pairs).toHaveLength(2)
    expect(pairs).toEqual(expect.arrayContaining([pairOf(one, three), pairOf(two, three)]))
    await change([one, two, three], false, pairs)
    expect((await change([one, two], false)).json.pairs).toEqual([pairOf(one, two)])
    await change([one, two, three], true)
    await rename('Bowlines', 'Bowlinés')
    expect(await suggested()).toEqual([['Bowline', 'Bowlinee', 'Bowlinés']])

    const log = (await up.tables()).selectFrom('activity').select(['kind', 'details'])
    const rows = await log
      .where('kind', 'in', ['tag.duplicatesDismissed', 'tag.duplicatesRestored'])
      .orderBy('id')
      .execute()
    expect(rows.map(({ kind }) => kind.split('.')[1])).toEqual([
      'duplicatesDismissed',
      'duplicatesRestored',
      'duplicatesDismissed',
      'duplicatesDismissed',
      'duplicatesRestored',
      'duplicatesRestored',
      'duplicatesDismissed',
    ])
    expect(JSON.parse(rows[2]?.details ?? '')).toEqual({
      changes: { tags: { from: ['Bowlines'], to: null } },
    })
    for (const tags of [[one], [one, one], [], Array.from({ length: 52 }, () => one)])
      expect((await change(tags, true)).status).toBe(422)
    expect((await change([one, { ...two, id: '999999999' }], true)).status).toBe(404)
    expect((await merge(['Bowlinés', 'Bowlinee'], 'Bowline')).status).toBe(200)
  })

  it('are changed by owners and editors only, and each change is in the activity log', async () => {
    await create('Guarded', ['Guarded tag', 'Other guarded'])
    const [{ id }, other] = [await get('Guarded tag'), await get('Other guarded')]
    const calls = [
      ['GET', '/api/tags/duplicates', undefined],
      ['PUT', '/api/tags/duplicates', { tags: [other.id, id], dismissed: false }],
      ['POST', '/api/tags/merge', { tags: [other.id], into: id }],
      ['PUT', `/api/tags/${id}`, { name: 'Guarded name' }],
      ['DELETE', `/api/tags/${id}`, undefined],
    ] as const
    const [author, editor] = [await up.signInAs('author'), await up.signInAs('editor')]
    for (const [method, path, json] of calls) {
      expect((await up.call(method, path, { json })).status).toBe(401)
      const refused = await up.call(method, path, { json, token: author })
      expect([refused.status, refused.json.error]).toEqual([403, 'Only owners and editors can do this.'])
    }
    expect((await up.call('GET', '/api/tags?include=details', { token: author })).status).toBe(200)
    for (const [method, path, json] of calls)
      expect((await up.call(method, path, { json, token: editor })).status).toBe(200)
    const db = await up.tables()
    const log = await db
      .selectFrom('activity')
      .selectAll()
      .where('object_id', '=', id)
      .orderBy('id')
      .execute()
    expect(log.map((row) => [row.kind, row.object_name, JSON.parse(row.details)])).toEqual([
      ['tag.merged', 'Guarded tag', { changes: { tags: { from: ['Other guarded'], to: 'Guarded tag' } } }],
      ['tag.renamed', 'Guarded name', { changes: { name: { from: 'Guarded tag', to: 'Guarded name' } } }],
      ['tag.deleted', 'Guarded name', {}],
    ])
  })

  it('are not renamed or deleted from an outdated version', async () => {
    await create('Guarded by version', ['Versioned'])
    const { id } = await get('Versioned')
    const change = (method: string, ifMatch: string, json?: object) =>
      up.call(method, `/api/tags/${id}`, { token, json, headers: { 'if-match': ifMatch } })
    const both = await Promise.all(['Mine', 'Theirs'].map((name) => change('PUT', '"v1"', { name })))
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 412])
    const name = both.find(({ status }) => status === 200)?.json.data.name
    const rejected = both.find(({ status }) => status === 412)
    expect([rejected?.json, rejected?.headers.get('etag')]).toEqual([
      { error: `“${name}” was changed by someone else. Reload to see the latest version.`, version: 2 },
      '"v2"',
    ])
    expect(await get(name)).toMatchObject({ id, version: 2 })
    expect((await change('DELETE', '"v1"')).status).toBe(412)
    expect((await change('PUT', '"v2"', { name: 'Unguarded' })).json.data.version).toBe(3)
    expect((await rename('Unguarded', 'Last name')).json.data.version).toBe(4)
    expect((await change('DELETE', '"v4"')).status).toBe(200)
  })

  it('are not merged from an outdated version', async () => {
    await create('Guarded merge', ['Merge one', 'Merge two', 'Merge three'])
    const tags = await Promise.all(['Merge one', 'Merge two', 'Merge three'].map(get))
    const versions = Object.fromEntries(tags.map(({ id, version }) => [id, version]))
    expect((await rename('Merge two', 'Merge renamed')).status).toBe(200)
    const preview = await merge(['Merge renamed'], 'Merge one', { preview: true })
    expect(preview.json.data).toMatchObject({
      tag: { version: 1 },
      merged: [{ name: 'Merge renamed', version: 2 }],
    })
    const rejected = await merge(['Merge renamed'], 'Merge one', { versions })
    expect([rejected.status, rejected.json]).toEqual([
      409,
      { error: '“Merge renamed” was changed by someone else. Check the tags and merge them again.' },
    ])
    expect((await merge(['Merge three'], 'Merge one', { versions })).json.data.tag.version).toBe(2)
    const stale = await merge(['Merge renamed'], 'Merge one', { versions: { [tags[0]?.id ?? '']: 1 } })
    expect(stale.status).toBe(409)
    expect((await merge(['Merge renamed'], 'Merge one')).status).toBe(200)
  })

  it('are consistent when two people change them at once', async () => {
    await create('Contested', ['Left', 'Right'])
    const [left, right] = [await get('Left'), await get('Right')]
    const call = (tags: string, into: string) =>
      up.call('POST', '/api/tags/merge', { token, json: { tags: [tags], into } })
    const statuses = (await Promise.all([call(left.id, right.id), call(right.id, left.id)])).map(
      ({ status }) => status,
    )
    expect(statuses.toSorted()).toEqual([200, 404])
    const [kept] = (await list('&limit=200')).data.filter(({ name }) => ['Left', 'Right'].includes(name))
    expect(kept).toMatchObject({ count: 1, formerSlugs: [kept?.name === 'Left' ? 'right' : 'left'] })

    const post = await create('Saved at once', ['Contested tag'])
    const save = up.call('PUT', `/api/blogs/${post.id}`, {
      token,
      json: { tags: ['Contested tag', 'More'] },
      headers: { 'if-match': '"v1"' },
    })
    const renamed = rename('Contested tag', 'Settled tag')
    const { status } = await save
    await renamed
    expect((await read(post.id)).tags).toEqual(status === 200 ? ['Settled tag', 'More'] : ['Settled tag'])
    const stale = await up.call('PUT', `/api/blogs/${post.id}`, {
      token,
      json: { tags: ['Contested tag'] },
      headers: { 'if-match': '"v1"' },
    })
    expect(stale.status).toBe(412)
  })
})
