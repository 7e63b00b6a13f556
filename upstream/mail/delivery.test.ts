import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { sql } from 'kysely'
import { createAccount, setDisabled } from '../accounts/manage.ts'
import { openUpstream } from '../app.ts'
import { eventually } from '../testing/eventually.ts'
import { databases, startUpstream, type TestUpstream } from '../testing/harness.ts'
import { startMailServer, type MailServer } from '../testing/mail-server.ts'
import type { MailSettings } from './delivery.ts'
import { deleteOld, outboxCounts, pauseAfter } from './outbox.ts'

const message = {
  name: 'Ann Author',
  email: 'ann@example.org',
  subject: 'A project',
  message: 'We would like a site.\nSoon – in März.',
}
const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS

/** A database that takes everything but the news that an e-mail was sent. */
const refusingToRecord = {
  sqlite: [
    `create trigger refuse before update on outbox when new.status = 'sent' begin select raise(abort, 'no'); end`,
  ],
  postgres: [
    `create function refuse() returns trigger language plpgsql as $$ begin raise exception 'no'; end $$`,
    `create trigger refuse before update on outbox for each row when (new.status = 'sent') execute function refuse()`,
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
  /** An upstream that sends nothing itself. */
  const lookOn = async () => {
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
  const tried = () => rowThat('a try that failed', (row) => row.last_error !== null)
  const timePasses = async () => (await tables()).updateTable('outbox').set({ due_at: 0 }).execute()
  /** What is logged of an e-mail names the row and the code, and nobody's address. */
  const expectLogged = async (...codes: (number | string)[]) => {
    await eventually('what is logged', () => up.faults.length >= codes.length)
    const lines = up.faults.splice(0).map((line) => JSON.parse(line))
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

  it('brings a message to the staff, who answer its writer', async () => {
    await start()
    expect((await write()).status).toBe(201)
    const row = await sent()
    expect(mails.letters).toEqual([
      {
        sender: 'hello@halyard.test',
        recipients: ['crew@halyard.test'],
        headers: expect.objectContaining({
          from: ['Halyard <hello@halyard.test>'],
          to: ['crew@halyard.test'],
          'reply-to': ['Ann Author <ann@example.org>'],
          subject: ['Contact: A project'],
          'message-id': [`<${row.id}@halyard.test>`],
          'auto-submitted': ['auto-generated'],
        }),
        text: expect.stringContaining(message.message),
      },
    ])
    expect(row).toMatchObject({ attempts: 1, last_error: null, ended_at: expect.any(Number) })
    expect(await outboxCounts(await tables())).toEqual({ waiting: 0, sent: 1, failed: 0 })
  })

  it('does not wait for the next look at the outbox', async () => {
    await start({ pollMs: 600_000 })
    await write()
    await sent()
  })

  it('goes to everybody who may sign in, where nobody is named', async () => {
    await start({ staff: [] })
    const db = await tables()
    for (const email of ['second@example.com', 'former@example.com'])
      await createAccount(db, { email, password: 'correct horse battery' })
    await setDisabled(db, 'former@example.com', true)
    await write()
    await eventually('all sent', async () => (await rows()).every(({ status }) => status === 'sent'))
    expect(mails.letters.flatMap(({ recipients }) => recipients).toSorted()).toEqual([
      'admin@example.com',
      'second@example.com',
    ])
  })

  it('lets nothing of a message become a header or a recipient', async () => {
    await start()
    await write({
      name: 'Eve\r\nBcc: victim@example.org\r\nX: <evil@example.org>, "',
      subject: 'Hello\r\nBcc: victim@example.org\r\n\r\nA body of my own',
      message: 'First line\r\n.\r\nMAIL FROM:<evil@example.org>\r\n.\r\n',
    })
    await sent()
    expect(mails.letters).toHaveLength(1)
    const [letter] = mails.letters
    expect(letter?.recipients).toEqual(['crew@halyard.test'])
    expect(letter?.sender).toBe('hello@halyard.test')
    expect(Object.keys(letter?.headers ?? {}).toSorted()).toEqual([
      'auto-submitted',
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
    expect(letter?.headers['reply-to']?.[0]).toMatch(/<ann@example\.org>$/)
    expect(letter?.text).toContain('MAIL FROM:<evil@example.org>')
  })

  it('tries again what fails for now, and later each time', async () => {
    mails.behave('fails for now')
    await start()
    await write()
    const row = await tried()
    expect(row).toMatchObject({ status: 'waiting', attempts: 1, last_error: expect.stringMatching(/451/) })
    expect(Math.abs(row.due_at - Date.now() - MINUTE_MS)).toBeLessThan(20_000)
    await expectLogged(451)
    await timePasses()
    await expectLogged(451)
    const [second] = await rows()
    expect(second).toMatchObject({ status: 'waiting', attempts: 2 })
    expect(Math.abs((second?.due_at ?? 0) - Date.now() - 4 * MINUTE_MS)).toBeLessThan(20_000)
    mails.behave('accepts')
    await timePasses()
    expect(await sent()).toMatchObject({ id: row.id, attempts: 3, last_error: null })
    expect(mails.letters).toHaveLength(1)
  })

  it('ends what is refused for good, keeps the reason, and brings it to the others', async () => {
    mails.behave('accepts', 'left@halyard.test')
    await start({ staff: ['crew@halyard.test', 'left@halyard.test'] })
    await write()
    const refused = await rowThat('a refusal', ({ status }) => status === 'failed')
    expect(refused).toMatchObject({
      recipient: 'left@halyard.test',
      attempts: 1,
      last_error: expect.stringContaining('No such mailbox'),
    })
    await sent()
    expect(mails.letters.flatMap(({ recipients }) => recipients)).toEqual(['crew@halyard.test'])
    expect(await outboxCounts(await tables())).toEqual({ waiting: 0, sent: 1, failed: 1 })
    await expectLogged(550)
  })

  it('does not end what a wrong sender or password of ours keeps from going', async () => {
    mails.behave('refuses the sender')
    await start()
    await write()
    expect((await tried()).status).toBe('waiting')
    await expectLogged(553)
  })

  it('gives up after five days', async () => {
    mails.behave('fails for now')
    await start()
    await write()
    await tried()
    await (
      await tables()
    )
      .updateTable('outbox')
      .set({ created_at: Date.now() - 5 * DAY_MS, due_at: 0 })
      .execute()
    await rowThat('the end', ({ status }) => status === 'failed')
    await expectLogged(451, 451)
  })

  it('answers at once whatever the server does, and does not wait for one that stalls', async () => {
    mails.behave('stalls')
    await start({ url: `${mails.url}?greetingTimeout=300` })
    const started = Date.now()
    expect((await write()).status).toBe(201)
    expect(Date.now() - started).toBeLessThan(300)
    expect((await tried()).last_error).toMatch(/greeting/i)
    await expectLogged('ETIMEDOUT')
  })

  it('sends again what broke off in the middle', async () => {
    mails.behave('breaks off')
    await start()
    await write()
    expect((await tried()).status).toBe('waiting')
    mails.behave('accepts')
    await timePasses()
    await sent()
    up.faults.splice(0)
  })

  it('is known for one when its receipt was lost', async () => {
    mails.behave('breaks off after taking')
    await start()
    await write()
    await tried()
    mails.behave('accepts')
    await timePasses()
    await sent()
    expect(mails.letters).toHaveLength(2)
    expect(new Set(mails.letters.map(({ headers }) => headers['message-id']?.[0])).size).toBe(1)
    up.faults.splice(0)
  })

  it('is not sent again when it was the database that failed', async () => {
    await start()
    const db = await tables()
    for (const statement of refusingToRecord[database]) await sql.raw(statement).execute(db)
    await write()
    await eventually('the e-mail', () => mails.letters.length > 0)
    await eventually('what is logged', () => up.faults.length > 0)
    expect(up.faults.splice(0).join('')).toContain('The outbox cannot be worked on')
    await sql`drop trigger refuse ${sql.raw(database === 'postgres' ? 'on outbox' : '')}`.execute(db)
    await timePasses()
    await sent()
    expect(mails.letters).toHaveLength(1)
  })

  it('is not lost while the server is away', async () => {
    await mails.close()
    await start()
    await write()
    expect((await tried()).status).toBe('waiting')
    await expectLogged('ECONNREFUSED')
    mails = await startMailServer({}, mails.port)
    await timePasses()
    await sent()
  })

  it('is sent once, however many processes send', async () => {
    mails.behave('fails for now')
    await start()
    for (let number = 0; number < 20; number += 1) await write({ subject: `Number ${number}` })
    await eventually('twenty tries', async () => (await rows()).every((row) => row.last_error !== null))
    const others = await Promise.all([1, 2, 3].map(() => openUpstream(up.config)))
    mails.behave('accepts')
    await timePasses()
    await eventually('twenty sent', async () => (await rows()).every((row) => row.status === 'sent'))
    for (const other of others) await other.close()
    const subjects = mails.letters.map(({ headers }) => headers['subject']?.[0])
    expect([subjects.length, new Set(subjects).size]).toEqual([20, 20])
    expect((await rows()).map(({ attempts }) => attempts)).toEqual(Array.from({ length: 20 }, () => 2))
    up.faults.splice(0)
  })

  it('is given back untried when the upstream stops meanwhile', async () => {
    mails.behave('stalls')
    await lookOn()
    const sender = await openUpstream({ ...up.config, mail: settings() })
    const json = JSON.stringify(message)
    const headers = { 'content-type': 'application/json' }
    await sender.fetch(new Request('http://upstream/api/contact', { method: 'POST', headers, body: json }))
    await eventually('a connection', () => mails.calls() > 0)
    const started = Date.now()
    await sender.close()
    expect(Date.now() - started).toBeLessThan(4_000)
    const [row] = await rows()
    expect(row).toMatchObject({ status: 'waiting', attempts: 0, last_error: null })
    expect(row?.due_at).toBeLessThanOrEqual(Date.now())
  })

  it('is not kept for ever', async () => {
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

  it('stays empty where no e-mail goes out', async () => {
    await lookOn()
    expect((await write()).status).toBe(201)
    expect(await rows()).toEqual([])
  })
})

it('waits from a minute to six hours between tries', () => {
  expect([1, 2, 3, 4, 5, 6, 40].map((attempts) => pauseAfter(attempts) / MINUTE_MS)).toEqual([
    1, 4, 16, 64, 256, 360, 360,
  ])
})
