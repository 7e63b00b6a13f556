import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { sql } from 'kysely'
import { changeAccount, createAccount } from '../accounts/manage.ts'
import { openUpstream } from '../app.ts'
import { eventually } from '#testing/eventually.ts'
import { freePort } from '#testing/free-port.ts'
import { admin, databases, startUpstream, type TestUpstream } from '../testing/harness.ts'
import { startMailServer, type MailServer } from '#testing/mail-server.ts'
import type { MailSettings } from './delivery.ts'
import { deleteOld, outboxCounts, getBackoff } from './outbox.ts'

const message = {
  name: 'Ann Author',
  email: 'ann@example.org',
  subject: 'A project',
  message: 'We would like a site.\nSoon – in März.',
}
const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS

/** Triggers that fail when a row is marked as sent. */
const failingTriggers = {
  sqlite: [
    `create trigger reject_sent before update on outbox when new.status = 'sent' begin select raise(abort, 'no'); end`,
  ],
  postgres: [
    `create function reject_sent() returns trigger language plpgsql as $$ begin raise exception 'no'; end $$`,
    `create trigger reject_sent before update on outbox for each row when (new.status = 'sent') execute function reject_sent()`,
  ],
}

describe.each(databases)('the outbox on %s', (database) => {
  let mails: MailServer
  let up: TestUpstream
  let visitors = 0

  const settings = (changes: Partial<MailSettings> = {}): MailSettings => ({
    url: mails.url,
    from: { name: 'Halyard', address: 'hello@halyard.test' },
    staff: ['crew@halyard.test'],
    siteUrl: 'https://halyard.test',
    pollMs: 20,
    ...changes,
  })
  const startWithoutMail = async () => {
    opened = undefined
    up = await startUpstream(database)
  }
  const start = async (changes?: Partial<MailSettings>) => {
    opened = undefined
    up = await startUpstream(database, { mail: settings(changes) })
  }
  const write = (changes: Partial<typeof message> = {}) =>
    up.call('POST', '/api/contact', {
      json: { ...message, ...changes },
      address: `visitor-${(visitors += 1)}`,
    })
  let opened: ReturnType<TestUpstream['tables']> | undefined
  const tables = () => (opened ??= up.tables())
  const rows = async () => (await tables()).selectFrom('outbox').selectAll().orderBy('recipient').execute()
  const rowThat = (what: string, holds: (row: Awaited<ReturnType<typeof rows>>[number]) => boolean) =>
    eventually(what, async () => (await rows()).find(holds))
  const sent = () => rowThat('an e-mail that was sent', (row) => row.status === 'sent')
  const failedOnce = () => rowThat('a try that failed', (row) => row.last_error !== null)
  const makeAllDue = async () => (await tables()).updateTable('outbox').set({ due_at: 0 }).execute()
  /** Log lines contain the error code and no addresses. */
  const expectLogged = async (...codes: (number | string)[]) => {
    await eventually('the log line', () => up.logs.length >= codes.length)
    const lines = up.logs.splice(0).map((line) => JSON.parse(line))
    expect(lines.map(({ code }) => code)).toEqual(codes)
    expect(JSON.stringify(lines)).not.toContain('@')
  }

  beforeEach(async () => {
    mails = await startMailServer()
  })
  afterEach(async () => {
    await up.stop()
    await mails.close()
  })

  it('notifies the staff, whose replies go to the sender', async () => {
    await start()
    expect((await write()).status).toBe(201)
    const row = await sent()
    expect(mails.emails).toEqual([
      {
        sender: 'hello@halyard.test',
        recipients: ['crew@halyard.test'],
        headers: expect.objectContaining({
          from: ['Halyard <hello@halyard.test>'],
          to: ['crew@halyard.test'],
          'reply-to': ['Ann Author <ann@example.org>'],
          subject: ['Contact: A project'],
          'message-id': [`<${row.id}@halyard.test>`],
        }),
        text: expect.stringContaining(message.message),
      },
    ])
    expect(mails.emails[0]?.text).toMatch(/^Sent: +\w+ \d+, \d{4} at \d+:\d\d [AP]M E[SD]T$/m)
    expect(mails.emails[0]?.headers).not.toHaveProperty('auto-submitted')
    expect(row).toMatchObject({ attempts: 1, last_error: null, ended_at: expect.any(Number) })
    expect(await outboxCounts(await tables())).toEqual({ waiting: 0, sent: 1, failed: 0 })
  })

  it('has no header with an address that not every mail server accepts', async () => {
    await start()
    await write({ email: 'jürgen@example.org' })
    await sent()
    const [email] = mails.emails
    expect(email?.headers).not.toHaveProperty('reply-to')
    expect(email?.text).toContain('Email:   jürgen@example.org')
    expect(email?.text).toContain('Use the address above to write to Ann Author.')
  })

  it('sends one e-mail for all due notifications, with links, and none when they were read', async () => {
    // No e-mail is sent before all rows are written.
    await startWithoutMail()
    const token = await up.signIn()
    const preferences = (channel: string) =>
      up.call('PUT', '/api/notifications/preferences', {
        token,
        json: { timeZone: 'Europe/Berlin', channels: { message: channel } },
      })
    await preferences('digest')
    await write()
    await write({ subject: 'A second project' })
    await write({ subject: 'Seen already' })
    const db = await tables()
    await db.updateTable('notifications').set({ due_at: Date.now() }).execute()
    const { data } = (await up.call('GET', '/api/notifications', { token })).json
    const json = { read: true, ids: [data.notifications[0].id] }
    await up.call('PUT', '/api/notifications', { token, json })
    await preferences('email')
    await write({ subject: 'At once' })
    const sender = await openUpstream({ ...up.config, mail: settings() })
    const digest = await eventually('the e-mail', () => mails.emails[0])
    expect(digest.recipients).toEqual(['admin@example.com'])
    expect(digest.headers['subject']).toEqual(['3 notifications from Halyard'])
    expect(digest.text).toContain('New message from Ann Author: “A project”')
    expect(digest.text).toMatch(
      /^\w+ \d+, \d{4}, \d+:\d\d\s[AP]M GMT\+[12] · https:\/\/halyard\.test\/admin\/messages\?message=/m,
    )
    expect(digest.text).toContain('https://halyard.test/admin/notifications?tab=preferences')
    expect(digest.text).not.toContain('Seen already')
    expect(digest.text.indexOf('At once')).toBeLessThan(digest.text.indexOf('A second project'))
    await sender.close()
    expect(mails.emails).toHaveLength(1)
  })

  it('sends the notice of a new sign-in, even when it was read or turned off', async () => {
    await startWithoutMail()
    await up.signIn()
    const headers = { 'user-agent': 'curl/8.5.0' }
    const { token } = (await up.call('POST', '/api/auth/login', { json: admin, headers })).json.data
    await up.call('PUT', '/api/notifications', { token, json: { read: true } })
    const json = { timeZone: 'UTC', channels: { newBrowser: 'none' } }
    expect((await up.call('PUT', '/api/notifications/preferences', { token, json })).status).toBe(200)
    const sender = await openUpstream({ ...up.config, mail: settings() })
    const email = await eventually('the e-mail', () => mails.emails[0])
    await sender.close()
    expect(email.headers['subject']).toEqual(['New sign-in to your account: curl'])
  })

  it('quotes what the reader of a preview wrote', async () => {
    await start()
    const token = await up.signIn()
    const post = { title: 'Rope', content: 'A rope.', published: false }
    const { id } = (await up.call('POST', '/api/blogs', { token, json: post })).json.data
    const shared = await up.call('POST', `/api/blogs/${id}/previews`, { token, json: { days: 1 } })
    const secret = shared.json.data.url.split('/').at(-1)
    const { revision } = (await up.call('POST', '/api/previews/open', { json: { token: secret } })).json.data
      .review
    const json = { token: secret, revision, name: 'Ann Lee', decision: 'changesRequested' }
    const comment = 'Shorter, please.\nAnd bluer.'
    const response = await up.call('POST', '/api/previews/review', { json: { ...json, comment } })
    expect(response.status).toBe(201)
    await (await tables()).updateTable('notifications').set({ due_at: Date.now() }).execute()
    const email = await eventually('the e-mail', () => mails.emails[0])
    expect(email.text).toContain('Ann Lee requested changes to “Rope”\n> Shorter, please.\n> And bluer.\n')
  })

  it('sends a new e-mail without waiting for the next poll', async () => {
    await start({ pollMs: 600_000 })
    await write()
    await sent()
  })

  it('notifies every enabled account that may read messages when no recipients are configured', async () => {
    await start({ staff: [] })
    const db = await tables()
    for (const email of ['second@example.com', 'former@example.com'])
      await createAccount(db, { email, password: 'correct horse battery' })
    await createAccount(db, {
      email: 'author@example.com',
      password: 'correct horse battery',
      role: 'author',
    })
    await changeAccount(db, 'former@example.com', { disabled: true })
    await write()
    await eventually('all sent', async () => (await rows()).every(({ status }) => status === 'sent'))
    expect(mails.emails.flatMap(({ recipients }) => recipients).toSorted()).toEqual([
      'admin@example.com',
      'second@example.com',
    ])
  })

  it('prevents header and recipient injection', async () => {
    await start()
    await write({
      name: 'Eve\r\nBcc: victim@example.org\r\nX: <evil@example.org>, "',
      subject: 'Hello\r\nBcc: victim@example.org\r\n\r\nA body of my own',
      message: 'First line\r\n.\r\nMAIL FROM:<evil@example.org>\r\n.\r\n',
    })
    await sent()
    expect(mails.emails).toHaveLength(1)
    const [email] = mails.emails
    expect(email?.recipients).toEqual(['crew@halyard.test'])
    expect(email?.sender).toBe('hello@halyard.test')
    expect(Object.keys(email?.headers ?? {}).toSorted()).toEqual([
      'content-transfer-encoding',
      'content-type',
      'date',
      'from',
      'message-id',
      'mime-version',
      'reply-to',
      'subject',
      'to',
    ])
    expect(email?.headers['reply-to']?.[0]).toMatch(/<ann@example\.org>$/)
    expect(email?.text).toContain('MAIL FROM:<evil@example.org>')
  })

  it('retries temporary failures with a growing delay', async () => {
    mails.setBehavior('fails temporarily')
    await start()
    const expectDelay = (due: number, started: number, delay: number) => {
      expect(due).toBeGreaterThanOrEqual(started + delay)
      expect(due).toBeLessThanOrEqual(Date.now() + delay)
    }
    const written = Date.now()
    await write()
    const row = await failedOnce()
    expect(row).toMatchObject({ status: 'waiting', attempts: 1, last_error: expect.stringMatching(/451/) })
    expectDelay(row.due_at, written, MINUTE_MS)
    await expectLogged(451)
    const repeated = Date.now()
    await makeAllDue()
    await expectLogged(451)
    const [second] = await rows()
    expect(second).toMatchObject({ status: 'waiting', attempts: 2 })
    expectDelay(second?.due_at ?? 0, repeated, 4 * MINUTE_MS)
    mails.setBehavior('accepts')
    await makeAllDue()
    expect(await sent()).toMatchObject({ id: row.id, attempts: 3, last_error: null })
    expect(mails.emails).toHaveLength(1)
  })

  it('gives up after a permanent failure, stores the reason and still sends to other recipients', async () => {
    mails.setBehavior('accepts', 'left@halyard.test')
    await start({ staff: ['crew@halyard.test', 'left@halyard.test'] })
    await write()
    const failed = await rowThat('a failed row', ({ status }) => status === 'failed')
    expect(failed).toMatchObject({
      recipient: 'left@halyard.test',
      attempts: 1,
      last_error: expect.stringContaining('No such mailbox'),
    })
    await sent()
    expect(mails.emails.flatMap(({ recipients }) => recipients)).toEqual(['crew@halyard.test'])
    expect(await outboxCounts(await tables())).toEqual({ waiting: 0, sent: 1, failed: 1 })
    await expectLogged(550)
  })

  it.each([
    ['our sender', 'rejects the sender', 553],
    ['any recipient from this site', 'rejects relaying', 554],
  ] as const)('retries when the server rejects %s', async (_, behavior, code) => {
    mails.setBehavior(behavior)
    await start()
    await write()
    expect((await failedOnce()).status).toBe('waiting')
    await expectLogged(code)
  })

  it('gives up after five days', async () => {
    mails.setBehavior('fails temporarily')
    await start()
    await write()
    await failedOnce()
    await (
      await tables()
    )
      .updateTable('outbox')
      .set({ created_at: Date.now() - 5 * DAY_MS, due_at: 0 })
      .execute()
    await rowThat('the end', ({ status }) => status === 'failed')
    await expectLogged(451, 451)
  })

  it('sends what was queued while the clock was ahead, and lets backoffs pass', async () => {
    await startWithoutMail()
    const token = await up.signIn()
    const { id } = (await up.call('GET', '/api/auth/profile', { token })).json.data
    const db = await tables()
    const queueAt = (kind: 'reset' | 'emailChanged', recipient: string, due_at: number) =>
      db
        .insertInto('outbox')
        .values({
          ...{ id: recipient, kind, recipient, account_id: id, status: 'waiting' },
          ...{ attempts: 0, due_at, created_at: due_at, message_id: null, subscriber: null },
        })
        .execute()
    await queueAt('emailChanged', 'soon@example.com', Date.now() + getBackoff(40))
    await queueAt('reset', admin.email, Date.now() + 90 * DAY_MS)
    const sender = await openUpstream({ ...up.config, mail: settings() })
    await sent()
    await sender.close()
    expect(mails.emails.map(({ recipients }) => recipients)).toEqual([[admin.email]])
    const link = await db.selectFrom('account_links').select('expires_at').executeTakeFirstOrThrow()
    expect(link.expires_at).toBeLessThanOrEqual(Date.now() + 60 * MINUTE_MS)
  })

  it('does not delay responses', async () => {
    mails.setBehavior('stalls')
    await start({ url: `${mails.url}?greetingTimeout=600000` })
    expect((await write()).status).toBe(201)
    await eventually('a connection', () => mails.connections() > 0)
    const [row] = await rows()
    expect(row).toMatchObject({ status: 'waiting', last_error: null })
  })

  it('times out a stalled server', async () => {
    mails.setBehavior('stalls')
    await start({ url: `${mails.url}?greetingTimeout=500` })
    await write()
    expect((await failedOnce()).last_error).toMatch(/greeting/i)
    await expectLogged('ETIMEDOUT')
  })

  it('retries an interrupted e-mail', async () => {
    mails.setBehavior('disconnects')
    await start()
    await write()
    expect((await failedOnce()).status).toBe('waiting')
    mails.setBehavior('accepts')
    await makeAllDue()
    await sent()
    up.logs.splice(0)
  })

  it('keeps the message id of an e-mail whose receipt was lost', async () => {
    mails.setBehavior('disconnects after accepting')
    await start()
    await write()
    await failedOnce()
    mails.setBehavior('accepts')
    await makeAllDue()
    await sent()
    expect(mails.emails).toHaveLength(2)
    expect(new Set(mails.emails.map(({ headers }) => headers['message-id']?.[0])).size).toBe(1)
    up.logs.splice(0)
  })

  it('does not send twice when the database fails', async () => {
    await start()
    const db = await tables()
    for (const statement of failingTriggers[database]) await sql.raw(statement).execute(db)
    await write()
    await eventually('the e-mail', () => mails.emails.length > 0)
    await eventually('the log line', () => up.logs.length > 0)
    expect(up.logs.splice(0).join('')).toContain('The outbox cannot be processed')
    await sql`drop trigger reject_sent ${sql.raw(database === 'postgres' ? 'on outbox' : '')}`.execute(db)
    await makeAllDue()
    await sent()
    expect(mails.emails).toHaveLength(1)
  })

  it('keeps e-mails while the server is down', async () => {
    // The system may give the port of a closed server to another one.
    const port = await freePort()
    await start({ url: `smtp://127.0.0.1:${port}` })
    await write()
    expect((await failedOnce()).status).toBe('waiting')
    await expectLogged('ECONNREFUSED')
    await mails.close()
    mails = await startMailServer({}, port)
    await makeAllDue()
    await sent()
  })

  it('sends once with several processes', async () => {
    mails.setBehavior('fails temporarily')
    await start()
    for (let number = 0; number < 20; number += 1) await write({ subject: `Number ${number}` })
    await eventually('twenty tries', async () => (await rows()).every((row) => row.last_error !== null))
    const others = await Promise.all([1, 2, 3].map(() => openUpstream(up.config)))
    mails.setBehavior('accepts')
    await makeAllDue()
    await eventually('twenty sent', async () => (await rows()).every((row) => row.status === 'sent'))
    for (const other of others) await other.close()
    const subjects = mails.emails.map(({ headers }) => headers['subject']?.[0])
    expect([subjects.length, new Set(subjects).size]).toEqual([20, 20])
    const attempts = (await rows()).reduce((sum, row) => sum + row.attempts, 0)
    expect(attempts).toBe(mails.connections())
    up.logs.splice(0)
  })

  it('returns an e-mail to the outbox when the upstream closes', async () => {
    mails.setBehavior('stalls')
    await startWithoutMail()
    const mail = settings({ url: `${mails.url}?greetingTimeout=600000` })
    const sender = await openUpstream({ ...up.config, mail })
    const json = JSON.stringify(message)
    const headers = { 'content-type': 'application/json' }
    await sender.fetch(new Request('http://upstream/api/contact', { method: 'POST', headers, body: json }))
    await eventually('a connection', () => mails.connections() > 0)
    await sender.close()
    const [row] = await rows()
    expect(row).toMatchObject({ status: 'waiting', attempts: 0, last_error: null })
    expect(row?.due_at).toBeLessThanOrEqual(Date.now())
  })

  it('deletes old e-mails', async () => {
    await start()
    await write()
    await sent()
    const db = await tables()
    await db
      .updateTable('outbox')
      .set({ due_at: Date.now() - 31 * DAY_MS })
      .execute()
    await deleteOld(db)
    expect(await rows()).toEqual([])
  })

  it('stays empty without an SMTP server', async () => {
    await startWithoutMail()
    expect((await write()).status).toBe(201)
    expect(await rows()).toEqual([])
  })
})

it('waits from a minute to six hours between attempts', () => {
  expect([1, 2, 3, 4, 5, 6, 40].map((attempts) => getBackoff(attempts) / MINUTE_MS)).toEqual([
    1, 4, 16, 64, 256, 360, 360,
  ])
})
