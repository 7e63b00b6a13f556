import { zValidator } from '@hono/zod-validator'
import { Hono, type Context } from 'hono'
import { ApiError } from '#contract/errors.ts'
import { userChangeSchema, userDeletionSchema, userListQuerySchema } from '#contract/users.ts'
import { requireAbility, withWriteLockAs } from '../accounts/authenticate.ts'
import { cancelEmailChange } from '../accounts/email-change.ts'
import { createLink, RESET_LINK_MS, resetUrl } from '../accounts/links.ts'
import { recordActivity } from '../activity/record.ts'
import type { Db } from '../db/open.ts'
import { jsonBody } from '../http/body.ts'
import type { AppEnv } from '../http/env.ts'
import { etagOf, requireVersion } from '../http/version.ts'
import { changeUser, deleteUser, toObject, userNotFound } from './change.ts'
import { findUser, listUsers, toUser, type UserRow } from './list.ts'

const manage = requireAbility('manageUsers')

async function getUser(db: Db, id: string): Promise<UserRow> {
  const user = await findUser(db, id)
  if (!user) throw userNotFound()
  return user
}

async function getUserForWrite(db: Db, id: string, ifMatch?: string): Promise<UserRow> {
  const user = await getUser(db, id)
  const message = `${user.name} was changed by someone else. Reload to see the latest version.`
  requireVersion(user.version, ifMatch, message)
  return user
}

const sendUser = (c: Context, user: UserRow) =>
  c.json({ data: toUser(user) }, 200, { etag: etagOf(user.version) })

export const users = new Hono<AppEnv>()
  .get('/', manage, zValidator('query', userListQuerySchema), async (c) =>
    c.json(await listUsers(c.var.db, c.req.valid('query'))),
  )
  .get('/:id', manage, async (c) => sendUser(c, await getUser(c.var.db, c.req.param('id'))))
  .put('/:id', manage, jsonBody(userChangeSchema), async (c) => {
    const id = c.req.param('id')
    const changed = await withWriteLockAs(c.var, async (trx, account) => {
      const user = await getUserForWrite(trx, id, c.req.header('if-match'))
      await changeUser(trx, account, user, c.req.valid('json'))
      return getUser(trx, id)
    })
    return sendUser(c, changed)
  })
  .delete('/:id', manage, zValidator('query', userDeletionSchema), async (c) => {
    const { database } = c.var
    const { postsTo } = c.req.valid('query')
    await withWriteLockAs(c.var, async (trx, account) => {
      const user = await getUserForWrite(trx, c.req.param('id'), c.req.header('if-match'))
      await deleteUser(trx, database.dialect, account, user, postsTo)
    })
    return c.json({ message: 'User deleted' })
  })
  .post('/:id/reset-link', manage, async (c) => {
    const { siteUrl } = c.var
    const expiresAt = Date.now() + RESET_LINK_MS
    const token = await withWriteLockAs(c.var, async (trx, account) => {
      const user = await getUser(trx, c.req.param('id'))
      if (user.disabled_at !== null)
        throw new ApiError('conflict', `${user.name} is disabled. Enable them first.`)
      await cancelEmailChange(trx, user.id)
      await recordActivity(trx, account, { kind: 'user.resetLinkCreated', object: toObject(user) })
      return createLink(trx, { account_id: user.id }, expiresAt)
    })
    const data = { link: resetUrl(siteUrl, token), expiresAt: new Date(expiresAt).toISOString() }
    return c.json({ data }, 201)
  })
