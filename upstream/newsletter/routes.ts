import { Hono, type Context } from 'hono'
import { bodyLimits } from '#contract/limits.ts'
import { newsletterLinkSchema, newsletterSchema } from '#contract/newsletter.ts'
import { linkGone, requireLink } from '../accounts/links.ts'
import { hashToken } from '../accounts/tokens.ts'
import { withWriteLock } from '../db/write-lock.ts'
import { jsonBody } from '../http/body.ts'
import type { AppEnv } from '../http/env.ts'
import { consume, rateLimitKey, refundOnFailure, type RateLimit } from '../http/rate-limit.ts'
import { findLink, findSubscribedAddress, getConfirmableAddress } from './links.ts'
import {
  addConfirmedSubscriber,
  confirmSubscriber,
  deleteSubscriber,
  requestConfirmation,
} from './subscribers.ts'

const subscribeLimit: RateLimit = { name: 'newsletter', points: 5, minutes: 10 }
const unknownLinkLimit: RateLimit = { name: 'newsletter-link', points: 20, minutes: 10 }

/** Each use of a link whose address was deleted compares it with all newer subscribers. */
const usedLinkLimit: RateLimit = { name: 'newsletter-used-link', points: 10, minutes: 10 }

const subscribed = 'You are subscribed. The next issue will arrive in your inbox.'
const confirmationSent =
  'Check your email. If this address is not subscribed yet, we have sent you a link to confirm your subscription.'

const getLink = (c: Context<AppEnv>, token: string) => requireLink(c, findLink, token, unknownLinkLimit)

const linkBody = jsonBody(newsletterLinkSchema, bodyLimits.contact)

export const newsletter = new Hono<AppEnv>()
  // The response does not depend on whether the address is known, to protect subscribers.
  .post('/', jsonBody(newsletterSchema, bodyLimits.contact), async (c) => {
    const { email } = c.req.valid('json')
    const { db, mail, clientAddress } = c.var
    const key = rateLimitKey(subscribeLimit, clientAddress)
    await consume(db, subscribeLimit, key, 'You have tried to subscribe several times already.')
    const subscribe = mail ? requestConfirmation : addConfirmedSubscriber
    await refundOnFailure(db, key, () => db.transaction().execute((trx) => subscribe(trx, email)))
    mail?.wake()
    return c.json({ message: mail ? confirmationSent : subscribed })
  })
  .get('/links', async (c) => {
    const link = await getLink(c, c.req.query('token') ?? '')
    return c.json({ data: { confirms: getConfirmableAddress(link) !== null } })
  })
  .post('/confirm', linkBody, async (c) => {
    const address = getConfirmableAddress(await getLink(c, c.req.valid('json').token))
    if (address === null) throw linkGone()
    await c.var.db.transaction().execute((trx) => confirmSubscriber(trx, address))
    return c.json({ message: subscribed })
  })
  .post('/unsubscribe', linkBody, async (c) => {
    const { token } = c.req.valid('json')
    const { db } = c.var
    const link = await getLink(c, token)
    if (link.address === null) {
      const key = rateLimitKey(usedLinkLimit, '', hashToken(token))
      await consume(db, usedLinkLimit, key, 'You have used this link several times already.')
    }
    const address = await findSubscribedAddress(db, token, link)
    if (address !== null) await withWriteLock(db, (trx) => deleteSubscriber(trx, address))
    return c.json({ message: 'You have unsubscribed. You will not get any more issues.' })
  })
