import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { eventually } from '../testing/eventually.ts'
import { databases, startUpstream, type TestUpstream } from '../testing/harness.ts'
import { startMailServer, type MailServer } from '../testing/mail-server.ts'

const asked =
  'Almost done: unless this address is subscribed already, an e-mail with a link to confirm it is on its way.'
const subscribed = 'You are subscribed. The next issue comes to your inbox.'
const left = 'You are unsubscribed. No further issue comes to your inbox.'
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

describe.each(databases)('subscribing by e-mail on %s', (database) => {
  let mails: MailServer
  let up: TestUpstream
  let db: Awaited<ReturnType<TestUpstream['tables']>>
  let visitors = 0

  beforeAll(async () => {
    mails = await startMailServer()
    const from = { name: 'Halyard', address: 'hello@halyard.test' }
    up = await startUpstream(database, {
      mail: { url: mails.url, from, staff: [], siteUrl: 'https://halyard.test', pollMs: 20 },
    })
    db = await up.tables()
  })
  afterAll(async () => {
    await up.stop()
    await mails.close()
  })

  const post = (path: string, json: unknown, address = `visitor-${(visitors += 1)}`) =>
    up.call('POST', `/api/newsletter${path}`, { json, address })
  const subscribe = (email: string) => post('', { email })
  const readLink = (token: string) =>
    up.call('GET', `/api/newsletter/links?token=${token}`, { address: `visitor-${(visitors += 1)}` })
  const stored = (address: string) =>
    db.selectFrom('subscribers').selectAll().where('address', '=', address).executeTakeFirst()
  const lettersTo = (email: string) => mails.letters.filter(({ recipients }) => recipients.includes(email))
  const queued = async (address: string) =>
    (await db.selectFrom('outbox').select('id').where('subscriber', '=', address).execute()).length

  /** The token of the newest e-mail to this address, once there are so many. */
  async function tokenFor(email: string, count = 1): Promise<string> {
    const letters = await eventually(`e-mail ${count} to ${email}`, () => {
      const found = lettersTo(email)
      return found.length >= count && found
    })
    const token = /\/newsletter\/confirm\?token=([0-9a-f]{64})$/m.exec(letters.at(-1)?.text ?? '')?.[1]
    return token ?? ''
  }
  async function tokenOfNew(email: string): Promise<string> {
    await subscribe(email)
    return tokenFor(email)
  }

  it('counts an address when its link was followed, not before', async () => {
    const answer = await subscribe('Reader@Example.org')
    expect([answer.status, answer.json]).toEqual([200, { message: asked }])
    const token = await tokenFor('Reader@example.org')
    const staff = await up.signIn()
    const counted = async () =>
      (await up.call('GET', '/api/stats', { token: staff })).json.data.subscribers.total
    expect(await counted()).toBe(0)
    expect((await readLink(token)).json).toEqual({ data: { confirms: true } })
    expect(await counted()).toBe(0)
    expect((await post('/confirm', { token })).json).toEqual({ message: subscribed })
    expect(await counted()).toBe(1)
    expect((await stored('reader@example.org'))?.confirmed_at).toEqual(expect.any(Number))
    // Whoever presses twice is not told otherwise.
    expect((await post('/confirm', { token })).status).toBe(200)
  })

  it('says in its headers how to leave in one step', async () => {
    const token = await tokenOfNew('headers@example.org')
    const [letter] = lettersTo('headers@example.org')
    expect(letter?.headers).toMatchObject({
      from: ['Halyard <hello@halyard.test>'],
      to: ['headers@example.org'],
      'list-unsubscribe': [`<https://halyard.test/api/newsletter/unsubscribe?token=${token}>`],
      'list-unsubscribe-post': ['List-Unsubscribe=One-Click'],
    })
    expect(letter?.text).toContain(`https://halyard.test/newsletter/unsubscribe?token=${token}\n`)
    expect(letter?.headers).not.toHaveProperty('reply-to')
  })

  it('keeps no link that works, only its hash', async () => {
    const token = await tokenOfNew('hash@example.org')
    for (const table of ['newsletter_links', 'outbox', 'subscribers'] as const)
      expect(JSON.stringify(await db.selectFrom(table).selectAll().execute())).not.toContain(token)
  })

  it('answers the same for an address that is known, asked or new, and does not write to it again', async () => {
    const token = await tokenOfNew('known@example.org')
    expect((await subscribe('known@example.org')).json).toEqual({ message: asked })
    expect(await queued('known@example.org')).toBe(1)
    await post('/confirm', { token })
    await db.updateTable('subscribers').set({ asked_at: 0 }).execute()
    expect((await subscribe('KNOWN@example.org')).json).toEqual({ message: asked })
    expect(await queued('known@example.org')).toBe(1)
    expect((await stored('known@example.org'))?.confirmed_at).toEqual(expect.any(Number))
  })

  it('writes once an hour and three times a week at most, and every link works', async () => {
    const address = 'again@example.org'
    const tokens: string[] = []
    for (let time = 1; time <= 3; time += 1) {
      await Promise.all([subscribe(address), subscribe(address)])
      tokens.push(await tokenFor(address, time))
      await db
        .updateTable('subscribers')
        .set({ asked_at: Date.now() - HOUR_MS })
        .where('address', '=', address)
        .execute()
    }
    await subscribe(address)
    expect(await queued(address)).toBe(3)
    for (const token of tokens) expect((await readLink(token)).json).toEqual({ data: { confirms: true } })
  })

  it('refuses what it does not know, and whoever goes on trying', async () => {
    for (const token of ['f'.repeat(64), 'x', '']) {
      const answer = await post('/confirm', { token })
      expect([answer.status, answer.json]).toEqual([
        410,
        { error: 'This link is not valid, or not any more.' },
      ])
      expect((await post('/unsubscribe', { token })).status).toBe(410)
    }
    expect((await readLink('f'.repeat(64))).status).toBe(410)
    for (const json of [{}, { token: 5 }, { token: 'x'.repeat(300) }, null])
      expect((await post('/confirm', json)).status).toBe(422)
    for (let tries = 0; tries < 20; tries += 1) await post('/confirm', { token: 'x' }, 'guesser')
    expect((await post('/confirm', { token: 'x' }, 'guesser')).status).toBe(429)
    const token = await tokenOfNew('limit@example.org')
    expect((await post('/confirm', { token }, 'guesser')).status).toBe(200)
  })

  it('takes a link for a week, and forgets who did not follow it', async () => {
    const token = await tokenOfNew('late@example.org')
    await db
      .updateTable('newsletter_links')
      .set({ confirms_until: Date.now() })
      .where('address', '=', 'late@example.org')
      .execute()
    expect((await readLink(token)).json).toEqual({ data: { confirms: false } })
    expect((await post('/confirm', { token })).status).toBe(410)
    expect((await stored('late@example.org'))?.confirmed_at).toBeNull()
    await db
      .updateTable('subscribers')
      .set({ asked_at: Date.now() - 8 * DAY_MS })
      .where('address', '=', 'late@example.org')
      .execute()
    await subscribe('someone@example.org')
    expect(await stored('late@example.org')).toBeUndefined()
    expect((await post('/unsubscribe', { token })).status).toBe(410)
  })

  it('lets an address go at once, with everything that was kept of it', async () => {
    const token = await tokenOfNew('leaving@example.org')
    await post('/confirm', { token })
    expect((await post('/unsubscribe', { token })).json).toEqual({ message: left })
    expect((await post('/unsubscribe', { token })).json).toEqual({ message: left })
    expect((await post('/confirm', { token })).status).toBe(410)
    for (const table of ['newsletter_links', 'outbox', 'subscribers'] as const)
      expect(JSON.stringify(await db.selectFrom(table).selectAll().execute())).not.toContain('leaving@')
    // A link that was used up does not lead out whoever comes back.
    await subscribe('leaving@example.org')
    const back = await tokenFor('leaving@example.org', 2)
    await post('/confirm', { token: back })
    await post('/unsubscribe', { token })
    expect(await stored('leaving@example.org')).toBeDefined()
  })

  it('is not asked any more when it left before the e-mail went out', async () => {
    mails.behave('fails for now')
    await subscribe('early@example.org')
    await eventually('a try', () => up.faults.length > 0)
    up.faults.splice(0)
    await db.deleteFrom('subscribers').where('address', '=', 'early@example.org').execute()
    mails.behave('accepts')
    expect(await queued('early@example.org')).toBe(0)
  })

  it('sends nothing to who confirmed by an earlier e-mail meanwhile', async () => {
    mails.behave('fails for now')
    await subscribe('quick@example.org')
    await eventually('a try', () => up.faults.length > 0)
    up.faults.splice(0)
    await db
      .updateTable('subscribers')
      .set({ confirmed_at: Date.now() })
      .where('address', '=', 'quick@example.org')
      .execute()
    mails.behave('accepts')
    await db.updateTable('outbox').set({ due_at: 0 }).where('status', '=', 'waiting').execute()
    await eventually('an empty outbox', async () => (await queued('quick@example.org')) === 0)
    expect(lettersTo('quick@example.org')).toEqual([])
  })
})
