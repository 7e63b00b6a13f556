import { zValidator } from '@hono/zod-validator'
import { Hono, type Context } from 'hono'
import * as z from 'zod'
import { toCsv } from '#contract/csv.ts'
import { ApiError } from '#contract/errors.ts'
import { bodyLimits } from '#contract/limits.ts'
import { parseRowId } from '#contract/lists.ts'
import {
  MAX_REDIRECTS,
  redirectHitsSchema,
  redirectImportResponseSchema,
  redirectImportSchema,
  redirectInputSchema,
  redirectListQuerySchema,
  type RedirectInput,
} from '#contract/redirects.ts'
import { requireAbility, withWriteLockAs } from '../accounts/authenticate.ts'
import { recordActivity } from '../activity/record.ts'
import type { Db, Trx } from '../db/open.ts'
import { jsonBody } from '../http/body.ts'
import type { AppEnv } from '../http/env.ts'
import { fingerprintOf, parseIdempotencyKey, runOnce } from '../http/idempotency.ts'
import { etagOf, matchesVersion, requireVersion } from '../http/version.ts'
import { listAutomatic } from './automatic.ts'
import { listBroken } from './broken-links.ts'
import { checkRedirects, withoutOwnOrigin } from './check.ts'
import { findMoved } from './former-slugs.ts'
import { listMissing, recordHits } from './hits.ts'
import { importRedirects, tooMany } from './import.ts'
import {
  insertRedirects,
  listAllRedirects,
  listMatchingRedirects,
  listRedirects,
  readRedirectMap,
  recordRedirectChange,
  retarget,
  toObject,
  toRedirect,
  updateRedirects,
  type Database,
  type NewRedirect,
  type RedirectRow,
} from './store.ts'

const editContent = requireAbility('editContent')
const listQuery = zValidator('query', redirectListQuerySchema)
const querySchema = redirectListQuerySchema.extend({ format: z.literal('csv').optional().catch(undefined) })

async function getRedirect(db: Db, id: string): Promise<RedirectRow> {
  const rows = db.selectFrom('redirects').selectAll()
  const row = await rows.where('id', '=', parseRowId(id)).executeTakeFirst()
  if (!row) throw new ApiError('not_found', 'This redirect does not exist. It may have been deleted.')
  return row
}

async function getRedirectForWrite(db: Db, id: string, ifMatch?: string): Promise<RedirectRow> {
  const row = await getRedirect(db, id)
  const message = 'This redirect was changed by someone else. Reload it to see the latest version.'
  requireVersion(row.version, ifMatch, message)
  return row
}

const toNew = ({ from, to, status }: RedirectInput, siteUrl: string): NewRedirect => ({
  source: from,
  target: status === 410 ? '' : withoutOwnOrigin(to, siteUrl),
  status,
})

async function requireValid(trx: Trx, redirect: NewRedirect, stored?: RedirectRow) {
  const rows = (await listAllRedirects(trx)).filter(({ id }) => id !== stored?.id)
  const others = new Map(rows.map((row) => [row.source, row]))
  const taken = others.get(redirect.source)
  if (taken) {
    const leads = taken.target === '' ? 'is marked as gone already' : `redirects to “${taken.target}” already`
    throw ApiError.forField('conflict', 'from', `“${taken.source}” ${leads}.`)
  }
  if (rows.length >= MAX_REDIRECTS) throw tooMany()
  const { problems, retargets } = await checkRedirects(trx, others, [redirect])
  const problem = problems.get(redirect.source)
  if (problem) throw ApiError.forField('invalid', problem.field, problem.message)
  return retargets
}

const changedFields = (before: RedirectRow, after: NewRedirect) =>
  Object.fromEntries(
    (
      [
        ['from', 'source'],
        ['to', 'target'],
        ['status', 'status'],
      ] as const
    )
      .filter(([, column]) => before[column] !== after[column])
      .map(([name, column]) => [name, { from: before[column], to: after[column] }]),
  )

const isSame = (row: RedirectRow, redirect: NewRedirect) =>
  Object.keys(changedFields(row, redirect)).length === 0

/** Whether the update that the request repeats, because its response was lost, made this version. */
const isUpdatedBy = (row: RedirectRow, redirect: NewRedirect, ifMatch = '') =>
  matchesVersion(ifMatch, row.version - 1) && isSame(row, redirect)

const sendRedirect = (c: Context, row: RedirectRow, retargeted: string[], status: 200 | 201 = 200) =>
  c.json({ data: toRedirect(row), retargeted }, status, { etag: etagOf(row.version) })

const csvHeader = ['from', 'to', 'status', 'hits', 'last hit', 'created by', 'created']

async function exportCsv(database: Database, search: string | undefined): Promise<string> {
  const rows = await listMatchingRedirects(database, search)
  const moved = await findMoved(
    database.db,
    rows.map(({ target }) => target),
  )
  const cells = rows
    .map(toRedirect)
    .map(({ from, to, status, hits, lastHitAt, createdBy, createdAt }) => [
      ...[from, moved.get(to)?.target ?? to, String(status), String(hits)],
      ...[lastHitAt ?? '', createdBy, createdAt],
    ])
  // They are imported again.
  return toCsv([csvHeader, ...cells], [csvHeader.indexOf('from'), csvHeader.indexOf('to')])
}

export const redirects = new Hono<AppEnv>()
  .get('/', editContent, zValidator('query', querySchema), async (c) => {
    const { format, ...query } = c.req.valid('query')
    if (!format) return c.json(await listRedirects(c.var.database, query))
    return c.body(await exportCsv(c.var.database, query.search), 200, {
      'content-type': 'text/csv; charset=utf-8',
    })
  })
  .get('/map', async (c) => c.json({ data: await readRedirectMap(c.var.db) }))
  .get('/automatic', editContent, listQuery, async (c) =>
    c.json(await listAutomatic(c.var.database, c.req.valid('query'))),
  )
  .get('/missing', editContent, listQuery, async (c) =>
    c.json(await listMissing(c.var.database, c.req.valid('query'))),
  )
  .get('/broken', editContent, listQuery, async (c) =>
    c.json(await listBroken(c.var.database, c.req.valid('query'))),
  )
  .post('/hits', jsonBody(redirectHitsSchema, bodyLimits.post), async (c) => {
    await recordHits(c.var.db, c.req.valid('json'))
    return c.body(null, 204)
  })
  .post('/', editContent, jsonBody(redirectInputSchema), async (c) => {
    const { db, database, siteUrl } = c.var
    const key = parseIdempotencyKey(c.req.header('idempotency-key'))
    const input = c.req.valid('json')
    let retargeted: string[] = []
    const id = await withWriteLockAs(c.var, (trx, account) =>
      runOnce(trx, `redirects:${account.id}`, key, fingerprintOf(input), async () => {
        const redirect = toNew(input, siteUrl)
        const retargets = await requireValid(trx, redirect)
        const [created = 0] = await insertRedirects(trx, account, [redirect])
        const object = toObject({ ...redirect, id: created })
        await recordActivity(trx, account, { kind: 'redirect.created', object })
        await retarget(trx, account, retargets)
        await recordRedirectChange(trx, database.dialect)
        retargeted = retargets.map(({ source }) => source)
        return String(created)
      }),
    )
    return sendRedirect(c, await getRedirect(db, id), retargeted, 201)
  })
  .post('/import', editContent, jsonBody(redirectImportSchema, bodyLimits.csv), async (c) => {
    const { database, siteUrl } = c.var
    const input = { ...c.req.valid('json'), siteUrl }
    const key = input.dryRun ? null : parseIdempotencyKey(c.req.header('idempotency-key'))
    const result = await withWriteLockAs(c.var, (trx, account) =>
      runOnce(trx, `redirect-imports:${account.id}`, key, fingerprintOf(input), async () =>
        JSON.stringify(await importRedirects(trx, database.dialect, account, input)),
      ),
    )
    return c.json(redirectImportResponseSchema.parse({ data: JSON.parse(result) }))
  })
  .put('/:id', editContent, jsonBody(redirectInputSchema), async (c) => {
    const { database, siteUrl } = c.var
    const redirect = toNew(c.req.valid('json'), siteUrl)
    const { row, retargeted } = await withWriteLockAs(c.var, async (trx, account) => {
      const [id, ifMatch] = [c.req.param('id'), c.req.header('if-match')]
      const current = await getRedirect(trx, id)
      if (isUpdatedBy(current, redirect, ifMatch)) return { row: current, retargeted: [] }
      const stored = await getRedirectForWrite(trx, id, ifMatch)
      if (isSame(stored, redirect)) return { row: stored, retargeted: [] }
      const retargets = await requireValid(trx, redirect, stored)
      await updateRedirects(trx, [{ ...redirect, id: stored.id }])
      await retarget(trx, account, retargets)
      const updated = await getRedirect(trx, id)
      const changes = changedFields(stored, redirect)
      await recordActivity(trx, account, { kind: 'redirect.changed', object: toObject(updated), changes })
      await recordRedirectChange(trx, database.dialect)
      return { row: updated, retargeted: retargets.map(({ source }) => source) }
    })
    return sendRedirect(c, row, retargeted)
  })
  .delete('/:id', editContent, async (c) => {
    const { database } = c.var
    const row = await withWriteLockAs(c.var, async (trx, account) => {
      const stored = await getRedirectForWrite(trx, c.req.param('id'), c.req.header('if-match'))
      await trx.deleteFrom('redirects').where('id', '=', stored.id).execute()
      await recordActivity(trx, account, { kind: 'redirect.deleted', object: toObject(stored) })
      await recordRedirectChange(trx, database.dialect)
      return stored
    })
    return c.json({ data: { id: String(row.id) } })
  })
