import { createHash } from 'node:crypto'
import { Hono, type Context } from 'hono'
import { v7 as uuid } from 'uuid'
import * as z from 'zod/mini'
import { contactSchema, honeypotField, type ContactMessage } from '#contract/contact.ts'
import { contactTexts } from '#contract/contact-texts.ts'
import { bodyLimits } from '#contract/limits.ts'
import { recordActivity } from '../activity/record.ts'
import { jsonBody } from '../http/body.ts'
import type { AppEnv } from '../http/env.ts'
import { findResult, fingerprintOf, parseIdempotencyKey, runOnce } from '../http/idempotency.ts'
import { consume, rateLimitKey, refundOnFailure, type RateLimit } from '../http/rate-limit.ts'
import { toSearchText } from '../messages/list.ts'
import { indexMessages } from '../messages/search-index.ts'
import { notifyOfMessage } from '../notifications/message.ts'

const contactLimit: RateLimit = { name: 'contact', points: 5, minutes: 10 }

const bodySchema = z.extend(contactSchema, {
  [honeypotField]: z.catch(z.optional(z.string().check(z.trim())), undefined),
})

const sendThanks = (c: Context<AppEnv>, id: string) =>
  c.json({ data: { id }, message: contactTexts.success }, 201)

/** Clients that use the same simple key do not lose messages that differ. */
const keyOfMessage = (key: string | null, message: ContactMessage) =>
  key &&
  createHash('sha256')
    .update(`${key}\0${JSON.stringify(message)}`)
    .digest('base64url')

async function storeMessage(
  { var: { database, db, mail } }: Context<AppEnv>,
  key: string | null,
  message: ContactMessage,
) {
  return db.transaction().execute((trx) =>
    runOnce(trx, 'contact', key, fingerprintOf(message), async () => {
      const id = uuid()
      const search_text = toSearchText(message)
      await trx
        .insertInto('contact_messages')
        .values({ id, ...message, created_at: Date.now(), search_text })
        .execute()
      await indexMessages(trx, database.dialect, [{ id, search_text }])
      const object = { type: 'message', id, name: '' }
      await recordActivity(trx, null, { kind: 'message.received', object })
      await notifyOfMessage(trx, { mail, dialect: database.dialect }, object)
      return id
    }),
  )
}

export const contact = new Hono<AppEnv>().post('/', jsonBody(bodySchema, bodyLimits.contact), async (c) => {
  const { [honeypotField]: trap, ...message } = c.req.valid('json')
  const key = keyOfMessage(parseIdempotencyKey(c.req.header('idempotency-key')), message)
  if (trap) return sendThanks(c, uuid())
  const { db, mail, clientAddress } = c.var
  // Retries do not count toward the limit.
  const storedId = await findResult(db, 'contact', key, fingerprintOf(message))
  if (storedId) return sendThanks(c, storedId)
  const limitKey = rateLimitKey(contactLimit, clientAddress)
  await consume(db, contactLimit, limitKey, 'You have sent several messages already.')
  const id = await refundOnFailure(db, limitKey, () => storeMessage(c, key, message))
  mail?.wake()
  return sendThanks(c, id)
})
