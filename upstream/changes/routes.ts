import { Hono } from 'hono'
import { validator } from 'hono/validator'
import * as z from 'zod'
import { parseInput } from '#contract/errors.ts'
import type { AppEnv } from '../http/env.ts'
import { changesSince, latestChange } from './read.ts'

const querySchema = z.object({
  since: z.coerce.number('since must be the id of a change').int().nonnegative().optional(),
})

/** Without `since` the response contains only the latest id, from which a new client starts. */
export const changeRoutes = new Hono<AppEnv>().get(
  '/',
  validator('query', (query) => parseInput(querySchema, query)),
  async (c) => {
    const { since } = c.req.valid('query')
    const { db } = c.var
    return c.json({ data: await changesSince(db, since ?? (await latestChange(db))) })
  },
)
