import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals'
import { resetLinkResponseSchema } from '#contract/users.ts'
import { eventually } from '#testing/eventually.ts'
import { startMailServer, type MailServer } from '#testing/mail-server.ts'
import { openUpstream } from '../app.ts'
import type { Db } from '../db/open.ts'
import { withWriteLock } from '../db/write-lock.ts'
import {
  databases,
  emptyConfig,
  startUpstream,
  type TestResponse,
  type TestUpstream,
} from '../testing/harness.ts'
import { lockWait } from '../testing/lock-wait.ts'
import { changeEmail } from './email-change.ts'
import { changeAccount, createAccount } from './manage.ts'

const password = 'a password for tests'
const newPassword = 'another one for tests'
const HOUR_MS = 3_600_000

afterEach(() => void jest.restoreAllMocks())

describe.each(databases)('forgotten passwords on %s', (database) => {
  let mails: MailServer
  let up: TestUpstream
  let db: Db
  let token: string
  beforeAll(async () => {
    mails = await startMailServer()
    const mail = {
      url: mails.url,
      from: { name: 'Halyard', address: 'crew@halyard.test' },
      siteUrl: 'https://site.example',
      staff: ['desk@halyard.test'],
      pollMs: 50,
    }
    up = await startUpstream(database, { mail })
    db = await up.tables()
    token = await up.signIn()
  })
  afterAll(async () => {
    await up.stop()
    await mails.close()
  })

  let visitors = 0
  const newAddress = () => `10.5.0.${(visitors += 1)}`
  const login = (email: string, given: string) =>
    up.call('POST', '/api/auth/login', { json: { email, password: given }, address: newAddress() })
  const forgot = (email: string, address = newAddress()) =>
    up.call('POST', '/api/auth/forgot', { json: { email }, address })
  const reset = (link: string, given = newPassword) =>
    up.call('POST', '/api/auth/reset', { json: { token: link, password: given }, address: newAddress() })
  const mailTo = (address: string) =>
    eventually(`an e-mail to ${address}`, () =>
      mails.emails.findLast(({ recipients }) => recipients.includes(address)),
    )
  const emptied = () =>
    eventually('an empty outbox', async () => {
      const waiting = db.selectFrom('outbox').select('id').where('status', '=', 'waiting')
      return (await waiting.execute()).length === 0
    })
  const tokenIn = (text: string) => /token=([0-9a-f]{64})$/m.exec(text)?.[1] ?? ''
  const add = async (name: string) => {
    const email = `${name}@example.com`
    await createAccount(db, { email, name, role: 'author', password })
    const { data } = (await login(email, password)).json
    return { email, id: String(data.user.id), token: String(data.token) }
  }

  it('are replaced by a link that works once and ends all sessions', async () => {
    const ada = await add('ada')
    expect((await up.call('GET', '/api/auth/forgot')).json).toEqual({ data: { email: true } })
    const asked = await forgot(' ADA@example.com')
    const { text, headers } = await mailTo(ada.email)
    expect(headers['subject']).toEqual(['Reset your password for the Halyard site'])
    expect(text).toContain('https://site.example/admin/reset?token=')
    expect(text).toMatch(/The link works once, until \w+ \d+, \d{4} at \d+:\d\d [AP]M E[SD]T\./)
    const link = tokenIn(text)
    expect((await up.call('GET', `/api/auth/reset?token=${link}`)).json).toEqual({
      data: { email: ada.email },
    })
    expect((await reset(link, 'ada ada ada')).json.fields).toHaveProperty('password')
    expect((await up.call('GET', '/api/auth/profile', { token: ada.token })).status).toBe(200)
    const twice = await Promise.all([reset(link), reset(link)])
    expect(twice.map(({ status }) => status).sort()).toEqual([200, 410])
    expect((await up.call('GET', '/api/auth/profile', { token: ada.token })).status).toBe(401)
    expect((await login(ada.email, password)).status).toBe(401)
    expect((await login(ada.email, newPassword)).status).toBe(200)
    const unknown = await forgot('nobody@example.com')
    expect([unknown.status, unknown.json]).toEqual([asked.status, asked.json])
    await emptied()
    expect(mails.emails.some(({ recipients }) => recipients.includes('nobody@example.com'))).toBe(false)
  })

  it('cannot be replaced after an hour or when the account is disabled', async () => {
    const bea = await add('bea')
    const link = async () => {
      const response = await up.call('POST', `/api/users/${bea.id}/reset-link`, { token })
      const { data } = resetLinkResponseSchema.parse(response.json)
      return tokenIn(data.link)
    }
    const [first, second] = [await link(), await link()]
    const now = Date.now()
    const clock = jest.spyOn(Date, 'now').mockReturnValue(now + HOUR_MS + 1000)
    expect((await reset(first)).status).toBe(410)
    clock.mockRestore()
    await changeAccount(db, bea.email, { disabled: true })
    expect((await reset(second)).status).toBe(410)
    await changeAccount(db, bea.email, { disabled: false })
    expect((await reset(second)).status).toBe(410)
    expect((await reset(await link())).status).toBe(200)
    expect((await login(bea.email, newPassword)).status).toBe(200)
  })

  it('have the same rate limits as sign-in', async () => {
    const statuses: number[] = []
    for (let attempt = 0; attempt < 6; attempt += 1)
      statuses.push((await forgot('someone@example.com', '10.6.6.6')).status)
    expect(statuses).toEqual([202, 202, 202, 202, 202, 429])
    expect((await forgot('someone@example.com', '10.6.6.7')).status).toBe(202)
    const ofNetwork: number[] = []
    for (let n = 0; n < 31; n += 1)
      ofNetwork.push((await forgot(`someone-${n}@example.com`, `2001:db8:1:2:${n}::1`)).status)
    expect(ofNetwork).toEqual([...Array.from({ length: 30 }, () => 202), 429])
  })

  it('are e-mailed at most five times an hour to one account', async () => {
    const { email } = await add('flo')
    const received = () => mails.emails.filter(({ recipients }) => recipients.includes(email)).length
    const responses = []
    for (let attempt = 0; attempt < 7; attempt += 1) responses.push(await forgot(email))
    const [first] = responses
    for (const { status, json } of responses) expect([status, json]).toEqual([202, first?.json])
    await emptied()
    expect(received()).toBe(5)
    await add('gus')
    await forgot('gus@example.com')
    await mailTo('gus@example.com')
    await db
      .updateTable('outbox')
      .set({ ended_at: Date.now() - HOUR_MS })
      .where('recipient', '=', email)
      .execute()
    await forgot(email)
    await emptied()
    expect(received()).toBe(6)
  })

  it('are not e-mailed to an address that changes meanwhile', async () => {
    const { email, id } = await add('hal')
    const asking: Promise<TestResponse>[] = []
    await withWriteLock(db, async (trx) => {
      await changeEmail(trx, { id, email, name: 'hal' }, 'moved@example.com', false)
      asking.push(forgot(email))
      await lockWait(db, database)
    })
    await Promise.all(asking)
    await emptied()
    expect(mails.emails.some(({ recipients }) => recipients.includes(email))).toBe(false)
  })

  it('and invitations are e-mailed with a link, and the shown link works too', async () => {
    const json = { email: 'cy@example.com', role: 'editor' }
    const invited = await up.call('POST', '/api/invitations', { token, json })
    expect(invited.json.data.emailed).toBe(true)
    const { text } = await mailTo(json.email)
    expect(text).toContain('Editorial team has invited you to work on the Halyard site as an editor.')
    expect(text).toMatch(/The link works once, until \w+ \d+, \d{4} at \d+:\d\d [AP]M E[SD]T\./)
    const accept = (link: string) =>
      up.call('POST', '/api/invitations/accept', { json: { token: link, name: 'Cy', password } })
    expect((await accept(tokenIn(text))).status).toBe(201)
    expect((await accept(tokenIn(invited.json.data.link))).status).toBe(410)
  })
})

it('the first account needs a password that is hard to guess', async () => {
  const config = await emptyConfig('sqlite')
  const admin = { email: 'admin@example.com', password: 'Password2026' }
  await expect(openUpstream({ ...config, admin })).rejects.toThrow(
    'ADMIN_PASSWORD cannot be used. This is similar to a commonly used password.',
  )
})

it('without e-mail, only an owner can reset a forgotten password', async () => {
  const up = await startUpstream('sqlite')
  expect((await up.call('GET', '/api/auth/forgot')).json).toEqual({ data: { email: false } })
  const { status, json } = await up.call('POST', '/api/auth/forgot', { json: { email: 'a@example.com' } })
  expect([status, json.error]).toEqual([503, expect.stringContaining('Ask an owner')])
  await up.stop()
})
