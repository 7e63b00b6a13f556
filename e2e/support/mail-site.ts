import { startMailServer, type MailServer } from '#testing/mail-server.ts'
import { startFront, type Front } from './front.ts'

export interface MailSite {
  mails: MailServer
  front: Front
  stop(): Promise<void>
}

export async function startMailSite(): Promise<MailSite> {
  const mails = await startMailServer()
  const env = { SMTP_URL: mails.url, MAIL_FROM: 'crew@halyard.test', MAIL_TO: 'desk@halyard.test' }
  const front = await startFront({ env })
  const stop = async () => {
    await front.stop()
    await mails.close()
  }
  return { mails, front, stop }
}
