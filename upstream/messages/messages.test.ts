import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { MAX_FOUND_MESSAGES } from '#contract/messages.ts'
import { openDatabase } from '../db/open.ts'
import { databases, startUpstream } from '../testing/harness.ts'
import { indexMessages, reindexMessages } from './search-index.ts'

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
    expect((await list('?limit=101')).data.messages).toHaveLength(14)

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

  it('are found by parts of their words', async () => {
    const say = async (message: string, address: string) => {
      const json = { name: 'Ines', email: 'ines@example.org', subject: 'Parts', message }
      return (await up.call('POST', '/api/contact', { json, address })).json.data.id
    }
    const whole = await say('Our bookkeepers work remotely.', '203.0.113.1')
    const apart = await say('The bookkee and ookkeepers are two.', '203.0.113.2')
    const found = async (search: string, status = '') =>
      (await list(`?search=${search}${status}`)).data.messages.map(({ id }: { id: string }) => id)
    for (const status of ['', '&status=unread']) {
      expect(await found('ookkee', status)).toEqual([apart, whole])
      expect(await found('ookkeepers', status)).toEqual([apart, whole])
      // All parts of six letters are in words of the other message, too.
      expect(await found('bookkeepers', status)).toEqual([whole])
      expect(await found('bookkeepers+remot', status)).toEqual([whole])
      expect(await found('bookkeepers+two', status)).toEqual([])
      expect(await found('kk', status)).toEqual([apart, whole])
    }
    await up.call('DELETE', `/api/messages/${apart}`, { token })
    expect(await found('ookkee')).toEqual([whole])
    const later = await say('No ledgers here.', '203.0.113.3')
    expect(await found('ookkee')).toEqual([whole])
    for (const id of [whole, later]) await up.call('DELETE', `/api/messages/${id}`, { token })
  })

  it('are found up to a limit, which the response tells', async () => {
    const { db, dialect } = openDatabase(up.config)
    const toRow = (number: number, search_text = 'a tide table') => ({
      ...{
        id: `tide-${String(number).padStart(5, '0')}`,
        name: 'T',
        email: 't@example.org',
        subject: 'Tide',
      },
      ...{ message: 'Table', created_at: number, search_text },
    })
    const rows = Array.from({ length: MAX_FOUND_MESSAGES + 1 }, (_, number) => toRow(number))
    const add = (some: typeof rows) =>
      db.transaction().execute(async (trx) => {
        await trx.insertInto('contact_messages').values(some).execute()
        await indexMessages(trx, dialect, some)
      })
    await add(rows.slice(0, -1))
    const query = '?search=tid&limit=1&page=1000'
    const last = { data: { messages: [{ id: 'tide-00000' }] }, total: MAX_FOUND_MESSAGES }
    expect(await list(query)).toMatchObject(last)
    expect(await list(query)).not.toHaveProperty('partial')
    await add(rows.slice(-1))
    for (const status of ['', '&status=unread'])
      expect(await list(`${query}${status}`)).toMatchObject({
        data: { messages: [{ id: 'tide-00001' }] },
        ...{ total: MAX_FOUND_MESSAGES, totalPages: MAX_FOUND_MESSAGES, partial: true },
      })
    const place = await up.call('GET', '/api/messages/tide-00001?search=tid', { token })
    expect(place.json).toMatchObject({ previous: 'tide-00002', next: null })
    // A quarter of 12,000 more: on PostgreSQL, the newest 2,000 do not suffice.
    for (let from = 2000; from < 14_000; from += 1000)
      await add(
        Array.from({ length: 1000 }, (_, index) => toRow(from + index, index % 4 ? 'a boat' : undefined)),
      )
    expect(await list(query)).toMatchObject({ data: { messages: [{ id: 'tide-10000' }] }, partial: true })
    await db.deleteFrom('contact_messages').where('subject', '=', 'Tide').execute()
    await db.transaction().execute((trx) => reindexMessages(trx, dialect))
    expect((await list('?search=tid')).total).toBe(0)
    await db.destroy()
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
