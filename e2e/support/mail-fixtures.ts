import path from 'node:path'
import Database from 'better-sqlite3'
import { startMailServer, type MailServer } from '#testing/mail-server.ts'
import { expect, test as base } from './fixtures.ts'
import { startServer, type ServerProcess } from './server-process.ts'

interface Fixtures {
  mails: MailServer
  /** A site that sends its e-mail to `mails`. */
  front: ServerProcess
  /** Waits for an e-mail to this address and returns the token in it. */
  tokenFor(address: string): Promise<string>
  /** Whether the database has the address as a confirmed subscriber. */
  isSubscriber(address: string): boolean
}

/** Tests with their own mail server and site. */
export const test = base.extend<Fixtures>({
  mails: async ({ baseURL: _ }, provide) => {
    const mails = await startMailServer()
    await provide(mails)
    await mails.close()
  },
  front: [
    async ({ mails }, provide) => {
      const env = { SMTP_URL: mails.url, MAIL_FROM: 'crew@halyard.test', MAIL_TO: 'desk@halyard.test' }
      const front = await startServer({ entry: '.next/site/start.mjs', portVariable: 'PORT', env })
      await provide(front)
      await front.stop()
    },
    { timeout: 600_000 },
  ],
  // Closes the pages first: an open one may call a server that has stopped.
  context: async ({ front: _, context }, provide) => provide(context),
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
