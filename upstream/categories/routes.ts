import { Hono, type Context } from 'hono'
import {
  categoryChangeSchema,
  categoryInputSchema,
  categoryOrderSchema,
  type Category,
} from '#contract/categories.ts'
import { ApiError } from '#contract/errors.ts'
import { parseRowId } from '#contract/lists.ts'
import { optionalAccount, requireAbility, withWriteLockAs } from '../accounts/authenticate.ts'
import { describeMove } from '../activity/describe-move.ts'
import { recordActivity, type ActivityEntry } from '../activity/record.ts'
import type { Db } from '../db/open.ts'
import { jsonBody } from '../http/body.ts'
import type { AppEnv } from '../http/env.ts'
import { fingerprintOf, parseIdempotencyKey, runOnce } from '../http/idempotency.ts'
import { totalsOfOnePage } from '../http/pages.ts'
import { etagOf, requireVersion } from '../http/version.ts'
import {
  deleteCategory,
  insertCategory,
  listCategories,
  orderCategories,
  toCategory,
  updateCategory,
  type CategoryRow,
} from './store.ts'

const editContent = requireAbility('editContent')

const sendCategory = (c: Context, row: CategoryRow, status: 200 | 201 = 200) =>
  c.json({ data: toCategory(row) }, status, { etag: etagOf(row.version) })

const sendList = (c: Context, data: Category[]) => c.json({ data, ...totalsOfOnePage(data.length) })

const toObject = ({ id, name }: CategoryRow): ActivityEntry['object'] => ({
  type: 'category',
  id: String(id),
  name,
})

async function getCategory(db: Db, id: string): Promise<CategoryRow> {
  const rows = db.selectFrom('categories').selectAll()
  const row = await rows.where('id', '=', parseRowId(id)).executeTakeFirst()
  if (!row) throw new ApiError('not_found', 'This category does not exist. It may have been deleted.')
  return row
}

async function getCategoryForWrite(db: Db, id: string, ifMatch?: string): Promise<CategoryRow> {
  const row = await getCategory(db, id)
  const message = 'This category was edited by someone else. Reload it to see the latest version.'
  requireVersion(row.version, ifMatch, message)
  return row
}

const changedFields = (before: CategoryRow, after: CategoryRow) =>
  Object.fromEntries(
    (['name', 'slug', 'description'] as const)
      .filter((field) => before[field] !== after[field])
      .map((field) => [field, { from: before[field], to: after[field] }]),
  )

export const categories = new Hono<AppEnv>()
  .get('/', optionalAccount, async (c) => {
    const rows = await listCategories(c.var.db)
    if (c.var.account) return sendList(c, rows.map(toCategory))
    const visible = rows.filter((row) => row.published_count > 0)
    return sendList(
      c,
      visible.map(({ slug, name, description, published_count: count }) => ({
        slug,
        name,
        description,
        count,
      })),
    )
  })
  .post('/', editContent, jsonBody(categoryInputSchema), async (c) => {
    const { db } = c.var
    const input = c.req.valid('json')
    const key = parseIdempotencyKey(c.req.header('idempotency-key'))
    const id = await withWriteLockAs(c.var, (trx, account) =>
      runOnce(trx, `categories:${account.id}`, key, fingerprintOf(input), async () => {
        const created = String(await insertCategory(trx, input))
        const object = toObject(await getCategory(trx, created))
        await recordActivity(trx, account, { kind: 'category.created', object })
        return created
      }),
    )
    return sendCategory(c, await getCategory(db, id), 201)
  })
  .put('/order', editContent, jsonBody(categoryOrderSchema), async (c) => {
    const { database } = c.var
    const rows = await withWriteLockAs(c.var, async (trx, account) => {
      const before = await listCategories(trx)
      await orderCategories(trx, database.dialect, c.req.valid('json'))
      const after = await listCategories(trx)
      const move = describeMove('category', before.map(toObject), after.map(toObject))
      if (move) await recordActivity(trx, account, { kind: 'category.reordered', ...move })
      return after
    })
    return sendList(c, rows.map(toCategory))
  })
  .put('/:id', editContent, jsonBody(categoryChangeSchema), async (c) => {
    const { database } = c.var
    const row = await withWriteLockAs(c.var, async (trx, account) => {
      const stored = await getCategoryForWrite(trx, c.req.param('id'), c.req.header('if-match'))
      await updateCategory(trx, database.dialect, stored, c.req.valid('json'))
      const updated = await getCategory(trx, c.req.param('id'))
      const changes = changedFields(stored, updated)
      await recordActivity(trx, account, { kind: 'category.changed', object: toObject(updated), changes })
      return updated
    })
    return sendCategory(c, row)
  })
  .delete('/:id', editContent, async (c) => {
    const { database } = c.var
    const row = await withWriteLockAs(c.var, async (trx, account) => {
      const stored = await getCategoryForWrite(trx, c.req.param('id'), c.req.header('if-match'))
      await deleteCategory(trx, database.dialect, stored)
      await recordActivity(trx, account, { kind: 'category.deleted', object: toObject(stored) })
      return stored
    })
    return c.json({ data: { id: String(row.id), posts: row.total_count } })
  })
