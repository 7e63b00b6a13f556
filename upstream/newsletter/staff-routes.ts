import { zValidator } from '@hono/zod-validator'
import { Hono } from 'hono'
import * as z from 'zod'
import { ApiError } from '#contract/errors.ts'
import { bodyLimits } from '#contract/limits.ts'
import {
  subscriberImportResponseSchema,
  subscriberImportSchema,
  subscriberListQuerySchema,
} from '#contract/subscribers.ts'
import { requireAbility, withWriteLockAs } from '../accounts/authenticate.ts'
import { jsonBody } from '../http/body.ts'
import { streamCsv } from '../http/csv.ts'
import type { AppEnv } from '../http/env.ts'
import { fingerprintOf, parseIdempotencyKey, runOnce } from '../http/idempotency.ts'
import { importSubscribers, readSubscribers } from './import.ts'
import { exportSubscribers, listSubscribers } from './list.ts'
import { deleteSubscriber } from './subscribers.ts'

const querySchema = subscriberListQuerySchema.extend({ format: z.literal('csv').optional().catch(undefined) })

export const staffSubscribers = new Hono<AppEnv>()
  .get('/', requireAbility('readMessages'), zValidator('query', querySchema), async (c) => {
    const { search = '', page, format } = c.req.valid('query')
    const { db, logger } = c.var
    if (format !== 'csv') return c.json(await listSubscribers(db, search, page))
    const csv = streamCsv(exportSubscribers(db, search), logger)
    return c.body(csv, 200, { 'content-type': 'text/csv; charset=utf-8' })
  })
  .post(
    '/import',
    requireAbility('readMessages'),
    jsonBody(subscriberImportSchema, bodyLimits.csv),
    async (c) => {
      const input = c.req.valid('json')
      const key = parseIdempotencyKey(c.req.header('idempotency-key'))
      const file = readSubscribers(input.csv)
      const result = await withWriteLockAs(c.var, (trx, account) =>
        runOnce(trx, `subscribers:${account.id}`, key, fingerprintOf(input), async () =>
          JSON.stringify(await importSubscribers(trx, account, file)),
        ),
      )
      return c.json(subscriberImportResponseSchema.parse({ data: JSON.parse(result) }))
    },
  )
  .delete('/:id', requireAbility('readMessages'), async (c) => {
    const id = c.req.param('id')
    await withWriteLockAs(c.var, async (trx, account) => {
      const found = await trx
        .selectFrom('subscribers')
        .select('address')
        .where('id', '=', id)
        .where('confirmed_at', 'is not', null)
        .executeTakeFirst()
      if (!found) throw new ApiError('not_found', 'This subscriber has left already.')
      await deleteSubscriber(trx, found.address, account)
    })
    return c.json({ data: { id } })
  })
