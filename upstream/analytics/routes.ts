import { zValidator } from '@hono/zod-validator'
import { Hono } from 'hono'
import { eventSchema, figuresQuerySchema } from '#contract/analytics.ts'
import { bodyLimits } from '#contract/limits.ts'
import { requireAbility } from '../accounts/authenticate.ts'
import { jsonBody } from '../http/body.ts'
import type { AppEnv } from '../http/env.ts'
import { getFigures } from './report.ts'

export const analytics = new Hono<AppEnv>()
  // The response is the same whether the event is counted or not.
  .post('/events', jsonBody(eventSchema, bodyLimits.event), (c) => {
    const { figures, clientAddress } = c.var
    if (figures.accepts(clientAddress)) void figures.record(c.req.valid('json'))
    return c.body(null, 204)
  })
  .get('/', requireAbility('readFigures'), zValidator('query', figuresQuerySchema), async (c) => {
    await c.var.figures.flush()
    return c.json({ data: await getFigures(c.var.db, c.req.valid('query')) })
  })
