import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { eventually } from '#testing/eventually.ts'
import { databases, startUpstream, type TestUpstream } from '../testing/harness.ts'
import { lockWait } from '../testing/lock-wait.ts'
import { deleteUnconfirmed } from './subscribers.ts'
import { startMailServer, type MailServer } from '#testing/mail-server.ts'

const confirmationSent =
  'Check your email. If this address is not subscribed yet, we have sent you a link to confirm your subscription.'
const subscribed = 'You are subscribed. The next issue will arrive in your inbox.'
const unsubscribed = 'You have unsubscribed. You will not get any more issues.'
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
  const emailsTo = (email: string) => mails.emails.filter(({ recipients }) => recipients.includes(email))
  const queued = async (address: string) =>
    (await db.selectFrom('outbox').select('id').where('subscriber', '=', address).execute()).length

  async function tokenFor(email: string, count = 1): Promise<string> {
    const emails = await eventually(`e-mail ${count} to ${email}`, () => {
      const found = emailsTo(email)
      return found.length >= count && found
    })
    const token = /\/newsletter\/confirm\?token=([0-9a-f]{64})$/m.exec(emails.at(-1)?.text ?? '')?.[1]
    return token ?? ''
  }
  async function subscribeAndGetToken(email: string): Promise<string> {
    await subscribe(email)
    return tokenFor(email)
  }

  it('counts an address once it is confirmed', async () => {
    const response = await subscribe('Reader@Example.org')
    expect([response.status, response.json]).toEqual([200, { message: confirmationSent }])
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
    // A second click succeeds as well.
    expect((await post('/confirm', { token })).status).toBe(200)
  })

  it('sends headers for one-click unsubscribing', async () => {
    const token = await subscribeAndGetToken('headers@example.org')
    const [email] = emailsTo('headers@example.org')
    expect(email?.headers).toMatchObject({
      from: ['Halyard <hello@halyard.test>'],
      to: ['headers@example.org'],
      'auto-submitted': ['auto-generated'],
      'list-unsubscribe': [`<https://halyard.test/api/newsletter/unsubscribe?token=${token}>`],
      'list-unsubscribe-post': ['List-Unsubscribe=One-Click'],
    })
    expect(email?.text).toContain(`https://halyard.test/newsletter/unsubscribe?token=${token}\n`)
    expect(email?.text).toMatch(/The link works until \w+ \d+, \d{4} at \d+:\d\d [AP]M E[SD]T\./)
    expect(email?.headers).not.toHaveProperty('reply-to')
  })

  it('stores only hashes of links', async () => {
    const token = await subscribeAndGetToken('hash@example.org')
    for (const table of ['newsletter_links', 'outbox', 'subscribers'] as const)
      expect(JSON.stringify(await db.selectFrom(table).selectAll().execute())).not.toContain(token)
  })

  it('gives the same response for new, unconfirmed and confirmed addresses, within the same limits', async () => {
    const token = await subscribeAndGetToken('known@example.org')
    const ask = (ago: number) =>
      db
        .updateTable('subscribers')
        .set({ asked_at: Date.now() - ago })
        .execute()
    expect((await subscribe('known@example.org')).json).toEqual({ message: confirmationSent })
    expect(await queued('known@example.org')).toBe(1)
    await post('/confirm', { token })
    expect((await subscribe('KNOWN@example.org')).json).toEqual({ message: confirmationSent })
    expect(await queued('known@example.org')).toBe(1)
    for (const emails of [2, 3, 3]) {
      await ask(HOUR_MS)
      expect((await subscribe('KNOWN@example.org')).json).toEqual({ message: confirmationSent })
      expect(await queued('known@example.org')).toBe(emails)
    }
    for (const emails of [4, 5, 6, 6]) {
      await ask(emails === 4 ? 7 * DAY_MS : HOUR_MS)
      await subscribe('known@example.org')
      expect(await queued('known@example.org')).toBe(emails)
    }
    expect((await stored('known@example.org'))?.confirmed_at).toEqual(expect.any(Number))
  })

  it('sends a link to unsubscribe to a subscriber who enters the address again', async () => {
    const token = await up.signInAs('editor')
    const json = { csv: 'email\nMoved@example.org', consent: true }
    await up.call('POST', '/api/subscribers/import', { token, json })
    await subscribe('moved@example.org')
    const email = await eventually('the e-mail', () => emailsTo('Moved@example.org')[0])
    expect(email.headers['subject']).toEqual(['You are subscribed to the Halyard newsletter'])
    const link = /\/newsletter\/unsubscribe\?token=([0-9a-f]{64})$/m.exec(email.text)?.[1]
    expect(email.headers).toMatchObject({
      'list-unsubscribe': [`<https://halyard.test/api/newsletter/unsubscribe?token=${link}>`],
      'list-unsubscribe-post': ['List-Unsubscribe=One-Click'],
    })
    expect((await post('/confirm', { token: link })).status).toBe(410)
    expect((await post('/unsubscribe', { token: link })).json).toEqual({ message: unsubscribed })
    expect(await stored('moved@example.org')).toBeUndefined()
  })

  it('sends one e-mail an hour and three a week at most, and every link works', async () => {
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

  it('sends another e-mail at once after one that failed', async () => {
    const address = 'full@example.org'
    mails.setBehavior('rejects')
    await subscribe(address)
    await eventually('the failure', () => up.logs.length > 0)
    up.logs.splice(0)
    mails.setBehavior('accepts')
    await subscribe(address)
    await subscribe(address)
    expect(await queued(address)).toBe(2)
    expect((await readLink(await tokenFor(address))).json).toEqual({ data: { confirms: true } })
  })

  it('rejects unknown links and limits further attempts', async () => {
    for (const token of ['f'.repeat(64), 'x', '']) {
      const response = await post('/confirm', { token })
      expect([response.status, response.json]).toEqual([
        410,
        { error: 'This link is invalid or has expired.' },
      ])
      expect((await post('/unsubscribe', { token })).status).toBe(410)
    }
    expect((await readLink('f'.repeat(64))).status).toBe(410)
    for (const json of [{}, { token: 5 }, { token: 'x'.repeat(300) }, null])
      expect((await post('/confirm', json)).status).toBe(422)
    for (let tries = 0; tries < 20; tries += 1) await post('/confirm', { token: 'x' }, 'guesser')
    expect((await post('/confirm', { token: 'x' }, 'guesser')).status).toBe(429)
    const token = await subscribeAndGetToken('limit@example.org')
    expect((await post('/confirm', { token }, 'guesser')).status).toBe(200)
  })

  it('accepts a link for a week and deletes unconfirmed subscribers', async () => {
    const token = await subscribeAndGetToken('late@example.org')
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
    await deleteUnconfirmed(db)
    expect(await stored('late@example.org')).toBeUndefined()
    expect((await post('/unsubscribe', { token })).status).toBe(410)
  })

  it('deletes all data of an unsubscribed address', async () => {
    const token = await subscribeAndGetToken('leaving@example.org')
    await post('/confirm', { token })
    expect((await post('/unsubscribe', { token })).json).toEqual({ message: unsubscribed })
    expect((await post('/unsubscribe', { token })).json).toEqual({ message: unsubscribed })
    expect((await post('/confirm', { token })).status).toBe(410)
    for (const table of ['newsletter_links', 'outbox', 'subscribers', 'unsubscribed_addresses'] as const)
      expect(JSON.stringify(await db.selectFrom(table).selectAll().execute())).not.toContain('leaving@')
  })

  it('unsubscribes an address that has subscribed again, with the same link, but not one that has not confirmed', async () => {
    const token = await subscribeAndGetToken('back@example.org')
    await post('/confirm', { token })
    await post('/unsubscribe', { token })
    await subscribe('back@example.org')
    const back = await tokenFor('back@example.org', 2)
    expect(back.slice(32)).not.toBe(token.slice(32))
    expect((await post('/unsubscribe', { token })).json).toEqual({ message: unsubscribed })
    expect((await post('/confirm', { token: back })).json).toEqual({ message: subscribed })
    expect((await post('/unsubscribe', { token })).json).toEqual({ message: unsubscribed })
    expect(await stored('back@example.org')).toBeUndefined()
  })

  it('limits requests with a used link, from any address', async () => {
    const token = await subscribeAndGetToken('repeating@example.org')
    await post('/confirm', { token })
    await post('/unsubscribe', { token })
    for (let tries = 0; tries < 10; tries += 1)
      expect((await post('/unsubscribe', { token })).json).toEqual({ message: unsubscribed })
    expect((await post('/unsubscribe', { token })).status).toBe(429)
  })

  it('rejects a used link after a day', async () => {
    const token = await subscribeAndGetToken('returned@example.org')
    await post('/confirm', { token })
    await post('/unsubscribe', { token })
    await subscribe('returned@example.org')
    await post('/confirm', { token: await tokenFor('returned@example.org', 2) })
    await db
      .updateTable('newsletter_links')
      .set({ spent_at: Date.now() - 25 * HOUR_MS })
      .where('spent_at', 'is not', null)
      .execute()
    expect((await readLink(token)).status).toBe(410)
    expect((await post('/unsubscribe', { token })).status).toBe(410)
    expect((await stored('returned@example.org'))?.confirmed_at).toEqual(expect.any(Number))
  })

  it('imports pending subscribers without an e-mail, but no one who left or cannot be reached', async () => {
    const left = await subscribeAndGetToken('left@example.org')
    await post('/confirm', { token: left })
    await post('/unsubscribe', { token: left })
    const refusing = await subscribeAndGetToken('refusing@example.org')
    await post('/unsubscribe', { token: refusing })
    const pending = await subscribeAndGetToken('pending@example.org')
    await subscribeAndGetToken('bounced@example.org')
    await db
      .updateTable('outbox')
      .set({ status: 'failed' })
      .where('subscriber', '=', 'bounced@example.org')
      .execute()
    const token = await up.signInAs('editor')
    const addresses = ['left', 'refusing', 'pending', 'bounced', 'imported'].map(
      (name) => `${name}@Example.org`,
    )
    const importAll = async () => {
      const json = { csv: ['email', ...addresses].join('\n'), consent: true }
      return (await up.call('POST', '/api/subscribers/import', { token, json })).json.data
    }
    expect(await importAll()).toMatchObject({ added: 2, existing: 0, excluded: 3 })
    expect((await stored('pending@example.org'))?.confirmed_at).toEqual(expect.any(Number))
    expect((await post('/confirm', { token: pending })).json).toEqual({ message: subscribed })
    expect(await stored('left@example.org')).toBeUndefined()
    expect([emailsTo('imported@Example.org').length, emailsTo('pending@example.org').length]).toEqual([0, 1])
    // Subscribing again ends it.
    await subscribe('left@example.org')
    await post('/confirm', { token: await tokenFor('left@example.org', 2) })
    expect(await importAll()).toMatchObject({ added: 0, existing: 3, excluded: 2 })
  })

  it('stores a subscriber while an import reads a file with the same and an expired address', async () => {
    const token = await up.signInAs('editor')
    await subscribeAndGetToken('locked@example.org')
    await subscribeAndGetToken('expired@example.org')
    await db
      .updateTable('subscribers')
      .set({ asked_at: Date.now() - 8 * DAY_MS })
      .where('address', '=', 'expired@example.org')
      .execute()
    const csv = 'email\nsame@example.org\nlocked@example.org\nexpired@example.org'
    const responses = await db.transaction().execute(async (trx) => {
      await trx
        .updateTable('subscribers')
        .set({ asked: 1 })
        .where('address', '=', 'locked@example.org')
        .execute()
      const importing = up.call('POST', '/api/subscribers/import', { token, json: { csv, consent: true } })
      await lockWait(db, database)
      const subscribing = subscribe('same@example.org')
      await lockWait(db, database, 2)
      return [importing, subscribing]
    })
    const statuses = (await Promise.all(responses)).map(({ status }) => status)
    expect(statuses).toEqual([200, 200])
    expect((await stored('expired@example.org'))?.confirmed_at).toEqual(expect.any(Number))
    const waiting = db.selectFrom('outbox').select('id').where('status', '=', 'waiting')
    await eventually('the end of all e-mails', async () => (await waiting.execute()).length === 0)
  })

  it('sends nothing to a subscriber who was deleted meanwhile', async () => {
    mails.setBehavior('fails temporarily')
    await subscribe('early@example.org')
    await eventually('a try', () => up.logs.length > 0)
    up.logs.splice(0)
    await db.deleteFrom('subscribers').where('address', '=', 'early@example.org').execute()
    mails.setBehavior('accepts')
    expect(await queued('early@example.org')).toBe(0)
  })

  it('sends nothing to a subscriber who confirmed meanwhile', async () => {
    mails.setBehavior('fails temporarily')
    await subscribe('quick@example.org')
    await eventually('a try', () => up.logs.length > 0)
    up.logs.splice(0)
    await db
      .updateTable('subscribers')
      .set({ confirmed_at: Date.now() })
      .where('address', '=', 'quick@example.org')
      .execute()
    mails.setBehavior('accepts')
    await db.updateTable('outbox').set({ due_at: 0 }).where('status', '=', 'waiting').execute()
    await eventually('an empty outbox', async () => (await queued('quick@example.org')) === 0)
    expect(emailsTo('quick@example.org')).toEqual([])
  })
})

describe.each(databases)('subscribing without e-mail on %s', (database) => {
  let up: TestUpstream
  beforeAll(async () => {
    up = await startUpstream(database)
  })
  afterAll(() => up.stop())

  const subscribe = (email: string, address = 'reader') =>
    up.call('POST', '/api/newsletter', { json: { email }, address })

  it('stores an address once, with the same response', async () => {
    const first = await subscribe('Reader@Example.com')
    expect([first.status, first.json]).toEqual([
      200,
      { message: 'You are subscribed. The next issue will arrive in your inbox.' },
    ])
    expect((await subscribe('reader@example.COM')).json).toEqual(first.json)
    const rows = await (await up.tables()).selectFrom('subscribers').select('email').execute()
    expect(rows).toEqual([{ email: 'Reader@Example.com' }])
    expect((await subscribe('invalid')).status).toBe(422)
    for (let tries = 0; tries < 3; tries += 1) await subscribe('other@example.com')
    expect((await subscribe('other@example.com')).status).toBe(429)
  })
})
