import { Hono } from 'hono'
import { forgotPasswordSchema, resetPasswordSchema } from '#contract/accounts.ts'
import { ApiError } from '#contract/errors.ts'
import { jsonBody } from '../http/body.ts'
import type { AppEnv } from '../http/env.ts'
import { consume, rateLimitKey, type RateLimit } from '../http/rate-limit.ts'
import { queue } from '../mail/outbox.ts'
import { withWriteLock } from '../db/write-lock.ts'
import { findResettable, linkGone, requireLink } from './links.ts'
import { parseNewPassword } from './password-strength.ts'
import { hashPassword } from './passwords.ts'
import { setPassword } from './set-password.ts'

const addressLimit: RateLimit = { name: 'forgot-address', points: 30, minutes: 15 }
const accountLimit: RateLimit = { name: 'forgot-account', points: 5, minutes: 15 }
const tooMany = 'You have requested a link several times already.'

export const passwords = new Hono<AppEnv>()
  .get('/forgot', (c) => c.json({ data: { email: c.var.mail !== null } }))
  .post('/forgot', jsonBody(forgotPasswordSchema), async (c) => {
    const { db, mail, clientAddress } = c.var
    if (!mail)
      throw new ApiError(
        'unavailable',
        'This site cannot send email. Ask an owner for a link to reset your password.',
      )
    const email = c.req.valid('json').email.toLowerCase()
    await consume(db, addressLimit, rateLimitKey(addressLimit, clientAddress), tooMany)
    await consume(db, accountLimit, rateLimitKey(accountLimit, clientAddress, email), tooMany)
    // Also queued for an unknown address, so that response and timing are the same; the delivery drops it.
    await db.transaction().execute((trx) => queue(trx, [email], { kind: 'reset' }))
    mail.wake()
    return c.json(
      { message: 'If this address has an account, we have sent it a link. It works for one hour.' },
      202,
    )
  })
  .get('/reset', async (c) => {
    const { email } = await requireLink(c, findResettable, c.req.query('token') ?? '')
    return c.json({ data: { email } })
  })
  .post('/reset', jsonBody(resetPasswordSchema), async (c) => {
    const { token, password } = c.req.valid('json')
    const { email, name } = await requireLink(c, findResettable, token)
    const password_hash = await hashPassword(await parseNewPassword(password, [email, name]))
    await withWriteLock(c.var.db, async (trx) => {
      const user = await findResettable(trx, token)
      if (!user) throw linkGone()
      await setPassword(trx, user, user, password_hash)
    })
    return c.json({ message: 'Your password is changed. You can sign in now.' })
  })
