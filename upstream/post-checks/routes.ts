import { Hono } from 'hono'
import { referencesSchema } from '#contract/post-checks.ts'
import { bodyLimits } from '#contract/limits.ts'
import { requireAbility } from '../accounts/authenticate.ts'
import { jsonBody } from '../http/body.ts'
import type { AppEnv } from '../http/env.ts'
import { checkReferences } from './references.ts'

export const postChecks = new Hono<AppEnv>().post(
  '/references',
  requireAbility('writePosts'),
  jsonBody(referencesSchema, bodyLimits.post),
  async (c) => c.json({ data: await checkReferences(c.var.db, c.req.valid('json')) }),
)
