import { zValidator } from '@hono/zod-validator'
import { Hono } from 'hono'
import * as z from 'zod'
import { activityListQuerySchema } from '#contract/activity.ts'
import { requireAbility } from '../accounts/authenticate.ts'
import type { AppEnv } from '../http/env.ts'
import { exportActivity } from './csv.ts'
import { listActivity } from './list.ts'

const querySchema = activityListQuerySchema.extend({ format: z.literal('csv').optional().catch(undefined) })

/** The log is read-only: entries are written by other calls and deleted after two years. */
export const activity = new Hono<AppEnv>().get(
  '/',
  requireAbility('readActivity'),
  zValidator('query', querySchema),
  async (c) => {
    const { account, db } = c.var
    const { format, ...query } = c.req.valid('query')
    if (!format) return c.json(await listActivity(db, account.role, query))
    return c.body(await exportActivity(db, account.role, query), 200, {
      'content-type': 'text/csv; charset=utf-8',
    })
  },
)
