import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { databases, startUpstream } from '../testing/harness.ts'

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

  it('are listed by page for staff, newest first', async () => {
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

  it('are filtered by status, and searched by every word in any field', async () => {
    const say = (name: string, message: string, address: string) =>
      up.call('POST', '/api/contact', {
        json: { name, email: 'boat@example.org', subject: 'A question', message },
        address,
      })
    await say('Jiří Čapek', 'How much is a 100% refit?', '198.51.100.1')
    await say('Percy', 'How much is a 100 refit_?', '198.51.100.2')
    const found = async (query: string) => (await list(`?${query}`)).data.messages.map(nameOf)
    const nameOf = ({ name }: { name: string }) => name
    expect(await found('search=capek')).toEqual(['Jiří Čapek'])
    expect(await found('search=REFI+boat')).toEqual(['Percy', 'Jiří Čapek'])
    expect(await found('search=refit+capek+ferry')).toEqual([])
    expect(await found('search=%25')).toEqual([])
    expect(await found('search=_')).toEqual([])
    expect(await list('?search=refit&limit=1&page=2')).toMatchObject({ total: 2, totalPages: 2 })

    const [percy] = (await list('?search=percy')).data.messages
    await up.call('PUT', `/api/messages/${percy.id}`, { token, json: { read: true } })
    expect(await found('status=unread&search=refit')).toEqual(['Jiří Čapek'])
    expect((await list('?status=unread')).total).toBe(13)
    expect((await list('?status=other')).total).toBe(14)

    const one = async (query = '') =>
      (await up.call('GET', `/api/messages/${percy.id}${query}`, { token })).json
    const [, second] = (await list()).data.messages
    expect(await one()).toEqual({ data: { ...percy, read: true }, previous: null, next: second.id })
    // The message is read now, but still has neighbors among the unread ones.
    expect(await one('?status=unread&search=refit')).toMatchObject({ previous: null, next: second.id })
    expect(await one('?search=percy')).toMatchObject({ previous: null, next: null })
    const path = `/api/messages/${second.id}`
    expect((await up.call('GET', path, { token })).json).toMatchObject({ previous: percy.id })
    expect((await up.call('GET', path)).status).toBe(401)
    expect((await up.call('GET', '/api/messages/unknown', { token })).status).toBe(404)
    for (const { id } of [percy, second]) await up.call('DELETE', `/api/messages/${id}`, { token })
  })

  it('can be marked as read and unread, and deleted', async () => {
    const [message] = (await list()).data.messages
    const path = `/api/messages/${message.id}`
    expect(await unread()).toBe(12)
    for (const call of [
      up.call('PUT', path, { json: { read: true } }),
      up.call('DELETE', path),
      up.call('DELETE', path, { token: 'made-up' }),
    ])
      expect((await call).status).toBe(401)
    const author = await up.signInAs('author')
    for (const [method, url] of [
      ['GET', '/api/messages'],
      ['GET', path],
      ['PUT', path],
      ['DELETE', path],
    ] as const) {
      const { status, json } = await up.call(method, url, {
        token: author,
        json: method === 'PUT' ? {} : undefined,
      })
      expect([status, json]).toEqual([403, { error: 'Only owners and editors can do this.' }])
    }
    const editor = await up.signInAs('editor')
    expect((await up.call('GET', path, { token: editor })).status).toBe(200)
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
