import { zValidator } from '@hono/zod-validator'
import { Hono, type Context } from 'hono'
import {
  notificationChangeSchema,
  notificationListQuerySchema,
  notificationPreferencesSchema,
  type StoredPreferences,
} from '#contract/notifications.ts'
import { requireAccount, withWriteLockAs, type StaffEnv } from '../accounts/authenticate.ts'
import { jsonBody } from '../http/body.ts'
import type { AppEnv } from '../http/env.ts'
import { countUnread, listNotifications, markNotifications } from './list.ts'
import { getMessageDefault } from './message.ts'
import { readPreferences, writePreferences } from './preferences.ts'

async function sendPreferences(c: Context<StaffEnv>) {
  const { account, db, mail } = c.var
  const data: StoredPreferences = {
    ...(await readPreferences(db, account.id)),
    email: account.email,
    canEmail: mail !== null,
    defaults: { message: await getMessageDefault(db, mail, account.email) },
  }
  return c.json({ data })
}

/** Accounts can see and change only their own notifications. */
export const notifications = new Hono<AppEnv>()
  .get('/', requireAccount, zValidator('query', notificationListQuerySchema), async (c) =>
    c.json(await listNotifications(c.var.db, c.var.account, c.req.valid('query'))),
  )
  .put('/', requireAccount, jsonBody(notificationChangeSchema), async (c) => {
    const { account, db } = c.var
    await markNotifications(db, account, c.req.valid('json'))
    return c.json({ data: { unread: await countUnread(db, account) } })
  })
  .get('/preferences', requireAccount, sendPreferences)
  .put('/preferences', requireAccount, jsonBody(notificationPreferencesSchema), async (c) => {
    const preferences = c.req.valid('json')
    await withWriteLockAs(c.var, (trx, account) => writePreferences(trx, account.id, preferences))
    return sendPreferences(c)
  })
