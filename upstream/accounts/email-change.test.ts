import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { startMailServer, type MailServer } from '#testing/mail-server.ts'
import { eventually } from '#testing/eventually.ts'
import { withWriteLock } from '../db/write-lock.ts'
import { admin, databases, startUpstream, type TestResponse, type TestUpstream } from '../testing/harness.ts'
import { lockWait } from '../testing/lock-wait.ts'
import { changeEmail } from './email-change.ts'
import { hashPassword } from './passwords.ts'

describe.each(databases)('a new email address on %s', (database) => {
  let mails: MailServer
  let up: TestUpstream
  let token: string
  beforeAll(async () => {
    mails = await startMailServer()
    const from = { name: 'Halyard', address: 'crew@halyard.test' }
    const mail = { url: mails.url, siteUrl: 'https://site.example', from, staff: [] }
    up = await startUpstream(database, { mail })
    token = await up.signIn()
  })
  afterAll(async () => {
    await up.stop()
    await mails.close()
  })

  const change = (email: string, password: string | undefined = admin.password) =>
    up.call('PUT', '/api/auth/profile', { token, json: { email, password } })
  const confirm = (link: string) => up.call('POST', '/api/auth/email', { json: { token: link } })
  const mailTo = async (address: string) => {
    const find = () => mails.emails.findLast(({ recipients }) => recipients.includes(address))
    return (await eventually(`an e-mail to ${address}`, find)).text
  }
  const linkTo = async (address: string) =>
    /https:\/\/site\.example\/admin\/email\?token=([0-9a-f]{64})\n/.exec(await mailTo(address))?.[1] ?? ''

  it('takes effect when its link is opened, and the old address is notified', async () => {
    expect((await change('taken')).status).toBe(422)
    const asked = await change('First@example.com')
    expect(asked.json.data).toMatchObject({
      email: admin.email,
      pendingEmail: 'first@example.com',
      emailChange: 'link',
    })
    const opened = { 'if-match': asked.headers.get('etag') ?? '' }
    const replaced = await linkTo('first@example.com')
    await change('second@example.com')
    expect((await confirm(replaced)).status).toBe(410)
    expect((await confirm('0'.repeat(64))).status).toBe(410)
    expect((await confirm('short')).status).toBe(422)
    const link = await linkTo('second@example.com')
    expect(await mailTo('second@example.com')).toMatch(
      /The link works until \w+ \d+, \d{4} at \d+:\d\d [AP]M E[SD]T\./,
    )
    const confirmed = await confirm(link)
    expect([confirmed.status, confirmed.json.data]).toEqual([200, { email: 'second@example.com' }])
    expect((await confirm(link)).status).toBe(410)
    expect(await mailTo(admin.email)).toContain('second@example.com instead of admin@example.com')
    const profile = (await up.call('GET', '/api/auth/profile', { token })).json.data
    expect(profile).toMatchObject({ email: 'second@example.com', pendingEmail: null })
    const outdated = { token, json: { bio: 'Written before' }, headers: opened }
    expect((await up.call('PUT', '/api/auth/profile', outdated)).status).toBe(412)
  })

  it('needs the password of the account', async () => {
    const { pendingEmail } = (await up.call('GET', '/api/auth/profile', { token })).json.data
    for (const [password, message] of [
      ['', 'Enter your password to change the email address.'],
      ['a wrong guess', 'This is not your current password.'],
    ] as const) {
      const { status, json } = await change('stolen@example.com', password)
      expect([status, json.fields]).toEqual([422, { password: message }])
    }
    expect((await up.call('GET', '/api/auth/profile', { token })).json.data).toMatchObject({ pendingEmail })
    expect(mails.emails.some(({ recipients }) => recipients.includes('stolen@example.com'))).toBe(false)
  })

  it('is rejected when another account has it, without an e-mail', async () => {
    const [own, other] = [await up.signInAs('author'), await up.signInAs('author')]
    const { email } = (await up.call('GET', '/api/auth/profile', { token: other })).json.data
    const json = { email: email.toUpperCase(), password: admin.password }
    const { status, json: body } = await up.call('PUT', '/api/auth/profile', { token: own, json })
    expect([status, body.fields]).toEqual([409, { email: 'Another account has this email address.' }])
    expect(mails.emails.some(({ recipients }) => recipients.includes(email))).toBe(false)
  })

  it('can be requested five times an hour, and links can be guessed twenty times', async () => {
    const own = await up.signInAs('author')
    const statuses: number[] = []
    for (let n = 0; n < 6; n += 1) {
      const json = { email: `again-${n}@example.com`, password: admin.password }
      statuses.push((await up.call('PUT', '/api/auth/profile', { token: own, json })).status)
    }
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
    const guesses: number[] = []
    for (let n = 0; n < 21; n += 1) {
      const json = { token: String(n).padStart(64, '0') }
      guesses.push((await up.call('POST', '/api/auth/email', { json, address: 'guesses' })).status)
    }
    expect(guesses).toEqual([...Array.from({ length: 20 }, () => 410), 429])
  })

  it('is rejected when another account takes it meanwhile', async () => {
    await change('third@example.com')
    const link = await linkTo('third@example.com')
    const db = await up.tables()
    const other = await up.signInAs('editor')
    const { id } = (await up.call('GET', '/api/auth/profile', { token: other })).json.data
    await db.updateTable('accounts').set({ email: 'third@example.com' }).where('id', '=', id).execute()
    expect((await confirm(link)).status).toBe(409)
  })

  it('is canceled by entering the current address', async () => {
    const own = await up.signInAs('author')
    const put = async (email: string, password?: string) =>
      (await up.call('PUT', '/api/auth/profile', { token: own, json: { email, password } })).json.data
    const { email, pendingEmail } = await put('mistyped@example.com', admin.password)
    expect(pendingEmail).toBe('mistyped@example.com')
    const link = await linkTo('mistyped@example.com')
    expect(await put(email)).toMatchObject({ email, pendingEmail: null })
    expect((await confirm(link)).status).toBe(410)
  })

  it('ends the password links that were sent to the old address', async () => {
    const own = await up.signInAs('author')
    const { email } = (await up.call('GET', '/api/auth/profile', { token: own })).json.data
    await up.call('POST', '/api/auth/forgot', { json: { email } })
    const reset = /\/admin\/reset\?token=([0-9a-f]{64})/.exec(await mailTo(email))?.[1] ?? ''
    const readLink = () => up.call('GET', `/api/auth/reset?token=${reset}`)
    expect((await readLink()).status).toBe(200)
    const json = { email: 'safe@example.com', password: admin.password }
    await up.call('PUT', '/api/auth/profile', { token: own, json })
    expect((await confirm(await linkTo('safe@example.com'))).status).toBe(200)
    expect((await readLink()).status).toBe(410)
  })

  it('gets the e-mails that could not be sent to the old address', async () => {
    const own = await up.signInAs('editor')
    const { email } = (await up.call('GET', '/api/auth/profile', { token: own })).json.data
    const preferences = { timeZone: 'UTC', channels: { message: 'email', postChanged: 'email' } }
    await up.call('PUT', '/api/notifications/preferences', { token: own, json: preferences })
    const post = { title: 'Ropes', content: 'x' }
    const { id } = (await up.call('POST', '/api/blogs', { token: own, json: post })).json.data
    const write = (subject: string) =>
      up.call('POST', '/api/contact', {
        json: { name: 'Ann', email: 'ann@example.com', subject, message: 'We need a site.' },
      })
    const db = await up.tables()
    const undelivered = (status: 'failed' | 'waiting', count: number) =>
      eventually(`${count} ${status} e-mails to the old address`, async () => {
        const rows = db.selectFrom('outbox').select('id').where('recipient', '=', email)
        const found = await rows.where('status', '=', status).where('last_error', 'is not', null).execute()
        return found.length === count && found
      })

    mails.setBehavior('accepts', email)
    await write('A ferry')
    const [failed] = await undelivered('failed', 1)
    mails.setBehavior('fails temporarily')
    await up.call('PUT', `/api/blogs/${id}`, { token, json: { title: 'Knots' } })
    await write('A barge')
    await undelivered('waiting', 2)
    mails.setBehavior('accepts')

    const json = { email: 'moved@example.com', password: admin.password }
    await up.call('PUT', '/api/auth/profile', { token: own, json })
    expect((await confirm(await linkTo('moved@example.com'))).status).toBe(200)
    await db.updateTable('outbox').set({ due_at: 0 }).where('status', '=', 'waiting').execute()
    expect((await up.call('POST', `/api/system/emails/${failed?.id}/retry`, { token })).status).toBe(200)
    const waiting = db.selectFrom('outbox').select('id').where('status', '=', 'waiting')
    await eventually('all sent', async () => (await waiting.execute()).length === 0)
    const sentTo = (address: string) =>
      mails.emails
        .filter(({ recipients }) => recipients.includes(address))
        .flatMap(({ headers }) => headers['subject'])
        .toSorted()
    expect(sentTo(email)).toEqual(['The email address of your Halyard account has changed'])
    expect(sentTo('moved@example.com')).toEqual([
      expect.stringContaining('Knots'),
      'Confirm your new email address for Halyard',
      'Contact: A barge',
      'Contact: A ferry',
    ])
    expect(up.logs.splice(0).length).toBeGreaterThanOrEqual(3)
  })

  it('ends when an owner disables the account or creates a password link', async () => {
    const own = await up.signInAs('author')
    const { id, email } = (await up.call('GET', '/api/auth/profile', { token: own })).json.data
    const ask = async (as: string, address: string) => {
      const json = { email: address, password: admin.password }
      await up.call('PUT', '/api/auth/profile', { token: as, json })
      return linkTo(address)
    }
    const first = await ask(own, 'sixth@example.com')
    for (const disabled of [true, false])
      expect((await up.call('PUT', `/api/users/${id}`, { token, json: { disabled } })).status).toBe(200)
    expect((await confirm(first)).status).toBe(410)
    const login = await up.call('POST', '/api/auth/login', { json: { email, password: admin.password } })
    const second = await ask(login.json.data.token, 'seventh@example.com')
    expect((await up.call('POST', `/api/users/${id}/reset-link`, { token })).status).toBe(201)
    expect((await confirm(second)).status).toBe(410)
  })

  it('ends when the password is reset with a link', async () => {
    const own = await up.signInAs('author')
    const { email } = (await up.call('GET', '/api/auth/profile', { token: own })).json.data
    const json = { email: 'ninth@example.com', password: admin.password }
    await up.call('PUT', '/api/auth/profile', { token: own, json })
    const link = await linkTo('ninth@example.com')
    await up.call('POST', '/api/auth/forgot', { json: { email } })
    const reset = /\/admin\/reset\?token=([0-9a-f]{64})/.exec(await mailTo(email))?.[1]
    const next = { token: reset, password: 'another halyard holds' }
    expect((await up.call('POST', '/api/auth/reset', { json: next })).status).toBe(200)
    expect((await confirm(link)).status).toBe(410)
  })

  it('needs the password that the account has when the address is stored', async () => {
    const own = await up.signInAs('author')
    const { id } = (await up.call('GET', '/api/auth/profile', { token: own })).json.data
    const json = { email: 'eighth@example.com', password: admin.password }
    const password_hash = await hashPassword('another halyard holds')
    const db = await up.tables()
    const asking: Promise<TestResponse>[] = []
    await withWriteLock(db, async (trx) => {
      asking.push(up.call('PUT', '/api/auth/profile', { token: own, json }))
      await lockWait(db, database)
      await trx.updateTable('accounts').set({ password_hash }).where('id', '=', id).execute()
    })
    const [response] = await Promise.all(asking)
    // SQLite compares the password only after the lock, because counting the attempt needs it.
    expect(response?.status).toBe(database === 'postgres' ? 409 : 422)
    const profile = (await up.call('GET', '/api/auth/profile', { token: own })).json.data
    expect(profile.pendingEmail).toBeNull()
  })

  it('gets a message that was sent during the change, which a deleted account does not hold up', async () => {
    const [moving, leaving] = [await up.signInAs('editor'), await up.signInAs('editor')]
    const read = async (of: string) => (await up.call('GET', '/api/auth/profile', { token: of })).json.data
    const account = await read(moving)
    const { id: leavingId } = await read(leaving)
    const db = await up.tables()
    const json = { name: 'Ann', email: 'ann@example.com', subject: 'A pier', message: 'It needs a site.' }
    const sending: Promise<TestResponse>[] = []
    await withWriteLock(db, async (trx) => {
      await changeEmail(trx, account, 'pier@example.com', false)
      await trx.deleteFrom('accounts').where('id', '=', leavingId).execute()
      sending.push(up.call('POST', '/api/contact', { json, address: 'pier' }))
      await lockWait(db, database)
    })
    const [response] = await Promise.all(sending)
    expect(response?.status).toBe(201)
    expect(await mailTo('pier@example.com')).toContain('It needs a site.')
    expect(mails.emails.some(({ recipients }) => recipients.includes(account.email))).toBe(false)
  })

  it('expires after a day, and when the password changes', async () => {
    await change('fourth@example.com')
    const link = await linkTo('fourth@example.com')
    const db = await up.tables()
    await db
      .updateTable('email_changes')
      .set({ created_at: Date.now() - 25 * 3_600_000 })
      .execute()
    expect((await confirm(link)).status).toBe(410)
    const profile = (await up.call('GET', '/api/auth/profile', { token })).json.data
    expect(profile.pendingEmail).toBeNull()
    await change('fifth@example.com')
    const fresh = await linkTo('fifth@example.com')
    const json = { current: admin.password, password: 'another halyard holds' }
    expect((await up.call('PUT', '/api/auth/password', { token, json })).status).toBe(200)
    expect((await confirm(fresh)).status).toBe(410)
  })
})
