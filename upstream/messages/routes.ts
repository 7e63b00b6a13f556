import { zValidator } from '@hono/zod-validator'
import { Hono } from 'hono'
import { ApiError } from '#contract/errors.ts'
import { messageChangeSchema, messageFilterSchema, messageListQuerySchema } from '#contract/messages.ts'
import { requireAbility, withWriteLockAs } from '../accounts/authenticate.ts'
import { recordActivity } from '../activity/record.ts'
import { jsonBody } from '../http/body.ts'
import type { AppEnv } from '../http/env.ts'
import { markMessageNotification } from '../notifications/list.ts'
import { getMessage, listMessages, messageColumns, toMessage } from './list.ts'
import { unindexMessage } from './search-index.ts'

const messageNotFound = () => new ApiError('not_found', 'Message not found')

export const messages = new Hono<AppEnv>()
  .get('/', requireAbility('readMessages'), zValidator('query', messageListQuerySchema), async (c) =>
    c.json(await listMessages(c.var.database, c.req.valid('query'))),
  )
  .get('/:id', requireAbility('readMessages'), zValidator('query', messageFilterSchema), async (c) => {
    const message = await getMessage(c.var.database, c.req.param('id'), c.req.valid('query'))
    if (!message) throw messageNotFound()
    return c.json(message)
  })
  .put('/:id', requireAbility('readMessages'), jsonBody(messageChangeSchema), async (c) => {
    const { read } = c.req.valid('json')
    const row = await withWriteLockAs(c.var, async (trx, account) => {
      const changed = await trx
        .updateTable('contact_messages')
        .set({ read_at: read ? Date.now() : null })
        .where('id', '=', c.req.param('id'))
        .returning(messageColumns)
        .executeTakeFirst()
      if (!changed) throw messageNotFound()
      if (read) await markMessageNotification(trx, changed.id, account.id)
      return changed
    })
    return c.json({ data: toMessage(row) })
  })
  .delete('/:id', requireAbility('readMessages'), async (c) => {
    const { database } = c.var
    const row = await withWriteLockAs(c.var, async (trx, account) => {
      await unindexMessage(trx, database.dialect, c.req.param('id'))
      const deleted = await trx
        .deleteFrom('contact_messages')
        .where('id', '=', c.req.param('id'))
        .returning('id')
        .executeTakeFirst()
      if (!deleted) throw messageNotFound()
      await markMessageNotification(trx, deleted.id)
      const object = { type: 'message', id: deleted.id, name: '' }
      await recordActivity(trx, account, { kind: 'message.deleted', object })
      return deleted
    })
    return c.json({ data: row })
  })
