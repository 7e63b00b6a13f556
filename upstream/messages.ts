import type { Selectable } from 'kysely'
import { messageChangeSchema, messageListQuerySchema } from '#lib/messages/schema.ts'
import { readJson } from './body.ts'
import { forStaff } from './call.ts'
import type { Tables } from './db/tables.ts'
import { Fault, parsed } from './faults.ts'

const shown = ({ created_at, read_at, ...message }: Selectable<Tables['contact_messages']>) => ({
  ...message,
  createdAt: new Date(created_at).toISOString(),
  read: read_at !== null,
})

const missing = () => new Fault('not_found', 'Message not found')

/** What visitors wrote, newest first. */
export const listMessages = forStaff(async ({ db, query }) => {
  const { page, limit } = messageListQuerySchema.parse(Object.fromEntries(query))
  const { total } = await db
    .selectFrom('contact_messages')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  const rows = await db
    .selectFrom('contact_messages')
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .offset((page - 1) * limit)
    .execute()
  return Response.json({ data: { messages: rows.map(shown) }, total, totalPages: Math.ceil(total / limit) })
})

export const changeMessage = forStaff(async ({ db, request, params }) => {
  const { read } = parsed(messageChangeSchema, await readJson(request))
  const row = await db
    .updateTable('contact_messages')
    .set({ read_at: read ? Date.now() : null })
    .where('id', '=', params['ref'] ?? '')
    .returningAll()
    .executeTakeFirst()
  if (!row) throw missing()
  return Response.json({ data: shown(row) })
})

export const deleteMessage = forStaff(async ({ db, params }) => {
  const row = await db
    .deleteFrom('contact_messages')
    .where('id', '=', params['ref'] ?? '')
    .returning('id')
    .executeTakeFirst()
  if (!row) throw missing()
  return Response.json({ data: row })
})
