import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { databases, startUpstream, type TestUpstream } from '../testing/harness.ts'

const message = {
  name: 'Ann',
  email: 'ann@example.com',
  subject: 'A project',
  message: 'We would like a site.',
}
const thanks = "Thank you for your message! We'll get back to you within 24 hours."

describe.each(databases)('contact messages on %s', (database) => {
  let up: TestUpstream
  beforeAll(async () => {
    up = await startUpstream(database)
  })
  afterAll(() => up.stop())

  const send = (json: unknown, address: string, headers = {}) =>
    up.call('POST', '/api/contact', { json, address, headers })
  const stored = async () => (await up.tables()).selectFrom('contact_messages').selectAll().execute()

  it('stores a message with its time', async () => {
    const sent = Date.now()
    const response = await send({ ...message, name: ' Ann ', subject: 'A\r\nproject' }, 'a')
    expect([response.status, response.json]).toEqual([
      201,
      { data: { id: expect.any(String) }, message: thanks },
    ])
    const [row] = await stored()
    expect(row).toEqual({
      ...message,
      id: response.json.data.id,
      created_at: expect.any(Number),
      read_at: null,
      search_text: 'ann example com a project we would like site',
    })
    expect(row?.created_at).toBeGreaterThanOrEqual(sent)
    expect(row?.created_at).toBeLessThanOrEqual(Date.now())
  })

  it('sends the error messages of the form', async () => {
    const response = await send({ name: 'A', email: 'x', subject: '', message: 'short' }, 'b')
    expect(response.status).toBe(422)
    expect(response.json).toEqual({
      error: 'Name must be at least 2 characters',
      fields: {
        name: 'Name must be at least 2 characters',
        email: 'Please enter a valid email address',
        subject: 'Subject is required',
        message: 'Message must be at least 10 characters',
      },
    })
  })

  it('accepts a message from a bot without storing it', async () => {
    const before = await stored()
    const response = await send({ ...message, website: 'https://spam.example' }, 'c')
    expect([response.status, response.json.message]).toEqual([201, thanks])
    expect(await stored()).toEqual(before)
  })

  it('stores a repeated message once', async () => {
    const before = (await stored()).length
    const headers = { 'idempotency-key': 'click-1' }
    const responses = await Promise.all([1, 2, 3].map(() => send(message, 'd', headers)))
    expect(new Set(responses.map((response) => response.json.data.id)).size).toBe(1)
    expect(await stored()).toHaveLength(before + 1)
    const another = await send({ ...message, message: 'We would like a shop.' }, 'other', headers)
    expect(another.status).toBe(201)
    expect(await stored()).toHaveLength(before + 2)
  })

  it('limits the messages of one address with Retry-After', async () => {
    for (let sent = 0; sent < 5; sent += 1) expect((await send(message, 'e')).status).toBe(201)
    const limited = await send(message, 'e')
    expect(limited.status).toBe(429)
    expect(limited.json.error).toMatch(/try again in 10 minutes/)
    expect(Number(limited.headers.get('retry-after'))).toBeGreaterThan(500)
    expect((await send(message, 'f')).status).toBe(201)
    await (await up.tables()).updateTable('rate_limits').set({ expires_at: Date.now() }).execute()
    expect((await send(message, 'e')).status).toBe(201)
  })

  it('rejects more than 16 kB', async () => {
    const large = JSON.stringify({ ...message, more: 'x'.repeat(17_000) })
    const headers = { 'content-type': 'application/json' }
    expect((await up.call('POST', '/api/contact', { body: large, headers })).status).toBe(413)
  })
})
