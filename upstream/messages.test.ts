import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { databases, startUpstream } from './testing/harness.ts'

describe.each(databases)('messages on %s', (database) => {
  let up: Awaited<ReturnType<typeof startUpstream>>
  let token: string
  beforeAll(async () => {
    up = await startUpstream(database)
    token = await up.signIn()
  })
  afterAll(() => up.stop())

  const send = (subject: string, address: string) =>
    up.call('POST', '/api/contact', {
      json: { name: 'Ada Brandt', email: 'ada@example.com', subject, message: 'We need a booking system.' },
      address,
    })
  const list = async (query = '') => (await up.call('GET', `/api/messages${query}`, { token })).json
  const unread = async () => (await up.call('GET', '/api/stats', { token })).json.data.messages.unread

  it('are for staff, newest first, a page at a time', async () => {
    expect(await list()).toEqual({ data: { messages: [] }, total: 0, totalPages: 0 })
    for (let number = 1; number <= 12; number += 1) await send(`Ferry ${number}`, `192.0.2.${number}`)
    expect((await up.call('GET', '/api/messages')).status).toBe(401)
    const first = await list()
    expect(first).toMatchObject({ total: 12, totalPages: 2 })
    expect(first.data.messages).toHaveLength(10)
    expect(first.data.messages[0]).toMatchObject({
      name: 'Ada Brandt',
      email: 'ada@example.com',
      message: 'We need a booking system.',
      read: false,
    })
    const subjects = [first, await list('?page=2')].flatMap(({ data }) =>
      data.messages.map(({ subject }: { subject: string }) => subject),
    )
    expect(new Set(subjects).size).toBe(12)
    expect((await list('?page=9')).data.messages).toEqual([])
    expect((await list('?page=x&limit=0')).data.messages).toHaveLength(10)
  })

  it('are read, unread again and deleted', async () => {
    const [message] = (await list()).data.messages
    const path = `/api/messages/${message.id}`
    expect(await unread()).toBe(12)
    for (const call of [
      up.call('PUT', path, { json: { read: true } }),
      up.call('DELETE', path),
      up.call('DELETE', path, { token: 'made-up' }),
    ])
      expect((await call).status).toBe(401)
    expect((await up.call('PUT', path, { token, json: { read: 'yes' } })).status).toBe(422)
    const changed = await up.call('PUT', path, { token, json: { read: true, subject: 'Other' } })
    expect(changed.json).toEqual({ data: { ...message, read: true } })
    expect(await unread()).toBe(11)
    await up.call('PUT', path, { token, json: { read: false } })
    expect(await unread()).toBe(12)
    expect((await up.call('DELETE', path, { token })).json).toEqual({ data: { id: message.id } })
    expect((await up.call('DELETE', path, { token })).status).toBe(404)
    expect((await up.call('PUT', path, { token, json: { read: true } })).status).toBe(404)
    expect((await list()).total).toBe(11)
  })
})
