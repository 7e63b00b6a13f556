import { createHash } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals'
import {
  describeNotification,
  notificationKinds,
  notificationListResponseSchema,
  notificationPreferencesResponseSchema,
  type Channel,
  type NotificationKind,
} from '#contract/notifications.ts'
import { deleteOldNotifications } from '../jobs/retention.ts'
import { checkBackup, checkDisk } from '../jobs/checks.ts'
import { runDueJobs } from '../jobs/jobs.ts'
import { changeRecipient, claimNext, markFailure, queue } from '../mail/outbox.ts'
import { openDatabase } from '../db/open.ts'
import { withWriteLock } from '../db/write-lock.ts'
import { setTime } from '../testing/clock.ts'
import { admin, databases, startUpstream, type TestUpstream } from '../testing/harness.ts'
import { lockWait } from '../testing/lock-wait.ts'
import { nextDigest } from './digest-time.ts'
import { queueDueNotifications } from './email.ts'
import { notify } from './notify.ts'

const DAY_MS = 24 * 3_600_000
const firefox = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/'
const chrome =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0 Safari/537.36'

afterEach(() => void jest.useRealTimers())

describe.each(databases)('notifications on %s', (database) => {
  let up: TestUpstream
  let owner: string
  let visitors = 0
  beforeAll(async () => {
    up = await startUpstream(database)
    owner = await up.signIn()
  })
  afterAll(() => up.stop())

  const list = async (token: string, query = '') =>
    notificationListResponseSchema.parse(
      (await up.call('GET', `/api/notifications?${query}`, { token })).json,
    )
  const kindsOf = async (token: string) => (await list(token)).data.notifications.map(({ kind }) => kind)
  const mark = (token: string, json: unknown) => up.call('PUT', '/api/notifications', { token, json })
  const choose = (
    token: string,
    channels: Partial<Record<NotificationKind, Channel>>,
    timeZone = 'America/New_York',
  ) => up.call('PUT', '/api/notifications/preferences', { token, json: { timeZone, channels } })
  const visit = (path: string, json: unknown) =>
    up.call('POST', path, { json, address: `visitor-${(visitors += 1)}` })
  const write = (subject: string) =>
    visit('/api/contact', { name: 'Ann', email: 'ann@example.com', subject, message: 'We need a site.' })
  const idOf = async (token: string): Promise<string> =>
    (await up.call('GET', '/api/auth/profile', { token })).json.data.id
  const emailOf = async (token: string): Promise<string> =>
    (await up.call('GET', '/api/auth/profile', { token })).json.data.email

  it('tell owners and editors of messages and subscribers, and authors of neither', async () => {
    const [editor, author] = [await up.signInAs('editor'), await up.signInAs('author')]
    const { id } = (await write('A ferry')).json.data
    await visit('/api/newsletter', { email: 'reader@example.com' })
    for (const token of [owner, editor]) {
      const { data, total } = await list(token)
      expect(data.notifications).toEqual([
        expect.objectContaining({
          kind: 'subscriber',
          read: false,
          object: expect.objectContaining({ name: 'reader@example.com' }),
        }),
        expect.objectContaining({
          kind: 'message',
          actor: 'Ann',
          object: { type: 'message', id, name: 'A ferry' },
        }),
      ])
      expect([data.unread, total]).toEqual([2, 2])
      expect((await up.call('GET', '/api/stats', { token })).json.data.notifications).toEqual({ unread: 2 })
    }
    expect(await list(author)).toMatchObject({ data: { notifications: [], unread: 0 }, total: 0 })
    await up.call('DELETE', `/api/messages/${id}`, { token: owner })
    expect((await list(owner)).data.notifications.at(-1)).toMatchObject({ actor: '', object: { name: '' } })
  })

  it('of a deleted message are read by everyone, because nothing is left to read', async () => {
    const [editor, other] = [await up.signInAs('editor'), await up.signInAs('editor')]
    const [kept, deleted] = [(await write('A ferry')).json.data.id, (await write('Buy now')).json.data.id]
    await up.call('DELETE', `/api/messages/${deleted}`, { token: editor })
    for (const token of [editor, other]) {
      const { data } = await list(token)
      expect(data.unread).toBe(1)
      expect(data.notifications.find(({ read }) => !read)?.object.id).toBe(kept)
    }
  })

  it('of a message are read when their reader reads the message, and only theirs', async () => {
    const [editor, other] = [await up.signInAs('editor'), await up.signInAs('editor')]
    const [first, second] = [(await write('A ferry')).json.data.id, (await write('A barge')).json.data.id]
    const readMessage = (id: string, read: boolean) =>
      up.call('PUT', `/api/messages/${id}`, { token: editor, json: { read } })
    const readStates = async (token: string) =>
      (await list(token)).data.notifications.map(({ object, read }) => [object.id, read])
    expect((await readMessage(first, true)).status).toBe(200)
    expect(await readStates(editor)).toEqual([
      [second, false],
      [first, true],
    ])
    expect((await list(other)).data.unread).toBe(2)
    await readMessage(first, false)
    await readMessage('missing', true)
    expect(await readStates(editor)).toEqual([
      [second, false],
      [first, true],
    ])
  })

  it('tell the author of a post about changes by others', async () => {
    const [author, editor] = [await up.signInAs('author'), await up.signInAs('editor')]
    const post = { title: 'Mine', content: 'Text' }
    const { id } = (await up.call('POST', '/api/blogs', { token: author, json: post })).json.data
    const update = (token: string, json: unknown) => up.call('PUT', `/api/blogs/${id}`, { token, json })
    await update(author, { content: 'My text' })
    expect(await kindsOf(author)).toEqual([])
    await update(editor, { content: 'My text' })
    expect(await kindsOf(author)).toEqual([])
    await update(editor, { title: 'Ours' })
    await update(editor, { published: true })
    await mark(author, { read: true })
    const { data } = await list(author)
    expect(data.notifications).toEqual([
      expect.objectContaining({
        kind: 'postChanged',
        actor: 'editor',
        object: { type: 'post', id, name: 'Ours' },
      }),
      expect.objectContaining({
        kind: 'postChanged',
        actor: 'editor',
        object: { type: 'post', id, name: 'Ours' },
      }),
    ])
    expect((await list(editor)).data.notifications.filter(({ kind }) => kind === 'postChanged')).toEqual([])
  })

  it('tell the former and the new author of a reassigned post, but not the user who reassigned it', async () => {
    const [editor, former, next] = [
      await up.signInAs('editor'),
      await up.signInAs('author'),
      await up.signInAs('author'),
    ]
    const slugOf = async (token: string) =>
      (await up.call('GET', '/api/auth/profile', { token })).json.data.slug
    const json = { title: 'Handed over', content: 'Text' }
    const { id } = (await up.call('POST', '/api/blogs', { token: former, json })).json.data
    const give = async (author: string) =>
      up.call('PUT', `/api/blogs/${id}`, { token: editor, json: { author: await slugOf(author) } })
    const own = async (token: string) =>
      (await kindsOf(token)).filter((kind) => kind.startsWith('post')).toReversed()
    expect((await give(next)).status).toBe(200)
    expect(await Promise.all([editor, former, next].map(own))).toEqual([[], ['postChanged'], ['postGiven']])
    expect((await list(former)).data.notifications.map(describeNotification)).toEqual([
      { text: 'editor changed the author of your post “Handed over”', href: `/admin/blogs/preview/${id}` },
    ])
    expect((await list(next)).data.notifications.map(describeNotification)).toEqual([
      { text: 'editor made you the author of “Handed over”', href: `/admin/blogs/edit/${id}` },
    ])
    await give(editor)
    await give(former)
    expect(await Promise.all([editor, former, next].map(own))).toEqual([
      [],
      ['postChanged', 'postGiven'],
      ['postGiven', 'postChanged'],
    ])
  })

  it('tell owners about accepted invitations', async () => {
    const other = await up.signInAs('owner')
    const json = { email: 'new@example.com', role: 'author' }
    const { link } = (await up.call('POST', '/api/invitations', { token: owner, json })).json.data
    const token = new URL(link).searchParams.get('token')
    const password = 'tall masts and wet rope'
    const accepted = await up.call('POST', '/api/invitations/accept', {
      json: { token, name: 'Noor', password },
    })
    expect(accepted.status).toBeLessThan(300)
    const { data } = await list(other)
    expect(data.notifications.map(({ kind, actor }) => [kind, actor])).toEqual([
      ['invitationAccepted', 'Noor'],
    ])
  })

  it('tell of a sign-in from another browser, but not from the first or an updated one', async () => {
    const token = await up.signInAs('author')
    const email = await emailOf(token)
    const signIn = (userAgent: string) =>
      up.call('POST', '/api/auth/login', {
        json: { email, password: admin.password },
        headers: { 'user-agent': userAgent },
        address: email,
      })
    expect(await kindsOf(token)).toEqual([])
    await signIn(`${firefox}140.0`)
    await signIn(`${firefox}141.0`)
    await signIn(chrome)
    await signIn(chrome)
    await signIn('curl/8.5.0')
    const { data } = await list(token)
    expect(data.notifications.map(({ kind, object }) => [kind, object.name])).toEqual([
      ['newBrowser', 'curl'],
      ['newBrowser', 'Chrome on Linux'],
      ['newBrowser', 'Firefox on Windows'],
    ])
  })

  describe('of sign-ins with an identifier', () => {
    const identifier = (letter: string) => letter.repeat(43)
    const start = async () => {
      const token = await up.signInAs('author')
      const [email, id] = [await emailOf(token), await idOf(token)]
      const signIn = (letter?: string, userAgent = chrome) =>
        up.call('POST', '/api/auth/login', {
          json: { email, password: admin.password },
          headers: { 'x-client-agent': userAgent, ...(letter && { 'x-client-browser': identifier(letter) }) },
          address: email,
        })
      const rows = async () =>
        (await up.tables()).selectFrom('known_browsers').selectAll().where('account_id', '=', id).execute()
      const known = async () => (await rows()).map(({ browser }) => browser).toSorted()
      const notices = async () => (await kindsOf(token)).length
      return { id, signIn, known, notices }
    }
    const hashes = (letters: string) =>
      letters.split('').map((letter) => createHash('sha256').update(identifier(letter)).digest('base64url'))

    it('tell of another browser with the same name, and store a hash', async () => {
      const { id, signIn, known, notices } = await start()
      await (await up.tables()).deleteFrom('known_browsers').where('account_id', '=', id).execute()
      await (
        await up.tables()
      )
        .updateTable('accounts')
        .set({ last_seen_at: null })
        .where('id', '=', id)
        .execute()
      await signIn('a')
      expect(await notices()).toBe(0)
      await signIn('b')
      expect(await notices()).toBe(1)
      await signIn('a')
      await signIn('b', `${firefox}140.0`)
      expect(await notices()).toBe(1)
      expect(await known()).toEqual(hashes('ab').toSorted())
      await signIn()
      expect(await notices()).toBe(2)
      expect(await known()).toEqual([...hashes('ab'), 'Chrome on Linux'].toSorted())
      await up.call('DELETE', `/api/users/${id}`, { token: owner, json: {} })
      expect(await known()).toEqual([])
    })

    it('accept one browser of each name that was known before identifiers', async () => {
      const { signIn, known, notices } = await start()
      await signIn()
      const before = await notices()
      expect(await known()).toContain('Chrome on Linux')
      await signIn('a')
      expect(await notices()).toBe(before)
      expect(await known()).not.toContain('Chrome on Linux')
      await signIn('b')
      expect(await notices()).toBe(before + 1)
    })

    it('forget browsers after a year, and all but the newest 20', async () => {
      const { id, signIn, known, notices } = await start()
      const age = async (days: number) =>
        (await up.tables())
          .updateTable('known_browsers')
          .set((eb) => ({ last_used_at: eb('last_used_at', '-', days * DAY_MS) }))
          .where('account_id', '=', id)
          .execute()
      await signIn('a')
      await age(364)
      await signIn('a')
      expect(await notices()).toBe(1)
      await age(366)
      await signIn('a')
      expect(await notices()).toBe(2)
      expect(await known()).toEqual(hashes('a'))
      const letters = 'bcdefghijklmnopqrstu'
      for (const letter of letters) {
        await age(1)
        await signIn(letter)
      }
      expect(await known()).toEqual(hashes(letters).toSorted())
    })
  })

  it('are marked one by one or all at once, and belong to one account', async () => {
    const [one, other] = [await up.signInAs('editor'), await up.signInAs('editor')]
    for (const subject of ['First subject', 'Second subject', 'Third subject']) await write(subject)
    const [newest] = (await list(one)).data.notifications
    expect((await mark(one, { read: true, ids: [newest?.id] })).json).toEqual({ data: { unread: 2 } })
    expect((await list(one, 'status=unread')).total).toBe(2)
    expect((await mark(other, { read: false, ids: [newest?.id] })).json).toEqual({ data: { unread: 3 } })
    expect((await list(one)).data.unread).toBe(2)
    expect((await mark(one, { read: true })).json).toEqual({ data: { unread: 0 } })
    expect((await mark(one, { read: false, ids: [newest?.id] })).json).toEqual({ data: { unread: 1 } })
    expect((await list(other)).data.unread).toBe(3)
    const loaded = await list(other, 'limit=1&page=3')
    await write('Since then')
    const upTo = loaded.data.newest
    expect((await mark(one, { read: true, upTo })).json).toEqual({ data: { unread: 2 } })
    expect((await mark(other, { read: true, upTo })).json).toEqual({ data: { unread: 1 } })
    expect((await mark(other, { read: true })).json).toEqual({ data: { unread: 0 } })
    const pages = await list(other, 'limit=2&page=2')
    expect([pages.total, pages.totalPages, pages.data.notifications.length]).toEqual([4, 2, 2])
  })

  it('reject bad input and callers without an account', async () => {
    for (const json of [{}, { read: 'yes' }, { read: true, ids: [] }, { read: true, ids: [7] }])
      expect((await mark(owner, json)).status).toBe(422)
    const calls = [
      ['GET', '/api/notifications'],
      ['PUT', '/api/notifications'],
      ['GET', '/api/notifications/preferences'],
      ['PUT', '/api/notifications/preferences'],
    ] as const
    for (const [method, path] of calls)
      for (const token of [undefined, 'made-up'])
        expect(
          (await up.call(method, path, { ...(token && { token }), ...(method === 'PUT' && { json: {} }) }))
            .status,
        ).toBe(401)
    expect((await up.call('DELETE', '/api/notifications', { token: owner })).status).toBe(405)
    const wrong = [
      { timeZone: 'Mars/Olympus', channels: {} },
      { timeZone: 'UTC', channels: { message: 'pigeon' } },
      { timeZone: 'UTC', channels: { gossip: 'bell' } },
    ]
    for (const json of wrong)
      expect((await up.call('PUT', '/api/notifications/preferences', { token: owner, json })).status).toBe(
        422,
      )
  })

  it('follow the preferences of each account', async () => {
    const token = await up.signInAs('editor')
    const read = async () =>
      notificationPreferencesResponseSchema.parse(
        (await up.call('GET', '/api/notifications/preferences', { token })).json,
      ).data
    expect(await read()).toEqual({
      timeZone: 'America/New_York',
      channels: {},
      email: await emailOf(token),
      canEmail: false,
      defaults: { message: 'bell' },
    })
    await choose(token, { message: 'none', subscriber: 'digest' }, 'Asia/Tokyo')
    await choose(token, { postChanged: 'email' }, 'Asia/Tokyo')
    expect(await read()).toMatchObject({
      timeZone: 'Asia/Tokyo',
      channels: { message: 'none', subscriber: 'digest', postChanged: 'email' },
    })
    await write('Not for me')
    await visit('/api/newsletter', { email: 'second@example.com' })
    expect(await kindsOf(token)).toEqual(['subscriber'])
  })

  it('keep all choices that are made at once', async () => {
    const token = await up.signInAs('owner')
    await choose(token, {})
    await Promise.all(notificationKinds.map((kind) => choose(token, { [kind]: 'none' })))
    const { data } = (await up.call('GET', '/api/notifications/preferences', { token })).json
    expect(data.channels).toEqual(Object.fromEntries(notificationKinds.map((kind) => [kind, 'none'])))
  })

  it('hide kinds that the role may no longer see', async () => {
    const token = await up.signInAs('editor')
    await write('Before the change')
    expect(await kindsOf(token)).toEqual(['message'])
    const db = await up.tables()
    await db
      .updateTable('accounts')
      .set({ role: 'author' })
      .where('id', '=', await idOf(token))
      .execute()
    expect(await list(token)).toMatchObject({ data: { notifications: [], unread: 0 }, total: 0 })
  })

  it('tell of permanently failed e-mail, once a day and address', async () => {
    const token = await up.signInAs('owner')
    const database = openDatabase(up.config)
    const { db } = database
    const fail = async (
      recipient: string,
      kind: 'message' | 'confirmation' | 'notification',
      permanent: boolean,
    ) => {
      await db.transaction().execute((trx) => queue(trx, [recipient], { kind }))
      const row = await claimNext(database)
      if (row) await markFailure(db, row, { reason: 'No', permanent })
    }
    await fail('later@example.com', 'message', false)
    await fail('visitor@example.com', 'confirmation', true)
    expect(await kindsOf(token)).toEqual([])
    await fail('gone@example.com', 'message', true)
    await fail('gone@example.com', 'message', true)
    setTime(Date.now() + 1000)
    await fail('gone-too@example.com', 'notification', true)
    const { data } = await list(token)
    const names = data.notifications.map(({ kind, object }) => [kind, object.name])
    expect(names).toEqual([
      ['emailFailed', 'gone-too@example.com'],
      ['emailFailed', 'gone@example.com'],
    ])
    setTime(Date.now() + DAY_MS + 1000)
    await fail('gone@example.com', 'message', true)
    expect(await kindsOf(token)).toHaveLength(3)
    await db.deleteFrom('outbox').execute()
    await db.destroy()
  })

  it('tell owners of a missing backup and a full disk, and not every hour', async () => {
    const token = await up.signInAs('owner')
    const editor = await up.signInAs('editor')
    const database = openDatabase(up.config)
    const full = { freeBytes: 300 * 1024 ** 2, totalBytes: 40 * 1024 ** 3 }
    await checkBackup(database.db)
    await checkDisk(database.db, { freeBytes: 5 * 1024 ** 3, totalBytes: 40 * 1024 ** 3 })
    expect(await kindsOf(token)).toEqual([])
    setTime(Date.now() + 8 * DAY_MS)
    for (let time = 0; time < 2; time += 1) {
      await checkBackup(database.db)
      await checkDisk(database.db, full)
    }
    const { data } = await list(token)
    expect(data.notifications.map(({ kind, object }) => [kind, object.name])).toEqual([
      ['diskNearlyFull', '300 MB'],
      ['backupOverdue', ''],
    ])
    expect(await kindsOf(editor)).toEqual([])
    setTime(Date.now() + 2 * DAY_MS)
    await checkBackup(database.db)
    await checkDisk(database.db, full)
    expect(await kindsOf(token)).toEqual(['diskNearlyFull', 'diskNearlyFull', 'backupOverdue'])
    setTime(Date.now() + 6 * DAY_MS)
    await checkBackup(database.db)
    expect((await kindsOf(token))[0]).toBe('backupOverdue')
    await database.db.destroy()
  })

  it('run a job in one of several processes, again when it is due, and soon after it failed', async () => {
    const database = openDatabase(up.config)
    let runs = 0
    let fails = false
    const job = {
      name: 'test',
      everyMs: DAY_MS,
      run: async () => {
        runs += 1
        if (fails) throw new Error('No luck')
      },
    }
    const start = Date.now()
    const runAt = async (time: number) => {
      setTime(start + time)
      await Promise.all([1, 2, 3].map(() => runDueJobs(database.db, [job], up.config.logger)))
      return runs
    }
    expect(await runAt(0)).toBe(1)
    expect(await runAt(DAY_MS - 1000)).toBe(1)
    fails = true
    expect(await runAt(DAY_MS + 1000)).toBe(2)
    expect(up.logs.splice(0).join('')).toContain('A background job failed')
    fails = false
    expect(await runAt(DAY_MS + 60_000)).toBe(2)
    expect(await runAt(DAY_MS + 17 * 60_000)).toBe(3)
    const row = database.db.selectFrom('job_runs').selectAll().where('name', '=', 'test')
    expect(await row.execute()).toEqual([
      { name: 'test', ran_at: start + DAY_MS + 17 * 60_000, result: 'ok' },
    ])
    await database.db.destroy()
  })

  it('are kept for 90 days', async () => {
    const db = await up.tables()
    const { total } = await list(owner)
    expect(total).toBeGreaterThan(1)
    const [newest] = (await list(owner)).data.notifications
    await db
      .updateTable('notifications')
      .set({ created_at: Date.now() - 91 * DAY_MS })
      .where('id', '=', newest?.id ?? '')
      .execute()
    await deleteOldNotifications(db)
    expect((await list(owner)).total).toBe(total - 1)
  })
})

describe.each(databases)('e-mails of notifications on %s', (name) => {
  let up: TestUpstream
  beforeAll(async () => {
    up = await startUpstream(name)
  })
  afterAll(() => up.stop())

  it('are queued at once or at 8 AM in the user’s time zone, once, even after downtime', async () => {
    setTime('2026-11-20T12:30:00Z')
    const people = {
      'America/New_York': await up.signInAs('editor'), // 7:30 AM
      'Europe/Berlin': await up.signInAs('editor'), // 1:30 PM
      'Asia/Kolkata': await up.signInAs('editor'), // 6:00 PM
    }
    const emails = new Map<string, string>()
    for (const [timeZone, token] of Object.entries(people)) {
      const channels = { message: 'digest', subscriber: 'none' }
      await up.call('PUT', '/api/notifications/preferences', { token, json: { timeZone, channels } })
      emails.set(timeZone, (await up.call('GET', '/api/auth/profile', { token })).json.data.email)
    }
    const owner = await up.signIn()
    await up.call('PUT', '/api/notifications/preferences', {
      token: owner,
      json: { timeZone: 'UTC', channels: { message: 'email' } },
    })
    const db = await up.tables()
    const other = await up.tables()
    const queued = async () => {
      await Promise.all([queueDueNotifications(db), queueDueNotifications(other)])
      const rows = await db.deleteFrom('outbox').returning(['kind', 'recipient']).execute()
      return rows.map(({ kind, recipient }) => `${kind} ${recipient}`)
    }
    const write = (subject: string) =>
      up.call('POST', '/api/contact', {
        json: { name: 'Ann', email: 'ann@example.com', subject, message: 'We need a site.' },
        address: subject,
      })
    await write('First message')
    await write('Second message')
    expect(await queued()).toEqual([`notification ${admin.email}`])
    expect(await queued()).toEqual([])
    setTime('2026-11-20T13:00:00Z')
    expect(await queued()).toEqual([`notification ${emails.get('America/New_York')}`])
    expect(await queued()).toEqual([])
    // No process was running at 8 AM in Kolkata (02:30 UTC) and Berlin (07:00 UTC).
    setTime('2026-11-22T10:00:00Z')
    expect((await queued()).toSorted()).toEqual(
      [
        `notification ${emails.get('Europe/Berlin')}`,
        `notification ${emails.get('Asia/Kolkata')}`,
      ].toSorted(),
    )
    await write('Third message')
    await queued()
    await up.call('PUT', '/api/notifications/preferences', {
      token: people['Asia/Kolkata'],
      json: { timeZone: 'America/New_York', channels: {} },
    })
    setTime('2026-11-22T12:59:00Z')
    expect(await queued()).toEqual([])
    setTime('2026-11-22T13:00:00Z')
    expect(await queued()).toHaveLength(2)
    setTime('2026-11-23T07:00:00Z')
    expect(await queued()).toHaveLength(1)
    await write('Fourth message')
    await queued()
    setTime('2026-12-05T13:00:00Z')
    expect(await queued()).toEqual([])
  })

  it('are not queued for a kind that the user switched to the bell or off meanwhile', async () => {
    setTime('2027-01-10T12:00:00Z')
    const token = await up.signInAs('editor')
    const { email } = (await up.call('GET', '/api/auth/profile', { token })).json.data
    const choose = (message: Channel) =>
      up.call('PUT', '/api/notifications/preferences', {
        token,
        json: { timeZone: 'UTC', channels: { message } },
      })
    const db = await up.tables()
    const queued = async () => {
      await queueDueNotifications(db)
      return db.selectFrom('outbox').select('kind').where('recipient', '=', email).execute()
    }
    for (const [pending, next] of [
      ['digest', 'bell'],
      ['digest', 'none'],
      ['email', 'bell'],
    ] as const) {
      await choose(pending)
      await up.call('POST', '/api/contact', {
        json: { name: 'Ann', email: 'ann@example.com', subject: 'A ferry', message: 'We need a site.' },
        address: next,
      })
      await choose(next)
      setTime(Date.now() + DAY_MS)
      expect(await queued()).toEqual([])
    }
  })

  it('of a new browser are queued at the chosen time, even when the choices are saved again meanwhile', async () => {
    setTime('2027-02-10T12:00:00Z')
    const token = await up.signInAs('editor')
    const { id, email } = (await up.call('GET', '/api/auth/profile', { token })).json.data
    const choose = (timeZone: string) =>
      up.call('PUT', '/api/notifications/preferences', {
        token,
        json: { timeZone, channels: { newBrowser: 'digest' } },
      })
    await choose('UTC')
    const db = await up.tables()
    const object = { type: 'user', id: 'curl', name: 'curl' }
    await db
      .transaction()
      .execute((trx) => notify(trx, { kind: 'newBrowser', object, to: { accountId: id } }))
    setTime('2027-02-11T07:59:00Z')
    await choose('Pacific/Niue')
    setTime('2027-02-11T08:00:00Z')
    await queueDueNotifications(db)
    expect(await db.selectFrom('outbox').select('kind').where('recipient', '=', email).execute()).toEqual([
      { kind: 'notification' },
    ])
  })

  it('follow a change of the address that is not finished, while another e-mail fails', async () => {
    const token = await up.signInAs('owner')
    const account = (await up.call('GET', '/api/auth/profile', { token })).json.data
    const database = openDatabase(up.config)
    const { db } = database
    await db.deleteFrom('outbox').execute()
    await db.deleteFrom('notifications').execute()
    await db
      .transaction()
      .execute((trx) => queue(trx, [account.email], { kind: 'message', account_id: account.id }))
    const row = await claimNext(database)
    if (!row) throw new Error('No e-mail is due')
    const object = { type: 'user', id: 'x', name: 'x' }
    const channels = { invitationAccepted: 'email' }
    await up.call('PUT', '/api/notifications/preferences', { token, json: { timeZone: 'UTC', channels } })
    await db
      .transaction()
      .execute((trx) => notify(trx, { kind: 'invitationAccepted', object, to: { accountId: account.id } }))
    const work: Promise<unknown>[] = []
    await withWriteLock(await up.tables(), async (trx) => {
      await trx
        .updateTable('accounts')
        .set({ email: 'moved@example.com' })
        .where('id', '=', account.id)
        .execute()
      work.push(markFailure(db, row, { reason: 'No', permanent: true }), queueDueNotifications(db))
      await lockWait(db, name, work.length)
      await changeRecipient(trx, account, 'moved@example.com')
    })
    await Promise.all(work)
    const recipients = await db
      .selectFrom('outbox')
      .select(['kind', 'recipient', 'status'])
      .orderBy('kind')
      .execute()
    expect(recipients).toEqual([
      { kind: 'message', recipient: 'moved@example.com', status: 'failed' },
      { kind: 'notification', recipient: 'moved@example.com', status: 'waiting' },
    ])
    await db.deleteFrom('notifications').execute()
    await db.destroy()
  })

  it('roll back with the change', async () => {
    const db = await up.tables()
    const failing = db.transaction().execute(async (trx) => {
      await notify(trx, { kind: 'invitationAccepted', object: { type: 'user', id: 'x', name: 'x' } })
      throw new Error('undone')
    })
    await expect(failing).rejects.toThrow('undone')
    expect(
      await db.selectFrom('notifications').select('id').where('kind', '=', 'invitationAccepted').execute(),
    ).toEqual([])
  })
})

it.each([
  ['America/New_York', '2026-11-20T12:59:00Z', '2026-11-20T13:00:00Z'],
  ['America/New_York', '2026-11-20T13:00:00Z', '2026-11-21T13:00:00Z'],
  ['America/New_York', '2026-10-31T20:00:00Z', '2026-11-01T13:00:00Z'], // the clock goes back that night
  ['America/New_York', '2026-03-07T20:00:00Z', '2026-03-08T12:00:00Z'], // and forward that one
  ['Asia/Kolkata', '2026-11-20T02:31:00Z', '2026-11-21T02:30:00Z'],
  ['Pacific/Kiritimati', '2026-11-20T17:00:00Z', '2026-11-20T18:00:00Z'],
  ['Pacific/Niue', '2026-11-20T18:00:00Z', '2026-11-20T19:00:00Z'],
  ['Australia/Lord_Howe', '2026-10-03T12:00:00Z', '2026-10-03T21:00:00Z'], // half an hour forward
])('the next digest in %s after %s is at %s', (timeZone, now, due) => {
  expect(new Date(nextDigest(timeZone, Date.parse(now))).toISOString().replace('.000', '')).toBe(due)
})
