import { Hono } from 'hono'
import { optionalAccount } from '../accounts/authenticate.ts'
import type { AppEnv } from '../http/env.ts'
import { getAuthor } from './load.ts'

export const authors = new Hono<AppEnv>().get('/:slug', optionalAccount, async (c) =>
  c.json({ data: await getAuthor(c.var.db, c.req.param('slug'), c.var.account !== null) }),
)
