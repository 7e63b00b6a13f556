import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import pino from 'pino'
import { defaultSettings } from '#contract/default-settings.ts'
import { describeNotification, notificationListResponseSchema } from '#contract/notifications.ts'
import { postListResponseSchema } from '#contract/posts.ts'
import { openedPreviewSchema } from '#contract/previews.ts'
import { MAX_REVIEWS, reviewListResponseSchema } from '#contract/reviews.ts'
import { openDatabase } from '../db/open.ts'
import { composeNotifications, queueDueNotifications } from '../notifications/email.ts'
import { fireDue } from '../schedule/fire.ts'
import { databases, imageFile, startUpstream, toFormData, type TestUpstream } from '../testing/harness.ts'

const PASSWORD = 'harbor bells'
const HOUR_MS = 3_600_000

describe.each(databases)('reviews of previews on %s', (database) => {
  let up: TestUpstream
  let token: string
  let visitors = 0
  beforeAll(async () => {
    up = await startUpstream(database)
    token = await up.signIn()
  })
  afterAll(() => up.stop())

  const requireApproval = async (approvalRequired: boolean) => {
    const json = { ...defaultSettings, approvalRequired }
    expect((await up.call('PUT', '/api/settings', { token, json })).status).toBe(200)
  }
  beforeEach(() => requireApproval(false))

  const createPost = async (fields: object = {}, as = token) => {
    const json = { title: 'A draft', content: 'For the client', tags: ['Rope'], ...fields }
    const { status, json: body } = await up.call('POST', '/api/blogs', { token: as, json })
    expect(status).toBe(201)
    return body.data
  }
  const createStudy = async () => {
    const results = [{ figure: '2×', label: 'orders' }]
    const json = { title: 'A ferry', client: 'Line', summary: 'Sold out.', content: 'Text', results }
    return (await up.call('POST', '/api/case-studies', { token, json })).json.data
  }
  const change = (id: string, json: object, as = token) =>
    up.call('PUT', `/api/blogs/${id}`, { token: as, json })
  const share = async (path: string, json: object = {}, as = token) => {
    const response = await up.call('POST', `${path}/previews`, { token: as, json: { days: 7, ...json } })
    expect(response.status).toBe(201)
    return { id: response.json.data.id, secret: String(response.json.data.url.split('/').at(-1)) }
  }
  const open = async (secret: string, pass?: string) => {
    const response = await up.call('POST', '/api/previews/open', { json: { token: secret, pass } })
    const opened = openedPreviewSchema.parse(response.json).data
    if (opened.state !== 'post' && opened.state !== 'caseStudy') throw new Error(opened.state)
    if (!opened.review) throw new Error('There are no reviews')
    return opened.review
  }
  const send = (json: object, address = `visitor-${(visitors += 1)}`) =>
    up.call('POST', '/api/previews/review', {
      json: { decision: 'approved', name: 'Ann Lee', ...json },
      address,
    })
  /** Reviews the text that the link currently shows. */
  const review = async (secret: string, json: object = {}) => {
    const response = await send({ token: secret, revision: (await open(secret)).revision, ...json })
    expect(response.status).toBe(201)
    return response.json
  }
  const list = async (path: string) => {
    const { json } = await up.call('GET', `${path}/reviews`, { token })
    return reviewListResponseSchema.parse(json).data
  }
  const stateOf = async (path: string) => (await list(path)).state
  const inList = async (id: string) => {
    const { json } = await up.call('GET', '/api/blogs?status=all&limit=100', { token })
    return postListResponseSchema.parse(json).data.blogs.find((post) => post.id === id)?.approval
  }
  const profileOf = async (as: string) => (await up.call('GET', '/api/auth/profile', { token: as })).json.data
  const demote = async (editor: string) => {
    const json = { role: 'author' }
    await up.call('PUT', `/api/users/${(await profileOf(editor)).id}`, { token, json })
  }
  const pathOf = ({ id }: { id: string }) => `/api/blogs/${id}`
  const sharedPost = async (fields: object = {}) => {
    const post = await createPost(fields)
    const path = pathOf(post)
    return { post, path, ...(await share(path)) }
  }

  it('are limited for each link', async () => {
    const post = await createPost()
    const [flooded, other] = [await share(pathOf(post)), await share(pathOf(post))]
    const tables = await up.tables()
    const stored = tables.selectFrom('posts').select('id').where('public_id', '=', post.id)
    const { id: post_id } = await stored.executeTakeFirstOrThrow()
    const row = { post_id, case_study_id: null, preview_id: flooded.id }
    const rows = Array.from({ length: MAX_REVIEWS }, (_, n) => ({
      ...{ ...row, id: `flood-${n}`, decision: 'changesRequested', name: `Bot ${n}`, comment: 'x' },
      ...{ content_hash: 'x', tags: '[]', created_at: n },
    }))
    await tables.insertInto('reviews').values(rows).execute()
    const { revision } = await open(flooded.secret)
    expect((await send({ token: flooded.secret, revision })).status).toBe(409)
    await review(other.secret)
    expect((await list(pathOf(post))).state).toBe('approved')
  })

  it('approve a post, and are shown to readers, staff, the list and the activity log', async () => {
    const { post, path, secret } = await sharedPost({ title: 'For Leaf' })
    expect(await list(path)).toEqual({ state: 'none', required: false, reviews: [] })
    expect(await inList(post.id)).toBeUndefined()
    const { data, message } = await review(secret, { comment: ' Lovely.\r\nThanks ' })
    expect(message).toBe('Thank you. Your approval was sent.')
    const stored = { id: data.id, decision: 'approved', name: 'Ann Lee', comment: 'Lovely.\nThanks' }
    const { reviews, earlier } = await open(secret)
    expect({ reviews, earlier }).toEqual({ reviews: [{ ...stored, at: data.at }], earlier: null })
    expect(await list(path)).toEqual({
      state: 'approved',
      required: false,
      reviews: [{ ...stored, at: data.at, current: true }],
    })
    expect(await inList(post.id)).toBe('approved')
    const { activity } = (await up.call('GET', `/api/activity?object=${post.id}`, { token })).json.data
    expect(activity[0]).toMatchObject({
      kind: 'post.approved',
      person: { id: null, name: 'Ann Lee' },
      object: { name: 'For Leaf' },
    })
    const logged = await (await up.tables()).selectFrom('activity').selectAll().execute()
    expect(JSON.stringify(logged)).not.toContain('Ann Lee')
    const visitor = (await up.call('GET', '/api/blogs?limit=100')).text
    expect(visitor).not.toContain('approval')
  })

  it.each([
    ['title', { title: 'Another' }, { title: 'A draft' }],
    ['text', { content: 'Changed' }, { content: 'For the client' }],
    ['excerpt', { excerpt: 'Changed' }, { excerpt: '' }],
    ['tags', { tags: ['Hemp'] }, { tags: ['Rope'] }],
    ['texts for search engines', { seo: { title: 'Changed' } }, { seo: { title: '' } }],
  ])('are void after an edit of the %s, until it is taken back', async (_what, edit, back) => {
    const { post, path, secret } = await sharedPost()
    await review(secret)
    expect((await change(post.id, edit)).status).toBe(200)
    expect([await stateOf(path), await inList(post.id)]).toEqual(['void', 'void'])
    const { reviews, earlier } = await open(secret)
    expect(reviews).toEqual([])
    expect(earlier).toMatchObject({ decision: 'approved', name: 'Ann Lee' })
    await change(post.id, back)
    expect([await stateOf(path), await inList(post.id)]).toEqual(['approved', 'approved'])
  })

  it('remain valid after a change of category or date, a renamed tag, archiving and publishing', async () => {
    const { post, path, secret } = await sharedPost({ tags: [`Sail ${database}`, 'Old'] })
    await review(secret)
    await up.call('POST', '/api/categories', { token, json: { name: 'Boats' } })
    await change(post.id, { category: 'boats', plannedFor: '2199-01-01' })
    const details = await up.call('GET', `/api/tags?include=details&name=sail ${database}`, { token })
    const [tag] = details.json.data
    const renamed = await up.call('PUT', `/api/tags/${tag.id}`, { token, json: { name: 'Sails' } })
    expect(renamed.status).toBe(200)
    expect((await up.call('GET', path, { token })).json.data.tags).toEqual(['Sails', 'Old'])
    expect(await stateOf(path)).toBe('approved')
    await up.call('POST', `${path}/archive`, { token })
    await up.call('POST', `${path}/restore`, { token })
    expect(await stateOf(path)).toBe('approved')
    await change(post.id, { published: true })
    expect(await stateOf(path)).toBe('approved')
    expect(await inList(post.id)).toBeUndefined()
  })

  it('are void after the cover or the slug changed', async () => {
    const { post, path, secret } = await sharedPost()
    await review(secret)
    await change(post.id, { slug: `other-${database}` })
    expect(await stateOf(path)).toBe('void')
    await review(secret)
    const form = new FormData()
    form.set('coverImage', await imageFile('png', 900, 500))
    expect((await up.call('PUT', path, { token, form })).status).toBe(200)
    expect(await stateOf(path)).toBe('void')
    await review(secret)
    await change(post.id, { coverAlt: 'A pier' })
    expect(await stateOf(path)).toBe('void')
  })

  it('request changes with a comment, and notify the author and the person who shared the preview', async () => {
    const [author, sharer, other] = await Promise.all([
      up.signInAs('author'),
      up.signInAs('editor'),
      up.signInAs('editor'),
    ])
    const post = await createPost({ title: 'Rope' }, author)
    const { secret } = await share(pathOf(post), {}, sharer)
    const { revision } = await open(secret)
    const without = await send({ token: secret, revision, decision: 'changesRequested', comment: '  ' })
    expect([without.status, without.json.fields]).toEqual([
      422,
      { comment: 'Say in the comment what should change' },
    ])
    await review(secret, { decision: 'changesRequested', comment: 'Shorter, please.' })
    await review(secret)
    const told = async (as: string) =>
      notificationListResponseSchema
        .parse((await up.call('GET', '/api/notifications', { token: as })).json)
        .data.notifications.filter(({ object }) => object.id === post.id)
        .map(({ kind, actor }) => `${kind} by ${actor}`)
    const both = ['previewApproved by Ann Lee', 'changesRequested by Ann Lee']
    expect([await told(author), await told(sharer), await told(other)]).toEqual([both, both, []])
    const due = await (
      await up.tables()
    )
      .selectFrom('notifications')
      .select('due_at')
      .where('kind', 'in', ['previewApproved', 'changesRequested'])
      .execute()
    expect(due.map(({ due_at }) => due_at)).not.toContain(null)
    await up.call('DELETE', `${pathOf(post)}?forever=true`, { token })
    const { json } = await up.call('GET', '/api/notifications', { token: sharer })
    const [left] = notificationListResponseSchema.parse(json).data.notifications
    expect(left && describeNotification(left)).toEqual({
      text: 'A reader approved a preview',
      href: '/admin/notifications',
    })
  })

  it('notify nobody who shared the preview and may no longer edit the document', async () => {
    const [former, author, editor] = await Promise.all([
      up.signInAs('author'),
      up.signInAs('author'),
      up.signInAs('editor'),
    ])
    const post = await createPost({}, former)
    const study = await createStudy()
    const shared = [
      await share(pathOf(post), {}, former),
      await share(pathOf(post), {}, editor),
      await share(`/api/case-studies/${study.id}`, {}, editor),
    ]
    await change(post.id, { author: (await profileOf(author)).author })
    await demote(editor)
    for (const { id, secret } of shared)
      await review(secret, { decision: 'changesRequested', name: `Ann ${id}`, comment: 'In confidence.' })
    const comments = async (as: string) => {
      const { text } = await up.call('GET', '/api/notifications', { token: as })
      return text.split('In confidence.').length - 1
    }
    expect([await comments(former), await comments(editor), await comments(author)]).toEqual([0, 0, 2])
  })

  it('are hidden in earlier notifications of someone who may no longer edit the document', async () => {
    const [former, author, editor] = await Promise.all([
      up.signInAs('author'),
      up.signInAs('author'),
      up.signInAs('editor'),
    ])
    const [post, study] = [await createPost({}, former), await createStudy()]
    const shared = [
      await share(pathOf(post), {}, former),
      await share(`/api/case-studies/${study.id}`, {}, editor),
    ]
    for (const { secret } of shared)
      await review(secret, { decision: 'changesRequested', comment: 'In confidence.' })
    const own = await createPost({ title: 'My own' }, editor)
    await review((await share(pathOf(own), {}, editor)).secret)
    const tables = await up.tables()
    await queueDueNotifications(tables)
    await demote(editor)
    await change(post.id, { author: (await profileOf(author)).author })
    await change(post.id, { title: 'Renamed' })
    await up.call('PUT', `/api/case-studies/${study.id}`, { token, json: { title: 'Renamed' } })

    const sender = { siteUrl: 'https://site.example', from: { name: 'Halyard', address: 'a@site.example' } }
    const emailOf = async (as: string) => {
      const { email } = await profileOf(as)
      const rows = tables.selectFrom('outbox').selectAll().where('recipient', '=', email)
      return composeNotifications(tables, sender, await rows.executeTakeFirstOrThrow())
    }
    const listed = async (as: string) => {
      const { json } = await up.call('GET', '/api/notifications', { token: as })
      const { data, total } = notificationListResponseSchema.parse(json)
      const names = data.notifications.map(({ object }) => object.name)
      return { names, unread: data.unread, total }
    }
    expect(await listed(former)).toEqual({ names: ['A draft'], unread: 1, total: 1 })
    expect(await listed(editor)).toEqual({ names: ['My own'], unread: 1, total: 1 })
    expect(await emailOf(editor)).toMatchObject({ subject: 'Ann Lee approved “My own”' })
    expect((await emailOf(editor))?.text).not.toContain('In confidence.')
    expect(await emailOf(former)).toBeNull()
  })

  it('are both stored for two reviewers at once, and requested changes outweigh an approval', async () => {
    const { path, secret } = await sharedPost()
    const { revision } = await open(secret)
    const both = await Promise.all([
      send({ token: secret, revision, name: 'Ann' }),
      send({ token: secret, revision, name: 'Ben', decision: 'changesRequested', comment: 'No.' }),
      send({ token: secret, revision, name: 'Ann' }),
    ])
    expect(both.map(({ status }) => status)).toEqual([201, 201, 201])
    const { state, reviews } = await list(path)
    expect([state, reviews.map(({ name }) => name).sort()]).toEqual(['changesRequested', ['Ann', 'Ben']])
    await review(secret, { name: 'Ann', comment: 'Again.' })
    expect(await stateOf(path)).toBe('changesRequested')
    await review(secret, { name: 'BEN' })
    expect(await stateOf(path)).toBe('approved')
  })

  it('are rejected when the text changed meanwhile, and the next one is for the new text', async () => {
    const { post, path, secret } = await sharedPost()
    const { revision } = await open(secret)
    await change(post.id, { content: 'Changed meanwhile' })
    const stale = await send({ token: secret, revision })
    expect([stale.status, stale.json.error]).toEqual([
      409,
      'The text changed while you were reading it. Your response was not sent. Read the new text, then send it again.',
    ])
    expect((await list(path)).reviews).toEqual([])
    await review(secret)
    expect(await stateOf(path)).toBe('approved')
  })

  it('that race with an edit apply to the text before it', async () => {
    const { post, path, secret } = await sharedPost()
    const { revision } = await open(secret)
    const [sent] = await Promise.all([
      send({ token: secret, revision }),
      change(post.id, { content: 'Edited at the same time' }),
    ])
    expect([201, 409]).toContain(sent.status)
    expect(await stateOf(path)).toBe(sent.status === 201 ? 'void' : 'none')
  })

  it('need a valid link and its password', async () => {
    const { path, id, secret } = await sharedPost()
    const { revision } = await open(secret)
    const statusOf = async (json: object) => (await send({ revision, ...json })).status
    expect(await statusOf({ token: '0'.repeat(64) })).toBe(404)
    const tables = await up.tables()
    await tables.updateTable('previews').set({ expires_at: Date.now() }).where('id', '=', id).execute()
    expect(await statusOf({ token: secret })).toBe(410)
    const revoked = await share(path)
    await up.call('DELETE', `/api/previews/${revoked.id}`, { token })
    expect(await statusOf({ token: revoked.secret })).toBe(404)
    const locked = await share(path, { password: PASSWORD })
    const unlocking = { token: locked.secret, password: PASSWORD }
    const { pass } = (await up.call('POST', '/api/previews/unlock', { json: unlocking })).json.data
    const wrong = [{}, { pass: '' }, { pass: `${pass}x` }, { pass: 'x'.repeat(64) }]
    for (const json of wrong) expect(await statusOf({ token: locked.secret, ...json })).toBe(403)
    expect((await list(path)).reviews).toEqual([])
    expect(await statusOf({ token: locked.secret, pass })).toBe(201)
    await up.call('DELETE', `/api/previews/${locked.id}`, { token })
    expect((await list(path)).reviews).toHaveLength(1)
    const last = await share(path)
    await up.call('POST', `${path}/archive`, { token })
    expect(await statusOf({ token: last.secret })).toBe(410)
    await up.call('POST', `${path}/restore`, { token })
    await up.call('PUT', path, { token, json: { published: true } })
    expect(await statusOf({ token: last.secret })).toBe(409)
  })

  it('reject invalid input, and are limited for each address', async () => {
    const { path, secret } = await sharedPost()
    const { revision } = await open(secret)
    const valid = { token: secret, revision }
    const invalid = [
      [{ name: ' ' }, 'name'],
      [{ name: 'x'.repeat(101) }, 'name'],
      [{ name: 'Ann\nBcc: x' }, 'name'],
      [{ comment: 'x'.repeat(2001) }, 'comment'],
      [{ comment: 'a\u0000b' }, 'comment'],
      [{ decision: 'maybe' }, 'decision'],
      [{ decision: undefined }, 'decision'],
      [{ revision: 'x' }, 'revision'],
    ] as const
    for (const [json, field] of invalid) {
      const { status, json: body } = await send({ ...valid, ...json }, 'one-address')
      expect([status, Object.keys(body.fields)]).toEqual([422, [field]])
    }
    expect((await send({ ...valid, comment: 'x\r\n'.repeat(1000).slice(0, -2) }, 'long')).status).toBe(201)
    for (const _ of [1, 2]) await send({ ...valid, revision: 'a'.repeat(64) }, 'one-address')
    const statuses = []
    for (const comment of ['1', '2', '3', '4', '5', '6'])
      statuses.push((await send({ ...valid, comment }, 'one-address')).status)
    expect(statuses).toEqual([201, 201, 201, 201, 201, 429])
    expect((await list(path)).reviews).toHaveLength(6)
  })

  it('of case studies are bound to their text', async () => {
    const study = await createStudy()
    const path = `/api/case-studies/${study.id}`
    const { secret } = await share(path)
    await review(secret)
    expect(await list(path)).toMatchObject({ state: 'approved', required: false })
    const listed = async (as?: string) => {
      const { caseStudies } = (await up.call('GET', '/api/case-studies', { ...(as && { token: as }) })).json
        .data
      return caseStudies.filter(({ id }: { id: string }) => id === study.id)
    }
    expect(await listed(token)).toMatchObject([{ approval: 'approved' }])
    await up.call('PUT', path, { token, json: { summary: 'Sold out twice.' } })
    expect(await stateOf(path)).toBe('void')
    expect(await listed(token)).toMatchObject([{ approval: 'void' }])
    expect(await listed()).toEqual([])
    const { activity } = (await up.call('GET', `/api/activity?kind=caseStudy.approved`, { token })).json.data
    expect(activity[0].object.id).toBe(study.id)
  })

  it.each([
    ['title', { title: 'A barge' }, { title: 'A ferry' }],
    ['client', { client: 'Another line' }, { client: 'Line' }],
    ['content', { content: 'Changed' }, { content: 'Text' }],
    [
      'results',
      { results: [{ figure: '3×', label: 'orders' }] },
      { results: [{ figure: '2×', label: 'orders' }] },
    ],
    ['services', { services: ['Web Development'] }, { services: [] }],
    ['drawing', { drawing: { kind: 'bars', values: [1, 2], caption: 'Orders' } }, { drawing: null }],
    ['quote', { quote: { text: 'Good.', name: 'Ann', role: '' } }, { quote: null }],
  ])(
    'of a case study are void after an edit of its %s, until it is taken back',
    async (_what, edit, back) => {
      const path = `/api/case-studies/${(await createStudy()).id}`
      await review((await share(path)).secret)
      const stateAfter = async (json: object) => {
        expect((await up.call('PUT', path, { token, json })).status).toBe(200)
        return stateOf(path)
      }
      expect([await stateAfter(edit), await stateAfter(back)]).toEqual(['void', 'approved'])
    },
  )

  it('can be read by anyone who may change the document', async () => {
    const [author, other] = [await up.signInAs('author'), await up.signInAs('author')]
    const post = await createPost({}, author)
    const study = await createStudy()
    const read = async (as: string, path: string) =>
      (await up.call('GET', `${path}/reviews`, { token: as })).status
    expect([await read(author, pathOf(post)), await read(other, pathOf(post))]).toEqual([200, 403])
    expect(await read(author, `/api/case-studies/${study.id}`)).toBe(403)
    expect(await read(token, pathOf({ id: 'nothing' }))).toBe(404)
  })

  describe('when posts need approval', () => {
    beforeEach(() => requireApproval(true))

    it('no one, including owners, publishes or schedules an unapproved text', async () => {
      const json = { title: 'At once', content: 'x', published: true }
      const created = await up.call('POST', '/api/blogs', { token, json })
      expect([created.status, created.json.error]).toEqual([
        409,
        'This post cannot be published yet: Nobody has approved this text. Share a preview of the saved draft and ask for approval.',
      ])
      const { post, path, secret } = await sharedPost()
      expect((await list(path)).required).toBe(true)
      const publishAt = new Date(Date.now() + HOUR_MS).toISOString()
      const go = async () => [
        (await change(post.id, { publishAt })).status,
        (await change(post.id, { published: true })).status,
      ]
      expect(await go()).toEqual([409, 409])
      await review(secret, { decision: 'changesRequested', comment: 'Shorter.' })
      expect(await go()).toEqual([409, 409])
      await review(secret)
      const edited = await change(post.id, { content: 'Slipped in', published: true })
      expect([edited.status, edited.json.error]).toEqual([
        409,
        'This post cannot be published yet: The text changed after it was approved. Ask for approval again.',
      ])
      expect(await go()).toEqual([200, 200])
    })

    it('the text of a live post changes only after approval, while other fields can change freely', async () => {
      await requireApproval(false)
      const { post, path, secret } = await sharedPost({ published: true })
      await change(post.id, { content: 'Second text' })
      await requireApproval(true)
      expect((await change(post.id, { content: 'Third text' })).status).toBe(409)
      expect((await change(post.id, { unpublishAt: '2199-01-01T00:00:00Z' })).status).toBe(200)
      const restored = await up.call('POST', `${path}/revisions/1/restore`, { token })
      expect(restored.status).toBe(409)
      const copy = `${path}/working-copy`
      const publish = () => up.call('POST', `${copy}/publish`, { token, json: {} })
      expect((await up.call('PUT', copy, { token, json: { content: 'From the copy' } })).status).toBe(200)
      expect((await publish()).status).toBe(409)
      await review(secret)
      expect(await inList(post.id)).toBe('approved')
      await up.call('PUT', copy, { token, json: { tags: ['New tag'] } })
      expect([(await publish()).status, await inList(post.id)]).toEqual([409, 'void'])
      await review(secret)
      expect((await publish()).status).toBe(200)
      const live = (await up.call('GET', path)).json.data
      expect([live.content, live.tags]).toEqual(['From the copy', ['New tag']])
      expect(await stateOf(path)).toBe('approved')
      expect((await change(post.id, { published: false })).status).toBe(200)
    })

    it.each(['/blog', 'https://site.example/blog'])(
      'the own address of a live post below %s as its canonical address does not void an approval',
      async (blog) => {
        await requireApproval(false)
        const { post, path, secret } = await sharedPost({ published: true })
        await requireApproval(true)
        const copy = `${path}/working-copy`
        const save = (json: object) => up.call('PUT', copy, { token, json })
        const publish = async () => {
          await review(secret)
          return (await up.call('POST', `${copy}/publish`, { token, json: {} })).status
        }
        const seo = { canonical: `${blog}/${post.slug}` }
        expect((await save({ seo })).json.data.workingCopy).toBeNull()
        await save({ content: 'Second text', seo })
        expect(await publish()).toBe(200)
        const slug = `${post.slug}-moved`
        await save({ slug, seo: { canonical: `${blog}/${slug}` } })
        expect(await publish()).toBe(200)
        expect((await up.call('GET', path)).json.data).toMatchObject({
          slug,
          content: 'Second text',
          seo: {},
        })
      },
    )

    it('only the person who unpublished a live text can republish it without approval', async () => {
      await requireApproval(false)
      const publishChecks = ['excerpt' as const]
      const publishAgain = (id: string, as = token) => change(id, { published: true }, as)
      const draftLive = async (by = token) => {
        const { id } = await createPost({ published: true, excerpt: '' })
        await up.call('PUT', '/api/settings', {
          ...{ token, json: { ...defaultSettings, approvalRequired: true, publishChecks } },
        })
        expect((await change(id, { published: false }, by)).status).toBe(200)
        return id
      }
      const undone = await draftLive()
      expect((await publishAgain(undone)).status).toBe(200)
      expect((await change(undone, { title: 'Not approved' })).status).toBe(409)

      await requireApproval(false)
      const byOther = await draftLive(await up.signInAs('editor'))
      expect((await publishAgain(byOther)).status).toBe(409)

      await requireApproval(false)
      const edited = await draftLive()
      expect((await change(edited, { published: true, title: 'Slipped in' })).status).toBe(409)
      const form = toFormData({ published: 'true', coverImage: await imageFile('png', 90, 50) })
      expect((await up.call('PUT', pathOf({ id: edited }), { token, form })).status).toBe(409)
      await change(edited, { content: 'Slipped in' })
      expect((await publishAgain(edited)).status).toBe(409)

      await requireApproval(false)
      const late = await draftLive()
      const tables = await up.tables()
      const { id } = await tables
        .selectFrom('posts')
        .select('id')
        .where('public_id', '=', late)
        .executeTakeFirstOrThrow()
      const hourAgo = Date.now() - HOUR_MS
      await tables.updateTable('posts').set({ updated_at: hourAgo }).where('id', '=', id).execute()
      await tables
        .updateTable('post_revisions')
        .set({ created_at: hourAgo })
        .where('post_id', '=', id)
        .execute()
      expect((await publishAgain(late)).status).toBe(409)
    })

    it('case studies go live as approved, and are edited offline', async () => {
      const study = await createStudy()
      const path = `/api/case-studies/${study.id}`
      const put = async (json: object) => {
        const response = await up.call('PUT', path, { token, json })
        return [response.status, response.json.error]
      }
      const json = { ...study, title: 'Live at once', slug: undefined, published: true }
      const created = await up.call('POST', '/api/case-studies', { token, json })
      expect([created.status, created.json.error]).toEqual([
        409,
        'This case study cannot be published yet: Nobody has approved this text. Share a preview of the saved draft and ask for approval.',
      ])
      expect((await list(path)).required).toBe(true)
      expect((await put({ published: true }))[0]).toBe(409)
      const { secret } = await share(path)
      await review(secret)
      expect((await put({ published: true, summary: 'Slipped in' }))[0]).toBe(409)
      expect((await put({ published: true }))[0]).toBe(200)
      expect(await put({ summary: 'Edited live' })).toEqual([
        409,
        'Changes of a case study need approval. Take it offline first, then share a preview of it.',
      ])
      expect((await put({ published: false, summary: 'Edited offline' }))[0]).toBe(200)
      expect((await put({ published: true }))[0]).toBe(409)
      await requireApproval(false)
      expect((await put({ published: true }))[0]).toBe(200)
    })

    it('a schedule checks again when it fires', async () => {
      const { post, path, secret } = await sharedPost()
      await review(secret)
      const publishAt = new Date(Date.now() + HOUR_MS).toISOString()
      expect((await change(post.id, { publishAt })).status).toBe(200)
      expect((await change(post.id, { content: 'Edited since' })).status).toBe(200)
      expect(await inList(post.id)).toBe('void')
      const opened = openDatabase(up.config)
      const fire = () =>
        fireDue(opened, pino({ level: 'silent' }), 'https://site.example', Date.now() + 2 * HOUR_MS)
      const isPublished = async () => (await up.call('GET', path, { token })).json.data.published
      await fire()
      expect(await isPublished()).toBe(false)
      const { data } = (await up.call('GET', '/api/notifications', { token })).json
      expect(data.notifications[0]).toMatchObject({ kind: 'scheduleFailed', object: { id: post.id } })
      await review(secret)
      await opened.db.updateTable('post_schedules').set({ due_at: Date.now() }).execute()
      await fire()
      expect(await isPublished()).toBe(true)
      await opened.db.destroy()
    })
  })
})
