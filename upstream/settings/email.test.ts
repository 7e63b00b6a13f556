import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { defaultSettings } from '#contract/default-settings.ts'
import { startDnsServer } from '#testing/dns-server.ts'
import { eventually } from '#testing/eventually.ts'
import { startMailServer, type MailServer } from '#testing/mail-server.ts'
import { admin, databases, startUpstream, type TestUpstream } from '../testing/harness.ts'

const records = {
  'halyard.test': 'v=spf1 include:mail.test -all',
  's1._domainkey.halyard.test': 'v=DKIM1; k=rsa; p=MIGf',
}

describe.each(databases)('e-mail on %s', (database) => {
  let mails: MailServer
  let dns: Awaited<ReturnType<typeof startDnsServer>>
  let up: TestUpstream
  let owner: string

  const settingsOf = (server: MailServer) => ({
    url: server.url,
    from: { name: 'Unused', address: 'hello@halyard.test' },
    staff: ['desk@halyard.test'],
    siteUrl: 'https://halyard.test',
    pollMs: 20,
  })
  const start = async (changes: Parameters<typeof startUpstream>[1] = {}) => {
    up = await startUpstream(database, { mail: settingsOf(mails), dnsServers: [dns.address], ...changes })
    owner = await up.signIn()
  }
  const status = async (query = '') =>
    (await up.call('GET', `/api/settings/email${query}`, { token: owner })).json.data
  const test = () => up.call('POST', '/api/settings/email-test', { token: owner })
  const save = (changes: object) =>
    up.call('PUT', '/api/settings', { json: { ...defaultSettings, ...changes }, token: owner })

  beforeEach(async () => {
    mails = await startMailServer()
    dns = await startDnsServer(records)
  })
  afterEach(async () => {
    await up.stop()
    await mails.close()
    dns.close()
  })

  it('works, and DNS has some of the records', async () => {
    await start()
    expect(await status()).toEqual({
      smtp: { server: new URL(mails.url).host, sender: 'hello@halyard.test', works: true },
      domain: 'halyard.test',
      records: { spf: 'found', dkim: 'found', dmarc: 'missing' },
    })
    expect((await status('?selector=other')).records.dkim).toBe('missing')
  })

  it('has the DMARC policy of the organization where the subdomain of the sender has none', async () => {
    const organization = await startDnsServer({ '_dmarc.harbor.test': 'v=DMARC1; p=reject' })
    const from = { name: 'Unused', address: 'hello@news.boats.harbor.test' }
    await start({ mail: { ...settingsOf(mails), from }, dnsServers: [organization.address] })
    expect((await status()).records).toEqual({ spf: 'missing', dkim: 'missing', dmarc: 'found' })
    organization.close()
  })

  it('is checked for owners only', async () => {
    await start()
    for (const [method, path] of [
      ['GET', '/api/settings/email'],
      ['POST', '/api/settings/email-test'],
    ] as const) {
      expect((await up.call(method, path)).status).toBe(401)
      for (const role of ['editor', 'author'] as const)
        expect((await up.call(method, path, { token: await up.signInAs(role) })).status).toBe(403)
    }
  })

  it('is checked without DNS and without a mail server', async () => {
    await start({ mail: undefined, dnsServers: ['127.0.0.1:1'] })
    expect(await status()).toEqual({
      smtp: null,
      domain: 'halyard.example',
      records: { spf: 'unknown', dkim: 'unknown', dmarc: 'unknown' },
    })
    const { status: code, json } = await test()
    expect([code, json.error]).toEqual([409, 'Email is not set up: SMTP_URL is not set.'])
  })

  it('sends a test to the owner under the brand name, or reports the error', async () => {
    await start()
    expect((await save({ name: 'Bowline' })).status).toBe(200)
    expect((await test()).json).toEqual({ data: { recipient: admin.email, sent: true } })
    const [email] = mails.emails
    expect(email?.recipients).toEqual([admin.email])
    expect(email?.headers['from']).toEqual(['Bowline <hello@halyard.test>'])
    expect(email?.headers['subject']).toEqual(['Test email from Bowline'])
    mails.setBehavior('rejects')
    const { sent, error } = (await test()).json.data
    expect([sent, error]).toEqual([false, expect.stringContaining('No such mailbox')])
  })

  it('notifies the chosen recipients of messages, and uses the newsletter texts', async () => {
    await start()
    const newsletter = { ...defaultSettings.newsletter, emailSubject: 'Yes?', emailText: 'One click.' }
    await save({ messageRecipients: ['captain@halyard.test'], newsletter })
    const message = {
      name: 'Ann',
      email: 'ann@example.com',
      subject: 'A project',
      message: 'We would like it.',
    }
    await up.call('POST', '/api/contact', { json: message })
    await up.call('POST', '/api/newsletter', { json: { email: 'ann@example.com' } })
    await eventually('both e-mails', () => mails.emails.length === 2)
    const to = (address: string) => mails.emails.find(({ recipients }) => recipients.includes(address))
    expect(to('captain@halyard.test')?.headers['subject']).toEqual(['Contact: A project'])
    expect(to('ann@example.com')?.headers['subject']).toEqual(['Yes?'])
    expect(to('ann@example.com')?.text).toMatch(/^One click\.\n\nOpen this page/)
  })
})
