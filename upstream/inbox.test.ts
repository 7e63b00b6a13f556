import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { databases, startUpstream, type TestUpstream } from './testing/harness.ts'

const message = {
  name: 'Ann',
  email: 'ann@example.com',
  subject: 'A project',
  message: 'We would like a site.',
}
const thanks = "Thank you for your message! We'll get back to you within 24 hours."

describe.each(databases)('messages and subscribers on %s', (database) => {
  let up: TestUpstream
  beforeAll(async () => {
    up = await startUpstream(database)
  })
  afterAll(() => up.stop())

  const send = (json: unknown, address: string, headers = {}) =>
    up.call('POST', '/api/contact', { json, address, headers })
  const stored = async () => (await up.tables()).selectFrom('contact_messages').selectAll().execute()
  const subscribe = (email: string, address = 'reader') =>
    up.call('POST', '/api/newsletter', { json: { email }, address })

  it('stores a message with its time', async () => {
    const answer = await send({ ...message, name: ' Ann ' }, 'a')
    expect([answer.status, answer.json]).toEqual([201, { data: { id: expect.any(String) }, message: thanks }])
    const [row] = await stored()
    expect(row).toEqual({
      ...message,
      id: answer.json.data.id,
      created_at: expect.any(Number),
      read_at: null,
    })
    expect(Date.now() - (row?.created_at ?? 0)).toBeLessThan(60_000)
  })

  it('answers with the messages of the form', async () => {
    const answer = await send({ name: 'A', email: 'x', subject: '', message: 'short' }, 'b')
    expect(answer.status).toBe(422)
    expect(answer.json).toEqual({
      error: 'Name must be at least 2 characters',
      fields: {
        name: 'Name must be at least 2 characters',
        email: 'Please enter a valid email address',
        subject: 'Subject is required',
        message: 'Message must be at least 10 characters',
      },
    })
  })

  it('thanks a machine and keeps nothing of it', async () => {
    const before = await stored()
    const answer = await send({ ...message, website: 'https://spam.example' }, 'c')
    expect([answer.status, answer.json.message]).toEqual([201, thanks])
    expect(await stored()).toEqual(before)
  })

  it('stores a message that is sent twice once', async () => {
    const before = (await stored()).length
    const headers = { 'idempotency-key': 'click-1' }
    const answers = await Promise.all([1, 2, 3].map(() => send(message, 'd', headers)))
    expect(new Set(answers.map((answer) => answer.json.data.id)).size).toBe(1)
    expect(await stored()).toHaveLength(before + 1)
  })

  it('takes five messages in ten minutes from one address, then says when to try again', async () => {
    for (let sent = 0; sent < 5; sent += 1) expect((await send(message, 'e')).status).toBe(201)
    const refused = await send(message, 'e')
    expect(refused.status).toBe(429)
    expect(refused.json.error).toMatch(/try again in 10 minutes/)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(500)
    expect((await send(message, 'f')).status).toBe(201)
    await (await up.tables()).updateTable('rate_limits').set({ expires_at: Date.now() }).execute()
    expect((await send(message, 'e')).status).toBe(201)
  })

  it('refuses more than 16 kB, whatever its length claims', async () => {
    const large = JSON.stringify({ ...message, more: 'x'.repeat(17_000) })
    const headers = { 'content-type': 'application/json' }
    expect((await up.call('POST', '/api/contact', { body: large, headers })).status).toBe(413)
  })

  it('stores an address once and answers the same', async () => {
    const first = await subscribe('Reader@Example.com')
    expect([first.status, first.json]).toEqual([
      200,
      { message: 'You are subscribed. The next issue comes to your inbox.' },
    ])
    expect((await subscribe('reader@example.COM')).json).toEqual(first.json)
    const rows = await (await up.tables()).selectFrom('subscribers').select('email').execute()
    expect(rows).toEqual([{ email: 'Reader@Example.com' }])
    expect((await subscribe('nobody')).status).toBe(422)
    for (let tries = 0; tries < 3; tries += 1) await subscribe('other@example.com')
    expect((await subscribe('other@example.com')).status).toBe(429)
  })
})
