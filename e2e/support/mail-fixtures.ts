import path from 'node:path'
import Database from 'better-sqlite3'
import { expect, test as base } from './fixtures.ts'
import { startMailSite, type MailSite } from './mail-site.ts'

interface Fixtures extends Pick<MailSite, 'mails' | 'front'> {
  ownMailSite: MailSite
  tokenFor(address: string): Promise<string>
  isSubscriber(address: string): boolean
}

export const test = base.extend<Fixtures>({
  ownMailSite: [
    async ({ baseURL: _ }, provide) => {
      const ownMailSite = await startMailSite()
      await provide(ownMailSite)
      await ownMailSite.stop()
    },
    { timeout: 600_000 },
  ],
  mails: async ({ ownMailSite }, provide) => provide(ownMailSite.mails),
  front: async ({ ownMailSite }, provide) => provide(ownMailSite.front),
  fronts: async ({ front }, provide) => provide([front]),
  tokenFor: async ({ mails, front }, provide) => {
    await provide(async (address) => {
      const email = () => mails.emails.findLast(({ recipients }) => recipients.includes(address))
      await expect.poll(email, `an e-mail to ${address}`).toBeDefined()
      const text = email()?.text ?? ''
      const [token = ''] = text.match(/(?<=\/newsletter\/confirm\?token=)[0-9a-f]{64}$/m) ?? []
      expect(text).toContain(`${front.url}/newsletter/confirm?token=${token}\n`)
      expect(text).toContain(`${front.url}/newsletter/unsubscribe?token=${token}\n`)
      return token
    })
  },
  isSubscriber: async ({ front }, provide) => {
    const file = new Database(path.join(front.dataDir, 'halyard.db'), { readonly: true })
    const query = file.prepare(
      'select 1 from subscribers where address = lower(?) and confirmed_at is not null',
    )
    await provide((address) => query.get(address) !== undefined)
    file.close()
  },
})

export const sharedTest = test.extend({
  mails: async ({ mailSite: { mails } }, provide) => {
    mails.emails.length = 0
    await provide(mails)
  },
  front: async ({ mailSite, mails: _ }, provide) => provide(mailSite.front),
})
