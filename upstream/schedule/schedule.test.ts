import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import pino from 'pino'
import { addDays, toDay } from '#contract/calendar.ts'
import { defaultSettings } from '#contract/default-settings.ts'
import type { CalendarPost } from '#contract/schedule.ts'
import { eventually } from '#testing/eventually.ts'
import { openDatabase, type OpenDatabase } from '../db/open.ts'
import { admin, databases, startUpstream, toFormData, type TestUpstream } from '../testing/harness.ts'
import { fireDue } from './fire.ts'

const HOUR_MS = 3_600_000
const siteUrl = 'http://localhost:3000'
const silent = pino({ level: 'silent' })
const iso = (time: number) => new Date(time).toISOString()

describe.each(databases)('scheduled posts on %s', (database) => {
  let up: TestUpstream
  let opened: OpenDatabase
  let token: string
  beforeAll(async () => {
    up = await startUpstream(database)
    opened = openDatabase(up.config)
    token = await up.signIn()
  })
  afterAll(async () => {
    await opened.db.destroy()
    await up.stop()
  })

  const start = Date.now()
  const inHours = (hours: number) => iso(start + hours * HOUR_MS)
  const fireAt = (hours: number) => fireDue(opened, silent, siteUrl, start + hours * HOUR_MS)
  let number = 0
  const create = async (fields: object, by = token) => {
    const json = { title: `Scheduled ${(number += 1)}`, content: 'x', ...fields }
    return up.call('POST', '/api/blogs', { token: by, json })
  }
  const created = async (fields: object, by = token) => {
    const { status, json } = await create(fields, by)
    expect(status).toBe(201)
    return json.data
  }
  const put = (id: string, json: object, headers = {}) =>
    up.call('PUT', `/api/blogs/${id}`, { token, json, headers })
  const get = async (id: string) => (await up.call('GET', `/api/blogs/${id}`, { token })).json.data
  const visible = async (id: string) => (await up.call('GET', `/api/blogs/${id}`)).status
  const activityOf = async (id: string) =>
    (await up.call('GET', `/api/activity?object=${id}`, { token })).json.data.activity
  const kindsOf = async (id: string) => (await activityOf(id)).map(({ kind }: { kind: string }) => kind)
  const changeId = async () => (await up.call('GET', '/api/changes?since=0')).json.data.latest
  const list = async (query: string, by?: string) =>
    (await up.call('GET', `/api/blogs?${query}`, by === undefined ? {} : { token: by })).json

  it('are set with a post, shown to staff and hidden from visitors until their time', async () => {
    const publishAt = new Date(start + 2 * HOUR_MS).toISOString().replace('Z', '+00:00')
    const post = await created({ publishAt, unpublishAt: inHours(4), tags: ['Hoist'] })
    const dates = { publishAt: inHours(2), unpublishAt: inHours(4), plannedFor: null }
    expect(post).toMatchObject({ ...dates, published: false, status: 'scheduled', publishedAt: null })
    expect(await get(post.id)).toMatchObject({
      ...dates,
      status: 'scheduled',
      scheduledBy: expect.any(String),
    })
    expect(await visible(post.id)).toBe(404)
    expect((await list('tag=Hoist')).total).toBe(0)
    expect((await list('status=scheduled', token)).data.blogs).toMatchObject([{ id: post.id, ...dates }])
    expect((await list('status=draft', token)).data.blogs).toMatchObject([{ id: post.id }])
    expect((await list('status=scheduled&search=scheduled&tag=hoist', token)).total).toBe(1)
    expect((await up.call('GET', '/api/blogs?status=scheduled')).status).toBe(401)
    expect(await kindsOf(post.id)).toEqual(['post.scheduled', 'post.created'])

    const before = await changeId()
    await fireAt(3)
    expect(await changeId()).toBe(before + 1)
    expect(await get(post.id)).toMatchObject({
      ...{ published: true, status: 'published', version: 2, unpublishAt: inHours(4), publishAt: null },
      ...{ publishedAt: inHours(2), updatedAt: inHours(2) },
    })
    const seen = (await up.call('GET', `/api/blogs/${post.id}`)).json.data
    expect(seen).not.toHaveProperty('unpublishAt')
    expect((await list('tag=Hoist')).data.blogs[0]).not.toHaveProperty('unpublishAt')
    const [entry] = await activityOf(post.id)
    expect(entry).toMatchObject({
      ...{ kind: 'post.published', person: { id: expect.any(String) } },
      changes: { scheduled: { from: inHours(2), to: null } },
    })
    const { data: revisions } = (await up.call('GET', `/api/blogs/${post.id}/revisions`, { token })).json
    expect(revisions[0]).toMatchObject({ number: 2, published: true, author: { name: entry.person.name } })

    await fireAt(5)
    expect(await get(post.id)).toMatchObject({ published: false, status: 'draft', publishedAt: inHours(2) })
    expect(await visible(post.id)).toBe(404)
    await put(post.id, { title: 'Gone', tags: [] })
  })

  it('are restored when a manual publication is undone, without its date', async () => {
    const dates = { publishAt: inHours(2), plannedFor: '2199-01-01' }
    const { id } = await created(dates)
    await put(id, { published: true })
    expect(await get(id)).toMatchObject({
      publishAt: null,
      plannedFor: null,
      publishedAt: expect.any(String),
    })
    const form = toFormData({ published: 'false', ...dates, publishedAt: '' })
    const undo = { token, form, headers: { 'if-match': '"v2"' } }
    expect((await up.call('PUT', `/api/blogs/${id}`, undo)).status).toBe(200)
    expect(await get(id)).toMatchObject({ ...dates, status: 'scheduled', publishedAt: null })
    await fireAt(3)
    expect(await get(id)).toMatchObject({ published: true, publishedAt: inHours(2), plannedFor: null })
  })

  it('keep the publication date when the post changed afterwards', async () => {
    const { id, publishedAt } = await created({ published: true })
    await put(id, { published: true, publishedAt: null })
    await put(id, { published: false, publishedAt: '2001-01-01T00:00:00Z' })
    await put(id, { published: false, publishedAt: null })
    expect(await get(id)).toMatchObject({ published: false, publishedAt })
  })

  it('fire once when several processes run', async () => {
    const posts = await Promise.all([1, 2, 3].map(() => created({ publishAt: inHours(1) })))
    const others = [openDatabase(up.config), openDatabase(up.config)]
    const now = start + 2 * HOUR_MS
    await Promise.all([opened, ...others, opened].map((node) => fireDue(node, silent, siteUrl, now)))
    for (const other of others) await other.db.destroy()
    for (const { id } of posts) {
      expect(await kindsOf(id)).toEqual(['post.published', 'post.scheduled', 'post.created'])
      expect(await get(id)).toMatchObject({ version: 2, publishedAt: inHours(1) })
    }
  })

  it('fire within five seconds of their time', async () => {
    const publishAt = Date.now() + 5000
    const { id } = await created({ publishAt: iso(publishAt) })
    await eventually('the post', async () => (await visible(id)) === 200)
    const [published] = await activityOf(id)
    expect(published).toMatchObject({ kind: 'post.published' })
    const late = Date.parse(published.at) - publishAt
    expect(late).toBeGreaterThanOrEqual(0)
    expect(late).toBeLessThan(5000)
  })

  it('fire when a process runs again', async () => {
    const { id } = await created({ publishAt: inHours(1) })
    const past = start - 5 * HOUR_MS
    const due = { publish_at: past, due_at: past }
    const rows = opened.db.selectFrom('posts').select('id').where('public_id', '=', id)
    await opened.db.updateTable('post_schedules').set(due).where('post_id', '=', rows).execute()
    await eventually('the post', async () => (await visible(id)) === 200)
    expect(await get(id)).toMatchObject({ published: true, publishedAt: iso(past) })
  })

  it('end without a change when the post was unpublished manually', async () => {
    const { id } = await created({ published: true, unpublishAt: inHours(1) })
    await put(id, { published: false })
    const before = await get(id)
    const kinds = await kindsOf(id)
    await fireAt(2)
    expect(await get(id)).toMatchObject({ version: before.version, unpublishAt: null })
    expect(await kindsOf(id)).toEqual(kinds)
  })

  it('must be changed when the time to unpublish passed while the post could not be published', async () => {
    const { id } = await created({ publishAt: inHours(1), unpublishAt: inHours(2) })
    const passed = { publish_at: start - 2000, unpublish_at: start - 1000, due_at: start + HOUR_MS }
    const rows = opened.db.selectFrom('posts').select('id').where('public_id', '=', id)
    await opened.db.updateTable('post_schedules').set(passed).where('post_id', '=', rows).execute()
    const { status, json } = await put(id, { published: true })
    expect([status, json.fields]).toEqual([400, { unpublishAt: expect.stringMatching(/has passed/) }])
    expect((await put(id, { published: true, unpublishAt: '' })).status).toBe(200)
    expect(await get(id)).toMatchObject({ published: true, unpublishAt: null })
  })

  it('that were due to be published and unpublished during a downtime are never public', async () => {
    const { id } = await created({ publishAt: inHours(1), unpublishAt: inHours(2) })
    await fireAt(3)
    expect(await get(id)).toMatchObject({ published: false, publishedAt: inHours(1), unpublishAt: null })
    expect((await kindsOf(id)).slice(0, 2).toSorted()).toEqual(['post.published', 'post.unpublished'])
  })

  it.each([
    [{ publishAt: '2020-01-01T00:00:00Z' }, 400, 'publishAt', 'The time to publish must be in the future.'],
    [{ unpublishAt: '2020-01-01T00:00:00Z' }, 400, 'unpublishAt', /offline must be in the future/],
    [{ publishAt: inHours(2), unpublishAt: inHours(1) }, 400, 'unpublishAt', /after it is published/],
    [{ publishAt: inHours(2), unpublishAt: inHours(2) }, 400, 'unpublishAt', /after it is published/],
    [{ publishAt: inHours(2), published: true }, 400, 'publishAt', /is published/],
    [{ plannedFor: '2030-01-01', published: true }, 400, 'plannedFor', /is published/],
    [{ publishAt: '2030-01-01T09:00:00' }, 422, 'publishAt', /with a time zone/],
    [{ publishAt: 'soon' }, 422, 'publishAt', /with a time zone/],
    [{ plannedFor: '2030-02-30' }, 422, 'plannedFor', /Enter a day/],
  ])('reject %j', async (fields, status, field, message) => {
    const response = await create(fields)
    expect([response.status, Object.keys(response.json.fields)]).toEqual([status, [field]])
    expect(response.json.fields[field]).toEqual(
      typeof message === 'string' ? message : expect.stringMatching(message),
    )
  })

  it('follow edits, and can be cleared manually', async () => {
    const post = await created({ publishAt: inHours(1) })
    const edited = await put(post.id, { title: 'Edited', publishAt: inHours(1) }, { 'if-match': '"v1"' })
    expect(edited.json.data).toMatchObject({ publishAt: inHours(1), version: 2 })
    expect((await put(post.id, { publishAt: inHours(2) }, { 'if-match': '"v1"' })).status).toBe(412)
    await put(post.id, { publishAt: inHours(5) })
    await fireAt(2)
    expect(await get(post.id)).toMatchObject({ published: false, publishAt: inHours(5) })
    const form = toFormData({ publishAt: '', plannedFor: '2031-02-03' })
    const cleared = await up.call('PUT', `/api/blogs/${post.id}`, { token, form })
    expect(cleared.json.data).toMatchObject({ publishAt: null, plannedFor: '2031-02-03', status: 'draft' })
    await fireAt(6)
    expect(await get(post.id)).toMatchObject({ published: false })
    expect((await kindsOf(post.id)).slice(0, 2)).toEqual(['post.unscheduled', 'post.scheduled'])
    expect((await put(post.id, { publishAt: '9999-12-31T23:59:59-01:00' })).status).toBe(422)
    expect((await put(post.id, { unpublishAt: '9999-12-31T23:59:59Z' })).status).toBe(422)
  })

  it('that are published manually are not published again', async () => {
    const { id } = await created({ publishAt: inHours(1), plannedFor: '2031-01-01' })
    const { data } = (await put(id, { published: true })).json
    expect(data).toMatchObject({ status: 'published', publishAt: null, plannedFor: null, version: 2 })
    await put(id, { published: false })
    await fireAt(2)
    expect(await get(id)).toMatchObject({ published: false, publishedAt: data.publishedAt })
  })

  it('repeat an idempotent creation with the same schedule', async () => {
    const json = { title: 'Only once', content: 'x', publishAt: inHours(9) }
    const headers = { 'idempotency-key': 'schedule' }
    const call = () => up.call('POST', '/api/blogs', { token, json, headers })
    const [first, second] = [await call(), await call()]
    expect(second.json).toEqual(first.json)
    expect(await kindsOf(first.json.data.id)).toEqual(['post.scheduled', 'post.created'])
    await put(first.json.data.id, { publishAt: null })
  })

  it('reserve their slug while they wait', async () => {
    const post = await created({ slug: 'waiting', publishAt: inHours(1) })
    const taken = await create({ slug: 'waiting', published: true })
    expect([taken.status, taken.json.fields.slug]).toEqual([409, 'This URL is already taken.'])
    await fireAt(2)
    expect(await visible('waiting')).toBe(200)
    await up.call('DELETE', `/api/blogs/${post.id}?forever=true`, { token })
  })

  it.each(['archive', 'trash'])(
    'wait in the %s, and are not published late when they are restored',
    async (place) => {
      const remove = (id: string) =>
        place === 'trash'
          ? up.call('DELETE', `/api/blogs/${id}`, { token })
          : up.call('POST', `/api/blogs/${id}/archive`, { token })
      const restore = (id: string) => up.call('POST', `/api/blogs/${id}/restore`, { token })
      const [late, early, ending] = [
        await created({ publishAt: inHours(1) }),
        await created({ publishAt: inHours(3) }),
        await created({ published: true, unpublishAt: inHours(1) }),
      ]
      for (const { id } of [late, early, ending]) await remove(id)
      await fireAt(2)
      expect(await get(late.id)).toMatchObject({
        published: false,
        status: place === 'trash' ? place : 'archived',
      })
      const passed = { publish_at: start - 1000, unpublish_at: null }
      const ended = { publish_at: null, unpublish_at: start - 1000 }
      for (const [{ id }, times] of [
        [late, passed],
        [ending, ended],
      ] as const) {
        const rows = opened.db.selectFrom('posts').select('id').where('public_id', '=', id)
        await opened.db.updateTable('post_schedules').set(times).where('post_id', '=', rows).execute()
      }
      for (const { id } of [late, early, ending]) await restore(id)
      expect(await get(late.id)).toMatchObject({ status: 'draft', publishAt: null })
      expect(await get(early.id)).toMatchObject({ status: 'scheduled', publishAt: inHours(3) })
      expect(await get(ending.id)).toMatchObject({ status: 'draft', unpublishAt: null })
      await fireAt(4)
      expect(await get(late.id)).toMatchObject({ published: false })
      expect(await get(early.id)).toMatchObject({ published: true, publishedAt: inHours(3) })
    },
  )

  /** Returns a function that repairs the post. */
  const breakPost = async (id: string) => {
    const row = opened.db.selectFrom('posts').select('id').where('public_id', '=', id)
    const content = { post_id: (await row.executeTakeFirstOrThrow()).id, content: 'x' }
    await opened.db.deleteFrom('post_contents').where('post_id', '=', content.post_id).execute()
    return () => opened.db.insertInto('post_contents').values(content).execute()
  }
  const failuresSeenBy = async (by: string) => {
    const { notifications } = (await up.call('GET', '/api/notifications', { token: by })).json.data
    return notifications.filter(({ kind }: { kind: string }) => kind === 'scheduleFailed')
  }

  it('that fail change nothing, notify once and are retried', async () => {
    const [author, editor] = [await up.signInAs('author'), await up.signInAs('editor')]
    const times = { publishAt: inHours(1), unpublishAt: inHours(9) }
    const { id } = await created({ title: 'Cannot go out', tags: ['Stuck'] }, author)
    await up.call('PUT', `/api/blogs/${id}`, { token: editor, json: times })
    const repair = await breakPost(id)
    await fireAt(2)
    await fireAt(3)
    expect(
      await opened.db
        .selectFrom('posts')
        .select(['published', 'version'])
        .where('public_id', '=', id)
        .execute(),
    ).toEqual([{ published: 0, version: 2 }])
    const day = toDay(start + HOUR_MS)
    const readCalendar = async () =>
      (await up.call('GET', `/api/calendar?from=${day}&to=${addDays(day, 1)}`, { token })).json.data.posts
        .filter((post: CalendarPost) => post.id === id)
        .map(({ kind, scheduleFailed }: CalendarPost) => [kind, scheduleFailed])
    expect((await list('tag=stuck&status=scheduled', token)).data.blogs[0]).toMatchObject({
      ...{ publishAt: times.publishAt, scheduleFailed: true },
    })
    expect(await readCalendar()).toContainEqual(['scheduled', true])
    for (const by of [author, editor, token])
      expect(await failuresSeenBy(by)).toMatchObject([{ object: { id, name: 'Cannot go out' } }])
    await repair()
    await fireAt(4)
    const fired = await get(id)
    expect(fired).toMatchObject({ published: true, publishedAt: inHours(1) })
    expect(fired).not.toHaveProperty('scheduleFailed')
    expect(await readCalendar()).not.toContainEqual(['scheduled', true])
  })

  it('wait when the post fails a check that was required meanwhile', async () => {
    const requireChecks = (publishChecks: string[]) =>
      up.call('PUT', '/api/settings', { token, json: { ...defaultSettings, publishChecks } })
    const { id } = await created({ publishAt: inHours(1) })
    await requireChecks(['excerpt'])
    await fireAt(2)
    expect(await get(id)).toMatchObject({ published: false, scheduleFailed: true })
    expect((await put(id, { excerpt: 'Short' })).status).toBe(200)
    await fireAt(3)
    expect(await get(id)).toMatchObject({ published: true, publishedAt: inHours(1) })
    await requireChecks([])
  })

  it('that fail do not notify the account that set them when it may no longer edit the post', async () => {
    const [author, editor] = [await up.signInAs('author'), await up.signInAs('editor')]
    const { id } = await created({}, author)
    await up.call('PUT', `/api/blogs/${id}`, { token: editor, json: { publishAt: inHours(1) } })
    const { data: profile } = (await up.call('GET', '/api/auth/profile', { token: editor })).json
    await up.call('PUT', `/api/users/${profile.id}`, { token, json: { role: 'author' } })
    const repair = await breakPost(id)
    await fireAt(2)
    expect(await failuresSeenBy(author)).toMatchObject([{ object: { id } }])
    expect(await failuresSeenBy(editor)).toEqual([])
    await repair()
    await up.call('DELETE', `/api/blogs/${id}?forever=true`, { token })
  })

  it('that failed are not shown as failed in the trash, nor after they are restored', async () => {
    const { id } = await created({ publishAt: inHours(1), unpublishAt: inHours(9) })
    const row = opened.db.selectFrom('posts').select('id').where('public_id', '=', id)
    await opened.db
      .updateTable('post_schedules')
      .set({ failed_at: start })
      .where('post_id', '=', row)
      .execute()
    expect(await get(id)).toMatchObject({ scheduleFailed: true })
    await up.call('DELETE', `/api/blogs/${id}`, { token })
    expect(await get(id)).not.toHaveProperty('scheduleFailed')
    await up.call('POST', `/api/blogs/${id}/restore`, { token })
    expect(await get(id)).not.toHaveProperty('scheduleFailed')
    await up.call('DELETE', `/api/blogs/${id}`, { token })
  })

  it('are published even when the account that scheduled them was deleted', async () => {
    const editor = await up.signInAs('editor')
    const { data: profile } = (await up.call('GET', '/api/auth/profile', { token: editor })).json
    const { id } = await created({ publishAt: inHours(1) }, editor)
    const {
      data: { users },
    } = (await up.call('GET', '/api/users', { token })).json
    const owner = users.find(({ email }: { email: string }) => email === admin.email)
    const path = `/api/users/${profile.id}?postsTo=${owner.id}`
    expect((await up.call('DELETE', path, { token })).status).toBe(200)
    await fireAt(2)
    expect(await get(id)).toMatchObject({ published: true, publishedAt: inHours(1) })
    expect((await activityOf(id))[0]).toMatchObject({ person: { id: null, name: 'Schedule' } })
  })

  describe('in the calendar', () => {
    const calendar = (from: string, to: string, by = token) =>
      up.call('GET', `/api/calendar?from=${from}&to=${to}`, { token: by })

    it('are listed with published and planned posts of the range', async () => {
      const [day, hidden] = ['2031-05-10', await created({ plannedFor: '2031-05-11' })]
      const planned = await created({ plannedFor: day })
      const timed = await created({ publishAt: '2031-05-11T02:30:00Z', plannedFor: '2031-05-20' })
      await created({ publishAt: '2031-05-11T05:00:00Z' })
      await up.call('DELETE', `/api/blogs/${hidden.id}`, { token })
      const { data } = (await calendar(day, day)).json
      expect(data).toMatchObject({ timeZone: 'America/New_York', truncated: false })
      expect(data.posts).toMatchObject([
        { id: planned.id, kind: 'planned', day, at: null },
        { id: timed.id, kind: 'scheduled', day, at: '2031-05-11T02:30:00.000Z', version: 1 },
      ])
      const today = toDay(start)
      const published = await created({ published: true })
      const { posts } = (await calendar(addDays(today, -1), addDays(today, 1))).json.data
      expect(posts).toContainEqual(expect.objectContaining({ id: published.id, kind: 'published' }))
    })

    it('are also listed on the day when they are unpublished', async () => {
      const [day, unpublishAt] = ['2032-03-10', '2032-03-10T16:00:00.000Z']
      const live = await created({ published: true, unpublishAt })
      const timed = await created({ publishAt: '2032-03-09T16:00:00Z', unpublishAt })
      const removed = await created({ published: true, unpublishAt })
      await up.call('DELETE', `/api/blogs/${removed.id}`, { token })
      await created({ published: true, unpublishAt: '2032-03-11T16:00:00Z' })
      const { posts } = (await calendar(day, day)).json.data
      const kindsOf = (found: CalendarPost[]) => found.map(({ id, kind, at }) => [id, kind, at]).toSorted()
      expect(kindsOf(posts)).toEqual([live, timed].map(({ id }) => [id, 'offline', unpublishAt]).toSorted())
      const month = (await calendar('2032-03-01', '2032-03-31')).json.data.posts
      expect(month.filter(({ id }: CalendarPost) => id === timed.id)).toMatchObject([
        { kind: 'scheduled', day: '2032-03-09', unpublishAt },
        { kind: 'offline', day },
      ])
    })

    it('are listed on the day when they should have been unpublished after that failed', async () => {
      const { id } = await created({ published: true, unpublishAt: inHours(1) })
      const row = opened.db.selectFrom('posts').select('id').where('public_id', '=', id)
      const unpublish_at = Date.parse('2020-01-31T16:00:00Z')
      await opened.db
        .updateTable('post_schedules')
        .set({ unpublish_at, failed_at: unpublish_at, due_at: Date.now() + 60_000 })
        .where('post_id', '=', row)
        .execute()
      const { posts } = (await calendar('2020-01-01', '2020-01-31')).json.data
      expect(posts).toMatchObject([{ id, kind: 'offline', day: '2020-01-31', scheduleFailed: true }])
      await put(id, { unpublishAt: null })
    })

    it('are listed before published posts when there are too many', async () => {
      const post = await created({ published: true })
      const scheduled = await created({ publishAt: '2033-06-20T12:00:00Z' })
      const row = await opened.db
        .selectFrom('posts')
        .selectAll()
        .where('public_id', '=', post.id)
        .executeTakeFirstOrThrow()
      const published_at = Date.parse('2033-06-10T12:00:00Z')
      const copies = Array.from({ length: 600 }, (_, index) => ({
        ...{ ...row, id: 1_000_000 + index, published_at },
        ...{ public_id: `copy-${index}`, slug: `copy-${index}` },
      }))
      for (let at = 0; at < copies.length; at += 30)
        await opened.db
          .insertInto('posts')
          .values(copies.slice(at, at + 30))
          .execute()
      const { posts, truncated } = (await calendar('2033-06-01', '2033-06-30')).json.data
      await opened.db.deleteFrom('posts').where('id', '>=', 1_000_000).execute()
      expect([posts.length, truncated]).toEqual([500, true])
      expect(posts.at(-1)).toMatchObject({ id: scheduled.id, kind: 'scheduled' })
    })

    it('are for staff, and limited in number', async () => {
      expect((await up.call('GET', '/api/calendar?from=2031-05-01&to=2031-05-31')).status).toBe(401)
      expect((await calendar('2031-05-01', '2031-05-31', await up.signInAs('author'))).status).toBe(200)
      for (const [from, to] of [
        ['2031-05-01', '2031-07-02'],
        ['2031-05-02', '2031-05-01'],
        ['x', 'y'],
      ] as const)
        expect((await calendar(from, to)).status).toBe(422)
    })
  })
})
