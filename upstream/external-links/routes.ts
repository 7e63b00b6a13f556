import { Hono } from 'hono'
import { externalLinksSchema } from '#contract/external-links.ts'
import { requireAbility } from '../accounts/authenticate.ts'
import { jsonBody } from '../http/body.ts'
import type { AppEnv } from '../http/env.ts'
import { consume } from '../http/rate-limit.ts'
import { findOwnPost } from '../posts/own-post.ts'

const limit = { name: 'external-links', points: 60, minutes: 10 }

export const externalLinks = new Hono<AppEnv>().post(
  '/blogs/:ref/external-links',
  requireAbility('writePosts'),
  jsonBody(externalLinksSchema),
  async (c) => {
    const { account, db, siteUrl, acceptsAddress: accepts } = c.var
    await findOwnPost(db, account, c.req.param('ref'))
    await consume(db, limit, `${limit.name}|${account.id}`, 'You have checked many links already.')
    const { checkExternalLinks } = await import('./check.ts')
    return c.json({ data: await checkExternalLinks(c.req.valid('json').urls, { siteUrl, accepts }) })
  },
)
