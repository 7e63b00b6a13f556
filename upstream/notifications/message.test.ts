import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { notificationPreferencesResponseSchema, type Channel } from '#contract/notifications.ts'
import { eventually } from '#testing/eventually.ts'
import { startMailServer, type MailServer } from '#testing/mail-server.ts'
import { openUpstream } from '../app.ts'
import { admin, databases, startUpstream, type TestUpstream } from '../testing/harness.ts'

describe.each(databases)('a new message on %s', (database) => {
  let mails: MailServer
  let up: TestUpstream
  let db: Awaited<ReturnType<TestUpstream['tables']>>
  let visitors = 0
  beforeEach(async () => {
    mails = await startMailServer()
  })
  afterEach(async () => {
    await up.stop()
    await mails.close()
  })

  const start = async (staff?: string[]) => {
    up = await startUpstream(database, staff && { mail: settings(staff) })
    db = await up.tables()
  }
  const settings = (staff: string[]) => ({
    url: mails.url,
    from: { name: 'Halyard', address: 'hello@halyard.test' },
    staff,
    siteUrl: 'https://halyard.test',
    pollMs: 20,
  })
  const write = () =>
    up.call('POST', '/api/contact', {
      json: { name: 'Ann', email: 'ann@example.com', subject: 'A ferry', message: 'We need a site.' },
      address: `visitor-${(visitors += 1)}`,
    })
  const outbox = () => db.selectFrom('outbox').selectAll().execute()
  const toldAddresses = async () => {
    mails.emails.splice(0)
    await write()
    await eventually('all sent', async () => (await outbox()).every(({ status }) => status === 'sent'))
    return mails.emails.flatMap(({ recipients }) => recipients).toSorted()
  }
  const readPreferences = async (token: string) =>
    notificationPreferencesResponseSchema.parse(
      (await up.call('GET', '/api/notifications/preferences', { token })).json,
    ).data
  const choose = (token: string, message: Channel) =>
    up.call('PUT', '/api/notifications/preferences', {
      token,
      json: { timeZone: 'UTC', channels: { message } },
    })
  const addEditor = async (channel?: Channel) => {
    const token = await up.signInAs('editor')
    if (channel) await choose(token, channel)
    return { token, ...(await readPreferences(token)) }
  }

  it('is e-mailed at once to owners and editors who did not choose otherwise', async () => {
    await start([])
    const [chosen, untold] = [await addEditor('email'), await addEditor()]
    for (const channel of ['bell', 'digest', 'none'] as const) await addEditor(channel)
    expect(untold.defaults).toEqual({ message: 'email' })
    expect(await toldAddresses()).toEqual([admin.email, chosen.email, untold.email].toSorted())
    expect(new Set((await outbox()).map(({ kind }) => kind))).toEqual(new Set(['message']))
  })

  it('is e-mailed once to each configured address, and to others who want it', async () => {
    await start(['crew@halyard.test', 'Admin@example.com'])
    const owner = await up.signIn()
    const [chosen, untold] = [await addEditor('email'), await addEditor()]
    expect(untold.defaults).toEqual({ message: 'bell' })
    expect((await readPreferences(owner)).defaults).toEqual({ message: 'email' })
    expect(await toldAddresses()).toEqual([admin.email, chosen.email, 'crew@halyard.test'].toSorted())
    await choose(owner, 'none')
    expect(await toldAddresses()).toEqual([chosen.email, 'crew@halyard.test'].toSorted())
  })

  it('is not e-mailed to a user who may no longer read it', async () => {
    mails.setBehavior('fails temporarily')
    await start([])
    const { email } = await addEditor('email')
    await write()
    await eventually('both tries', async () => (await outbox()).every(({ last_error }) => last_error))
    await db.updateTable('accounts').set({ role: 'author' }).where('email', '=', email).execute()
    mails.setBehavior('accepts')
    await db.updateTable('outbox').set({ due_at: 0 }).execute()
    await eventually('the end', async () => (await outbox()).every(({ status }) => status === 'sent'))
    expect((await outbox()).map(({ recipient }) => recipient)).toEqual([admin.email])
    up.logs.splice(0)
  })

  it('is not in the digest of a user who may no longer read it', async () => {
    await start()
    const { email } = await addEditor('email')
    await write()
    await db.updateTable('accounts').set({ role: 'author' }).where('email', '=', email).execute()
    const sender = await openUpstream({ ...up.config, mail: settings([]) })
    const waiting = db.selectFrom('notifications').select('id').where('due_at', 'is not', null)
    await eventually('the dropped e-mail', async () => {
      const left = await outbox()
      return (await waiting.execute()).length === 0 && left.every(({ status }) => status === 'sent')
    })
    expect(mails.emails).toEqual([])
    await sender.close()
  })
})
