import { zValidator } from '@hono/zod-validator'
import { Hono } from 'hono'
import { ApiError } from '#contract/errors.ts'
import { emailStatusQuerySchema, type EmailStatus } from '#contract/settings.ts'
import { requireAbility } from '../accounts/authenticate.ts'
import type { AppEnv } from '../http/env.ts'
import { consume, type RateLimit } from '../http/rate-limit.ts'
import type { Delivery } from '../mail/delivery.ts'
import { formatReason } from '../mail/smtp.ts'
import { findEmailRecords } from './dns-records.ts'
import { readSettings } from './store.ts'

const testLimit: RateLimit = { name: 'email-test', points: 10, minutes: 10 }

const timedOut = (error: unknown) => error instanceof Error && /^(Abort|Timeout)Error$/.test(error.name)

const toReason = (error: unknown) =>
  timedOut(error) ? 'The mail server did not respond in time.' : formatReason(error)

async function checkServer(mail: Delivery): Promise<EmailStatus['smtp']> {
  const { server, sender } = mail
  try {
    await mail.check()
    return { server, sender, works: true }
  } catch (error) {
    return { server, sender, works: false, error: toReason(error) }
  }
}

const domainOf = (address: string) => address.split('@').at(-1) ?? ''

export const emailSettings = new Hono<AppEnv>()
  .get('/email', requireAbility('manageSettings'), zValidator('query', emailStatusQuerySchema), async (c) => {
    const { db, mail, dnsServers } = c.var
    const sender = mail?.sender ?? (await readSettings(db)).data.email
    const domain = domainOf(sender)
    const { selector } = c.req.valid('query')
    const [smtp, records] = await Promise.all([
      mail ? checkServer(mail) : null,
      findEmailRecords(domain, { selector, servers: dnsServers }),
    ])
    return c.json({ data: { smtp, domain, records } satisfies EmailStatus })
  })
  .post('/email-test', requireAbility('manageSettings'), async (c) => {
    const { account, db, mail } = c.var
    if (!mail) throw new ApiError('conflict', 'Email is not set up: SMTP_URL is not set.')
    const key = `${testLimit.name}|${account.id}`
    await consume(db, testLimit, key, 'You have sent several test emails already.')
    const recipient = account.email
    try {
      await mail.sendTest(recipient)
      return c.json({ data: { recipient, sent: true } })
    } catch (error) {
      return c.json({ data: { recipient, sent: false, error: toReason(error) } })
    }
  })
