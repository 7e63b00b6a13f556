import { Hono } from 'hono'
import { hasErrorCode, parseInput } from '#contract/errors.ts'
import { presenceInputSchema, presenceQuerySchema } from '#contract/presence.ts'
import { requireAbility, withWriteLockAs } from '../accounts/authenticate.ts'
import type { Account } from '../accounts/tokens.ts'
import type { Db } from '../db/open.ts'
import { jsonBody } from '../http/body.ts'
import type { AppEnv } from '../http/env.ts'
import { findOwnPost } from '../posts/own-post.ts'
import { endPresence, noPresence, reportPresence } from './store.ts'

const write = requireAbility('writePosts')

/** Null when the post was deleted while an editor was open. */
const findOpenPost = (db: Db, account: Account, ref: string) =>
  findOwnPost(db, account, ref).catch((error: unknown) => {
    if (hasErrorCode(error, 'not_found', 'gone')) return null
    throw error
  })

export const presence = new Hono<AppEnv>()
  .post('/blogs/:ref/presence', write, jsonBody(presenceInputSchema), async (c) => {
    const { account, db } = c.var
    const input = c.req.valid('json')
    const post = await findOpenPost(db, account, c.req.param('ref'))
    if (!post) return c.json({ data: noPresence })
    return c.json({
      data: await reportPresence(c.var, { postId: post.id, account, tab: input.tab }, input),
    })
  })
  .delete('/blogs/:ref/presence', write, async (c) => {
    const { account, db } = c.var
    const { tab } = parseInput(presenceQuerySchema, c.req.query())
    const post = await findOpenPost(db, account, c.req.param('ref'))
    // Waits for an earlier report of this tab, which would bring it back.
    if (post) await withWriteLockAs(c.var, (trx) => endPresence(trx, { postId: post.id, account, tab }))
    return c.json({ message: 'Presence ended' })
  })
