import { zValidator } from '@hono/zod-validator'
import { Hono } from 'hono'
import {
  importInputSchema,
  importListQuerySchema,
  importOptionsSchema,
  importPartQuerySchema,
  importQuerySchema,
  importRetrySchema,
} from '#contract/imports.ts'
import { bodyLimits } from '#contract/limits.ts'
import { requireAbility, withWriteLockAs } from '../accounts/authenticate.ts'
import { jsonBody, limitBody, optionalJsonBody, readBytes } from '../http/body.ts'
import type { AppEnv } from '../http/env.ts'
import { fingerprintOf, parseIdempotencyKey, runOnce } from '../http/idempotency.ts'
import { describeImport } from './report.ts'
import { createImport, deleteImport, getImport, listImports, storePart } from './store.ts'

const manage = requireAbility('manageSettings')

export const imports = new Hono<AppEnv>()
  .get('/', manage, zValidator('query', importListQuerySchema), async (c) =>
    c.json(await listImports(c.var.db, c.req.valid('query'))),
  )
  .post('/', manage, jsonBody(importInputSchema), async (c) => {
    const key = parseIdempotencyKey(c.req.header('idempotency-key'))
    const input = c.req.valid('json')
    const id = await withWriteLockAs(c.var, (trx, account) =>
      runOnce(trx, `imports:${account.id}`, key, fingerprintOf(input), () => createImport(trx, input)),
    )
    return c.json({ data: { id, partBytes: bodyLimits.importPart } }, 201)
  })
  .get('/:id', manage, zValidator('query', importQuerySchema), async (c) => {
    const { account, db } = c.var
    const row = await getImport(db, c.req.param('id'))
    return c.json({ data: await describeImport(db, row, c.req.valid('query').page, account) })
  })
  .post(
    '/:id/parts',
    manage,
    zValidator('query', importPartQuerySchema),
    limitBody(bodyLimits.importPart),
    async (c) => {
      const row = await getImport(c.var.db, c.req.param('id'))
      await storePart(c.var.db, row, c.req.valid('query').number, await readBytes(c))
      return c.json({ message: 'Part stored' })
    },
  )
  .post('/:id/check', manage, async (c) => {
    const { account, db, system } = c.var
    const row = await getImport(db, c.req.param('id'))
    const { checkImport } = await import('./check.ts')
    await checkImport(db, system.config, row)
    return c.json({ data: await describeImport(db, await getImport(db, row.id), 1, account) })
  })
  .post('/:id/run', manage, jsonBody(importOptionsSchema), async (c) => {
    const { account, db, database, siteUrl, acceptsAddress: accepts } = c.var
    const row = await getImport(db, c.req.param('id'))
    const { runImport } = await import('./run.ts')
    await runImport({ database, row, caller: c.var, options: c.req.valid('json'), accepts, siteUrl })
    return c.json({ data: await describeImport(db, await getImport(db, row.id), 1, account) })
  })
  .post('/:id/retry', manage, optionalJsonBody(importRetrySchema), async (c) => {
    const { account, db } = c.var
    const row = await getImport(db, c.req.param('id'))
    const { retryFailedImages } = await import('./retry.ts')
    await retryFailedImages(c.var, row, c.req.valid('json'))
    return c.json({ data: await describeImport(db, await getImport(db, row.id), 1, account) })
  })
  .delete('/:id', manage, async (c) => {
    const row = await getImport(c.var.db, c.req.param('id'))
    await deleteImport(c.var.db, row.id)
    return c.json({ message: 'Import deleted' })
  })
