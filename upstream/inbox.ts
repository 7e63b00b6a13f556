import { z } from 'zod'
import { contactSchema } from '#lib/contact/schema.ts'
import { KILOBYTE, readJson } from './body.ts'
import type { Call } from './call.ts'
import { parsed } from './faults.ts'
import { idempotencyKey, once } from './idempotency.ts'
import { consume, limitKey, type Limit } from './limits.ts'
import { tellStaff } from './mail/staff.ts'
import { publicId } from './posts/id.ts'

const thanks = "Thank you for your message! We'll get back to you within 24 hours."
const contactLimit: Limit = { name: 'contact', points: 5, minutes: 10 }

/** No person sees the field `website`; who fills it is thanked like the others and not kept. */
const trapSchema = z.object({ website: z.string().trim().min(1) })

export async function receiveMessage(call: Call): Promise<Response> {
  const key = idempotencyKey(call.request)
  const body = await readJson(call.request, 16 * KILOBYTE)
  const message = parsed(contactSchema, body)
  const answer = (id: string) => Response.json({ data: { id }, message: thanks }, { status: 201 })
  if (trapSchema.safeParse(body).success) return answer(publicId(Date.now()))
  const known = await keptMessage(call, key)
  if (known) return answer(known)
  await consume(
    call.db,
    contactLimit,
    limitKey(contactLimit, call.address),
    'You have sent several messages already.',
  )
  const { result } = await call.db.transaction().execute((trx) =>
    once(trx, 'contact', key, async () => {
      const created_at = Date.now()
      const id = publicId(created_at)
      await trx
        .insertInto('contact_messages')
        .values({ id, ...message, created_at })
        .execute()
      if (call.mail) await tellStaff(trx, call.mail.staff, id)
      return id
    }),
  )
  call.mail?.wake()
  return answer(result)
}

/** A repeated send is not a further message, so it does not count towards the limit. */
async function keptMessage(call: Call, key: string | null): Promise<string | null> {
  if (key === null) return null
  const row = await call.db
    .selectFrom('idempotency_keys')
    .select('result')
    .where('scope', '=', 'contact')
    .where('key', '=', key)
    .executeTakeFirst()
  return row?.result ?? null
}
