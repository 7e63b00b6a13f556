import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#contract/time.ts'
import { eventually } from '#testing/eventually.ts'
import { startMailServer, type MailServer } from '#testing/mail-server.ts'
import { changeEmail } from '../accounts/email-change.ts'
import { withWriteLock } from '../db/write-lock.ts'
import { notify } from '../notifications/notify.ts'
import { databases, startUpstream, type TestUpstream } from '../testing/harness.ts'
import type { OutboxRow } from './outbox.ts'

describe.each(databases)('undelivered e-mails on %s', (database) => {
  let mails: MailServer
  let up: TestUpstream
  let db: Awaited<ReturnType<TestUpstream['tables']>>

  const rowThat = (what: string, holds: (row: OutboxRow) => boolean) =>
    eventually(what, async () => (await db.selectFrom('outbox').selectAll().execute()).find(holds))
  const logged = async (...codes: number[]) => {
    await eventually('the log lines', () => up.logs.length >= codes.length)
    expect(up.logs.splice(0).map((line) => JSON.parse(line).code)).toEqual(codes)
  }
  const write = () =>
    up.call('POST', '/api/contact', {
      json: { name: 'Ann', email: 'ann@example.org', subject: 'A project', message: 'We would like a site.' },
    })

  beforeEach(async () => {
    mails = await startMailServer()
    up = await startUpstream(database, {
      mail: {
        ...{ url: mails.url, from: { name: 'Halyard', address: 'hello@halyard.test' } },
        ...{ staff: ['crew@halyard.test'], siteUrl: 'https://halyard.test', pollMs: 20 },
      },
    })
    db = await up.tables()
  })
  afterEach(async () => {
    await up.stop()
    await mails.close()
  })

  it('lists what failed, and sends it again on request', async () => {
    mails.setBehavior('rejects')
    await write()
    const row = await rowThat('a failed e-mail', ({ status }) => status === 'failed')
    const token = await up.signIn()
    const list = async () => (await up.call('GET', '/api/system/emails', { token })).json
    const retry = () => up.call('POST', `/api/system/emails/${row.id}/retry`, { token })
    expect(await list()).toEqual({
      data: [
        {
          ...{
            id: row.id,
            kind: 'message',
            recipient: 'crew@halyard.test',
            subject: 'A project',
            attempts: 1,
          },
          ...{ error: expect.stringContaining('No such mailbox'), nextAt: null },
          createdAt: new Date(row.created_at).toISOString(),
        },
      ],
      total: 1,
    })
    await logged(550)
    mails.setBehavior('accepts')
    expect((await retry()).status).toBe(200)
    await rowThat('an e-mail that was sent', ({ status }) => status === 'sent')
    expect(mails.emails[0]?.headers['subject']).toEqual(['Contact: A project'])
    expect(await list()).toEqual({ data: [], total: 0 })
    expect((await retry()).status).toBe(404)
  })

  it('sends what is tried again later at once on request, unless a process has claimed it', async () => {
    mails.setBehavior('fails temporarily')
    await write()
    const { id } = await rowThat('an attempt', ({ last_error }) => last_error !== null)
    await logged(451)
    const token = await up.signIn()
    const retry = () => up.call('POST', `/api/system/emails/${id}/retry`, { token })
    mails.setBehavior('accepts')
    await db
      .updateTable('outbox')
      .set({ due_at: Date.now() + 3 * MINUTE_MS })
      .execute()
    expect((await retry()).status).toBe(200)
    expect(await rowThat('the same', () => true)).toMatchObject({ status: 'waiting', attempts: 1 })
    await db
      .updateTable('outbox')
      .set({ due_at: Date.now() + 6 * HOUR_MS })
      .execute()
    expect((await retry()).status).toBe(200)
    await rowThat('an e-mail that was sent', ({ status }) => status === 'sent')
    expect((await retry()).status).toBe(404)
  })

  it('counts the days of a repeated e-mail anew', async () => {
    mails.setBehavior('rejects')
    await write()
    const { id } = await rowThat('a failed e-mail', ({ status }) => status === 'failed')
    const token = await up.signIn()
    const retry = () => up.call('POST', `/api/system/emails/${id}/retry`, { token })
    await db
      .updateTable('outbox')
      .set({ created_at: Date.now() - 6 * DAY_MS })
      .execute()
    await logged(550)
    mails.setBehavior('fails temporarily')
    expect((await retry()).status).toBe(200)
    expect((await rowThat('an attempt', ({ last_error }) => last_error !== null)).status).toBe('waiting')
    await logged(451)
  })

  it('dates a repeated e-mail anew, because old dates look like spam', async () => {
    mails.setBehavior('rejects')
    await write()
    const { id } = await rowThat('a failed e-mail', ({ status }) => status === 'failed')
    await logged(550)
    await db
      .updateTable('outbox')
      .set({ created_at: Date.now() - 60 * DAY_MS })
      .execute()
    mails.setBehavior('accepts')
    const token = await up.signIn()
    const before = Date.now()
    await up.call('POST', `/api/system/emails/${id}/retry`, { token })
    await rowThat('an e-mail that was sent', ({ status }) => status === 'sent')
    const [date = ''] = mails.emails[0]?.headers['date'] ?? []
    expect(Date.parse(date)).toBeGreaterThan(before - 1000)
  })

  it('does not send a confirmation again after its link has expired', async () => {
    mails.setBehavior('rejects')
    await up.call('POST', '/api/newsletter', { json: { email: 'late@example.org' } })
    const { id } = await rowThat('a failed e-mail', ({ status }) => status === 'failed')
    await logged(550)
    await db
      .updateTable('outbox')
      .set({ created_at: Date.now() - 8 * DAY_MS })
      .execute()
    const token = await up.signIn()
    expect((await up.call('POST', `/api/system/emails/${id}/retry`, { token })).status).toBe(410)
  })

  it('lists links that expired before the mail server accepted them, and nothing of unknown addresses', async () => {
    const { id } = await db.selectFrom('accounts').select('id').executeTakeFirstOrThrow()
    const old = Date.now() - 2 * DAY_MS
    const row = (
      name: string,
      recipient: string,
      kind: 'reset' | 'emailChange',
      last_error: string | null,
    ) => ({
      ...{ id: name, recipient, kind, last_error, account_id: kind === 'reset' ? null : id },
      ...{ status: 'waiting' as const, attempts: 3, due_at: 0, created_at: old, ended_at: null },
      ...{ message_id: null, subscriber: null },
    })
    const rows = [
      row('reset', 'admin@example.com', 'reset', 'Connection refused'),
      row('change', 'new@example.com', 'emailChange', 'Connection refused'),
      row('replaced', 'other@example.com', 'emailChange', 'Connection refused'),
      row('unknown', 'nobody@example.com', 'reset', null),
      row('closed', 'former@example.com', 'reset', 'Connection refused'),
    ]
    await db
      .insertInto('email_changes')
      .values({ account_id: id, email: 'new@example.com', created_at: old })
      .execute()
    await db.insertInto('outbox').values(rows).execute()
    const ended = await eventually('the end of all', async () => {
      const left = await db.selectFrom('outbox').selectAll().orderBy('id').execute()
      return left.every(({ status }) => status === 'failed') && left
    })
    const failed = { status: 'failed', last_error: 'Connection refused' }
    expect(ended).toMatchObject([
      { id: 'change', ...failed },
      { id: 'reset', ...failed },
    ])
    await eventually('the log lines', () => up.logs.length === 2)
    expect(up.logs.splice(0).map((line) => JSON.parse(line).code)).toEqual(['expired', 'expired'])
    expect(mails.emails).toEqual([])
  })

  it('does not send an expired link again', async () => {
    const token = await up.signIn()
    const failed = { id: 'expired', kind: 'reset', recipient: 'admin@example.com', status: 'failed' } as const
    const times = { due_at: 0, created_at: Date.now() - DAY_MS, ended_at: Date.now() }
    const origin = { message_id: null, subscriber: null, attempts: 1, last_error: 'No' }
    await db
      .insertInto('outbox')
      .values({ ...failed, ...origin, ...times })
      .execute()
    const retry = () => up.call('POST', '/api/system/emails/expired/retry', { token })
    expect((await retry()).status).toBe(410)
    expect((await up.call('GET', '/api/system/emails', { token })).json.total).toBe(0)
    expect((await retry()).status).toBe(404)
  })

  it.each(['unchanged', 'changed'])(
    'forgets the e-mails of a deleted account whose address is %s, but not messages for the address',
    async (address) => {
      const token = await up.signIn()
      const account = (await up.call('GET', '/api/auth/profile', { token: await up.signInAs('editor') })).json
        .data
      const row = (
        id: string,
        kind: OutboxRow['kind'],
        recipient: string,
        account_id: string | null = null,
      ) => ({
        ...{ id, kind, recipient, account_id, status: 'failed' as const, attempts: 1, last_error: 'No' },
        ...{ due_at: Date.now(), created_at: Date.now(), ended_at: Date.now() },
        ...{ message_id: null, subscriber: null },
      })
      await db
        .insertInto('outbox')
        .values([
          row('reset', 'reset', account.email),
          { ...row('notification', 'notification', account.email), status: 'sent' as const },
          row('change', 'emailChange', 'new@example.com', account.id),
          row('other', 'reset', 'admin@example.com'),
          row('message', 'message', account.email),
        ])
        .execute()
      await withWriteLock(db, (trx) => {
        const object = { type: 'email', id: account.email, name: account.email }
        return notify(trx, { kind: 'emailFailed', object, withoutEmail: true })
      })
      if (address === 'changed')
        await withWriteLock(db, (trx) => changeEmail(trx, account, 'changed@example.com', false))
      expect((await up.call('DELETE', `/api/users/${account.id}`, { token, json: {} })).status).toBe(200)
      const left = await db.selectFrom('outbox').select('id').orderBy('id').execute()
      expect(left.map(({ id }) => id)).toEqual(['message', 'other'])
      const notifications = await db.selectFrom('notifications').select('object_id').execute()
      expect(notifications.filter(({ object_id }) => object_id.includes('@'))).toEqual([])
    },
  )
})
