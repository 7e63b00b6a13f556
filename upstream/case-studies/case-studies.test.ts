import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import {
  caseStudyListResponseSchema,
  caseStudyResponseSchema,
  MAX_CASE_STUDIES,
} from '#contract/case-studies.ts'
import { pageTags } from '#contract/changes.ts'
import { databases, imageFile, startUpstream, toFormData, type TestUpstream } from '../testing/harness.ts'

const study = {
  title: 'A ferry timetable',
  client: 'Bay Lines',
  summary: 'One timetable for nine islands.',
  content: '## Why\n\nNobody could read the old one.',
  results: [{ figure: '9', label: 'islands' }],
  services: ['Web Development'],
  published: true,
}

describe.each(databases)('case studies on %s', (database) => {
  let up: TestUpstream
  let token: string
  beforeAll(async () => {
    up = await startUpstream(database)
    token = await up.signIn()
  })
  afterAll(() => up.stop())

  const path = '/api/case-studies'
  const create = (json: object, headers = {}) => up.call('POST', path, { json, token, headers })
  const make = async (changes = {}): Promise<{ id: string; slug: string; version: number }> =>
    (await create({ ...study, ...changes })).json.data
  const update = (ref: string, json: unknown, headers = {}) =>
    up.call('PUT', `${path}/${ref}`, { json, token, headers })
  const titles = async (as?: string) => {
    const { json } = await up.call('GET', path, as === undefined ? {} : { token: as })
    return caseStudyListResponseSchema.parse(json).data.caseStudies.map(({ title }) => title)
  }
  const remove = (ref: string) => up.call('DELETE', `${path}/${ref}`, { token })
  const removeAll = async () => {
    for (const { id } of (await up.call('GET', path, { token })).json.data.caseStudies) await remove(id)
  }

  it('are empty on a new database without sample content', async () => {
    expect((await up.call('GET', path)).json).toEqual({ data: { caseStudies: [] }, total: 0, totalPages: 0 })
  })

  it('are created from the form of the editor, with a cover', async () => {
    const drawing = { kind: 'bars', values: [100, 140], caption: 'Before and after' }
    const lines = (lineBreak: string) => ['One', ...Array(240).fill('x'), 'timetable.'].join(lineBreak)
    const quote = { text: 'It\nsails.', name: 'Ada Brandt', role: '' }
    const form = toFormData({
      ...{ title: ' A ferry timetable ', client: 'Bay Lines', summary: lines('\r\n'), content: 'Text' },
      results: JSON.stringify([{ figure: ' 9 ', label: 'islands' }]),
      services: JSON.stringify(['Web Development', 'Mobile App Development', 'Web Development']),
      drawing: JSON.stringify(drawing),
      quote: JSON.stringify({ ...quote, text: 'It\r\nsails.' }),
      published: 'true',
      coverAlt: 'A ferry',
      coverImage: await imageFile('png', 900, 500),
    })
    const response = await up.call('POST', path, { form, token })
    expect([response.status, response.headers.get('etag')]).toEqual([201, '"v1"'])
    const { data } = caseStudyResponseSchema.parse(response.json)
    expect(data).toMatchObject({
      slug: 'a-ferry-timetable',
      title: 'A ferry timetable',
      summary: lines('\n'),
      results: [{ figure: '9', label: 'islands' }],
      services: ['Mobile App Development', 'Web Development'],
      drawing,
      quote,
      cover: { alt: 'A ferry', width: 900 },
      publishedAt: data.createdAt,
    })
    expect((await up.call('GET', `${path}/a-ferry-timetable`)).json).toEqual(response.json)
    const cover = data.cover?.sources[0]?.url ?? ''
    expect((await up.call('GET', cover)).status).toBe(200)
    const cleared = { removeCover: true, drawing: null, quote: null }
    expect((await update(data.id, cleared)).json.data).toMatchObject({
      cover: null,
      drawing: null,
      quote: null,
    })
    expect((await up.call('GET', cover)).status).toBe(404)
    const next = toFormData({ coverImage: await imageFile('png', 800, 500) })
    const replaced = await up.call('PUT', `${path}/${data.id}`, { form: next, token })
    expect(replaced.json.data.cover).toMatchObject({ alt: '', width: 800 })
    await remove(data.id)
  })

  it.each([
    ['no title', { title: ' ' }, 'title'],
    ['no client', { client: undefined }, 'client'],
    ['a long summary', { summary: 'x'.repeat(501) }, 'summary'],
    ['no content', { content: '\n' }, 'content'],
    ['content nested too deep', { content: '>'.repeat(200) }, 'content'],
    ['no results', { results: [] }, 'results'],
    ['five results', { results: Array(5).fill(study.results[0]) }, 'results'],
    ['a result without a figure', { results: [{ figure: '', label: 'islands' }] }, 'results'],
    ['an unknown service', { services: ['Sailing'] }, 'services'],
    ['a drawing with one bar', { drawing: { kind: 'bars', values: [1], caption: 'x' } }, 'drawing'],
    ['too many dots', { drawing: { kind: 'dots', values: [1e6], caption: 'x' } }, 'drawing'],
    ['a quote without a name', { quote: { text: 'x', name: '', role: '' } }, 'quote'],
    ['a malformed slug', { slug: 'A B' }, 'slug'],
    ['NUL', { client: 'a\u0000b' }, 'client'],
  ])('are rejected with %s', async (_, change, field) => {
    const response = await create({ ...study, ...change })
    expect(response.status).toBe(422)
    expect(Object.keys(response.json.fields)).toEqual([field])
    expect(response.json.error).not.toBe('')
    expect(await titles(token)).toEqual([])
  })

  it('are rejected when they use a missing image, and keep their images', async () => {
    const missing = '/api/media/AAAAAAAAAAAAAAAAAAAAAA-480.webp'
    const rejected = await create({ ...study, content: `![x](${missing})` })
    expect([rejected.status, rejected.json.fields.content]).toEqual([422, expect.stringContaining(missing)])

    const file = toFormData({ file: await imageFile('webp', 500, 300) })
    const { url } = (await up.call('POST', '/api/media', { token, form: file })).json.data
    const { id } = await make({ content: `![A map](${url})` })
    const { data } = caseStudyResponseSchema.parse((await up.call('GET', `${path}/${id}`)).json)
    expect(data.images).toEqual([expect.objectContaining({ url, width: 500 })])
    const db = await up.tables()
    await db.updateTable('media').set({ last_used_at: 0 }).execute()
    const other = toFormData({ file: await imageFile('webp', 50, 30) })
    await up.call('POST', '/api/media', { token, form: other })
    expect((await up.call('GET', url)).status).toBe(200)
    await remove(id)
    expect(await db.selectFrom('case_study_images').selectAll().execute()).toEqual([])
    // An open editor may still show it.
    await up.call('POST', '/api/media', { token, form: other })
    expect((await up.call('GET', url)).status).toBe(200)
  })

  it('are visible to visitors only when published', async () => {
    const { id, slug } = await make({ published: false })
    expect(await titles()).toEqual([])
    expect(await titles(token)).toEqual(['A ferry timetable'])
    for (const ref of [id, slug]) {
      expect((await up.call('GET', `${path}/${ref}`)).status).toBe(404)
      expect((await up.call('GET', `${path}/${ref}`, { token })).status).toBe(200)
    }
    const published = await update(id, { published: true })
    expect(published.json.data).toMatchObject({
      published: true,
      version: 2,
      publishedAt: expect.any(String),
    })
    expect(await titles()).toEqual(['A ferry timetable'])
    expect((await up.call('GET', path)).json.data.caseStudies[0]).not.toHaveProperty('content')
    const full = (await up.call('GET', `${path}?include=content`)).json.data.caseStudies
    expect(full[0].content).toBe(study.content)
    await remove(id)
    expect((await remove(id)).status).toBe(404)
  })

  it('are read by owners and editors only while they are not published', async () => {
    const draft = await make({ published: false, title: 'In confidence' })
    const live = await make()
    const read = async (as?: string) => {
      const by = as === undefined ? {} : { token: as }
      const { data } = (await up.call('GET', `${path}?include=content`, by)).json
      const ids = data.caseStudies.map(({ id }: { id: string }) => id)
      const refs = [draft.id, draft.slug, live.id]
      const statuses = refs.map(async (ref) => (await up.call('GET', `${path}/${ref}`, by)).status)
      return [ids, ...(await Promise.all(statuses))]
    }
    const ofVisitors = [[live.id], 404, 404, 200]
    expect(await read()).toEqual(ofVisitors)
    expect(await read(await up.signInAs('author'))).toEqual(ofVisitors)
    const ofStaff = [expect.arrayContaining([draft.id, live.id]), 200, 200, 200]
    expect(await read(await up.signInAs('editor'))).toEqual(ofStaff)
    await remove(draft.id)
    await remove(live.id)
  })

  it('are changed by owners and editors only', async () => {
    const { id } = await make()
    const author = await up.signInAs('author')
    const editor = await up.signInAs('editor')
    for (const call of [
      up.call('POST', path, { token: author, json: study }),
      up.call('PUT', `${path}/${id}`, { token: author, json: { title: 'x' } }),
      up.call('PUT', `${path}/order`, { token: author, json: { ids: [id] } }),
      up.call('DELETE', `${path}/${id}`, { token: author }),
    ])
      expect(await call).toMatchObject({ status: 403, json: { error: expect.stringContaining('editors') } })
    expect(await titles(author)).toEqual(['A ferry timetable'])
    const edited = await up.call('PUT', `${path}/${id}`, { token: editor, json: { title: 'Edited' } })
    expect(edited.json.data.title).toBe('Edited')
    for (const call of [
      up.call('POST', path, { json: study }),
      up.call('PUT', `${path}/${id}`, { json: { title: 'x' } }),
      up.call('PUT', `${path}/order`, { json: { ids: [id] } }),
      up.call('DELETE', `${path}/${id}`),
      up.call('DELETE', `${path}/${id}`, { token: 'made-up' }),
    ])
      expect((await call).status).toBe(401)
    for (const ref of ['unknown', '..%2Fblogs', '%E0%A4%A'])
      expect([400, 404]).toContain((await update(ref, { title: 'x' })).status)
    expect((await up.call('PUT', `${path}/${id}`, { token, body: '{}' })).status).toBe(415)
    await remove(id)
  })

  it('keep old slugs, which stay reserved', async () => {
    const first = await make()
    const second = await make()
    expect(second.slug).toBe('a-ferry-timetable-2')
    await update(first.id, { slug: 'timetable' })
    expect((await up.call('GET', `${path}/a-ferry-timetable`)).json.data.slug).toBe('timetable')
    for (const slug of ['a-ferry-timetable', 'timetable', 'order', 'new']) {
      const taken = await update(second.id, { slug })
      expect([slug, taken.status, taken.json.fields]).toEqual([
        slug,
        409,
        { slug: 'This URL is already taken.' },
      ])
    }
    expect((await make({ title: 'Order' })).slug).toBe('case-study-order')
    expect((await make({ title: '茶' })).slug).toBe('cha')
    await removeAll()
  })

  it('give up the former slug of a draft that was never public', async () => {
    const draft = await make({ published: false })
    await update(draft.id, { slug: 'another-timetable' })
    const second = await make({ slug: draft.slug })
    expect(second.slug).toBe(draft.slug)
    const found = await up.call('GET', `${path}/${draft.slug}`, { token })
    expect(found.json.data.id).toBe(second.id)
    expect((await update(draft.id, { slug: draft.slug })).status).toBe(409)
    await removeAll()
  })

  it('are limited in number', async () => {
    const { id: public_id } = await make()
    const db = await up.tables()
    const stored = db.selectFrom('case_studies').selectAll().where('public_id', '=', public_id)
    const row = await stored.executeTakeFirstOrThrow()
    const copies = Array.from({ length: MAX_CASE_STUDIES - 1 }, (_, n) => ({
      ...{ ...row, id: 1_000_000 + n, public_id: `copy-${n}`, slug: `copy-${n}` },
    }))
    for (let at = 0; at < copies.length; at += 30)
      await db
        .insertInto('case_studies')
        .values(copies.slice(at, at + 30))
        .execute()
    const { status, json } = await create(study)
    expect([status, json.error]).toEqual([409, 'There can be at most 200 case studies. Delete one first.'])
    await db.deleteFrom('case_studies').where('id', '>=', 1_000_000).execute()
    expect((await create(study)).status).toBe(201)
    await removeAll()
  })

  it('are created once for each idempotency key', async () => {
    const headers = { 'idempotency-key': 'once' }
    const [a, b] = await Promise.all([create(study, headers), create({ ...study }, headers)])
    expect([a.status, b.status]).toEqual([201, 201])
    expect(a.json.data.id).toBe(b.json.data.id)
    expect((await create({ ...study, title: 'Again' }, headers)).status).toBe(422)
    await removeAll()
  })

  it('are not overwritten by writers of an older version', async () => {
    const { id } = await make()
    const ifMatch = { 'if-match': '"v1"' }
    const both = await Promise.all([update(id, { title: 'A' }, ifMatch), update(id, { title: 'B' }, ifMatch)])
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 412])
    const lost = both.find(({ status }) => status === 412)
    expect(lost?.json).toMatchObject({ version: 2, updatedBy: 'Editorial team', error: expect.any(String) })
    expect(lost?.headers.get('etag')).toBe('"v2"')
    const gone = await up.call('DELETE', `${path}/${id}`, { token, headers: ifMatch })
    expect(gone.status).toBe(412)
    expect((await update(id, { title: 'C' }, { 'if-match': '"v2"' })).json.data.version).toBe(3)
    await removeAll()
  })

  it('are listed newest first until they are ordered', async () => {
    const ids: Record<string, string> = {}
    for (const title of ['One', 'Two', 'Three']) ids[title] = (await make({ title })).id
    expect(await titles()).toEqual(['Three', 'Two', 'One'])
    const order = (names: string[]) =>
      up.call('PUT', `${path}/order`, { token, json: { ids: names.map((name) => ids[name] ?? name) } })
    const ordered = await order(['Two', 'Three', 'One'])
    expect(ordered.json.data.caseStudies.map(({ title }: { title: string }) => title)).toEqual(
      await titles(token),
    )
    expect(await titles()).toEqual(['Two', 'Three', 'One'])
    expect((await up.call('GET', `${path}/${ids['Two']}`)).json.data.version).toBe(1)
    for (const wrong of [
      ['Two', 'Three'],
      ['Two', 'Three', 'Three'],
      ['Two', 'Three', 'One', 'four'],
    ])
      expect((await order(wrong)).status).toBe(409)
    expect((await order([])).status).toBe(422)
    const orders = [
      ['One', 'Two', 'Three'],
      ['Three', 'Two', 'One'],
    ]
    expect((await Promise.all(orders.map(order))).map(({ status }) => status)).toEqual([200, 200])
    expect(orders).toContainEqual(await titles())
    const seen = await titles()
    const toIds = (names: string[]) => names.map((name) => ids[name])
    const orderSeen = (names: string[]) =>
      up.call('PUT', `${path}/order`, {
        token,
        json: { ids: toIds(names), previousIds: toIds(seen) },
      })
    const both = await Promise.all([seen.toReversed(), ['Two', 'One', 'Three']].map(orderSeen))
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect(both.find(({ status }) => status === 409)?.json).toEqual({
      error: 'Someone else changed the order in the meantime. Check it and try again.',
    })
    await make({ title: 'Four' })
    expect((await titles()).at(0)).toBe('Four')
    await removeAll()
  })

  it('keep their version and dates when nothing changes, and log only changed fields', async () => {
    const { id } = await make()
    const { json } = await update(id, { ...study, client: 'Other' })
    const log = async () =>
      (await up.call('GET', `/api/activity?object=${id}`, { token })).json.data.activity.map(
        ({ fields }: { fields?: string[] }) => fields,
      )
    expect(await log()).toEqual([['client'], undefined])
    expect((await update(id, { ...study, client: 'Other' })).json).toEqual(json)
    expect(await log()).toHaveLength(2)
    await removeAll()
  })

  it('record the author of each change', async () => {
    const db = await up.tables()
    await db.deleteFrom('activity').execute()
    const { id } = await make({ published: false })
    await update(id, { client: 'Other' })
    await update(id, { published: true })
    await up.call('PUT', `${path}/order`, { token, json: { ids: [id] } })
    await remove(id)
    const rows = await db.selectFrom('activity').selectAll().orderBy('id').execute()
    expect(rows.map(({ kind, object_id, details }) => [kind, object_id, details])).toEqual([
      ['caseStudy.created', id, '{}'],
      ['caseStudy.changed', id, '{"fields":["client"]}'],
      ['caseStudy.published', id, '{"fields":["published"]}'],
      ['caseStudy.deleted', id, '{}'],
    ])
  })

  it('record which one moved in the order', async () => {
    const ids: Record<string, string> = {}
    for (const title of ['One', 'Two', 'Three', 'Four']) ids[title] = (await make({ title })).id
    const db = await up.tables()
    await db.deleteFrom('activity').execute()
    for (const order of ['Two Four Three One', 'Two Four Three One', 'Four Two One Three'])
      await up.call('PUT', `${path}/order`, {
        token,
        json: { ids: order.split(' ').map((title) => ids[title]) },
      })
    const rows = await db.selectFrom('activity').selectAll().orderBy('id').execute()
    expect(
      rows.map(({ object_id, object_name, details }) => [object_id, object_name, JSON.parse(details)]),
    ).toEqual([
      [ids['Two'], 'Two', { changes: { position: { from: 3, to: 1 } } }],
      [
        '',
        '',
        {
          changes: {
            order: {
              from: ['1. Two', '2. Four', '3. Three', '4. One'],
              to: ['1. Four', '2. Two', '3. One', '4. Three'],
            },
          },
        },
      ],
    ])
    await removeAll()
  })

  it('going live again are no longer missing at any of their addresses', async () => {
    const { id, slug } = await make()
    await update(id, { slug: 'ferries' })
    await update(id, { published: false })
    const refs = [id, slug, 'ferries', 'barges']
    const missing = refs.map((ref) => ({ path: `/work/${ref}`, referrer: '', linked: true, count: 1 }))
    await up.call('POST', '/api/redirects/hits', { json: { hits: [], missing } })
    const listed = async () =>
      (await up.call('GET', '/api/redirects/missing?search=/work/', { token })).json.data
    expect(await listed()).toHaveLength(4)
    await update(id, { published: true })
    expect(await listed()).toMatchObject([{ path: '/work/barges' }])
    await removeAll()
  })

  it('record the changed public pages', async () => {
    const changes = () => {
      const since = up.changes.latest
      return async () =>
        (await up.changes.since(since)).changes.map(({ tags, removes }) => ({ tags, removes }))
    }
    const tags = [pageTags.caseStudies]
    const draft = changes()
    const { id } = await make({ published: false })
    await update(id, { title: 'Still a draft' })
    expect(await draft()).toEqual([])
    const live = changes()
    await update(id, { published: true })
    await update(id, { title: 'Live' })
    await update(id, { slug: 'moved' })
    await update(id, { published: false })
    expect(await live()).toEqual([
      { tags, removes: false },
      { tags, removes: false },
      { tags, removes: true },
      { tags, removes: true },
    ])
    await removeAll()
  })
})
