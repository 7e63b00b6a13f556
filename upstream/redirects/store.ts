import { sql, type Selectable } from 'kysely'
import { pageTags } from '#contract/changes.ts'
import type { Redirect, RedirectListQuery, RedirectMapEntry, RedirectPage } from '#contract/redirects.ts'
import { redirectInputSchema } from '#contract/redirects.ts'
import type { Account } from '../accounts/tokens.ts'
import { recordActivity, type ActivityEntry } from '../activity/record.ts'
import { recordChange } from '../changes/record.ts'
import type { Db, DialectName, Trx } from '../db/open.ts'
import type { Tables } from '../db/tables.ts'
import { nextId } from '../posts/counts.ts'
import { findExistingPages } from './existing-pages.ts'

export type RedirectRow = Selectable<Tables['redirects']>

const toIso = (time: number) => new Date(time).toISOString()

export const toRedirect = (row: RedirectRow): Redirect => ({
  id: String(row.id),
  from: row.source,
  to: row.target,
  status: row.status,
  hits: row.hits,
  lastHitAt: row.last_hit_at === null ? null : toIso(row.last_hit_at),
  createdBy: row.created_by,
  createdAt: toIso(row.created_at),
  version: row.version,
})

/** A pattern that matches text with this part; ASCII letters match in either case. */
export const likePart = (part: string) => `%${part.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`

export async function listRedirects(
  db: Db,
  { search, page, limit }: RedirectListQuery,
): Promise<RedirectPage> {
  const pattern = likePart(search ?? '')
  const matching = db
    .selectFrom('redirects')
    .$if(Boolean(search), (rows) =>
      rows.where(
        sql<boolean>`(lower(source) like ${pattern} escape '\\' or lower(target) like ${pattern} escape '\\')`,
      ),
    )
  const { total } = await matching
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  const rows = await matching
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .offset((page - 1) * limit)
    .execute()
  const pages = await findExistingPages(
    db,
    rows.map(({ source }) => source),
  )
  const data = rows.map((row) => ({ ...toRedirect(row), page: pages.get(row.source) ?? null }))
  return { data, total, totalPages: Math.ceil(total / limit) }
}

export const listAllRedirects = (db: Db) => db.selectFrom('redirects').selectAll().orderBy('source').execute()

const { status: statusSchema } = redirectInputSchema.shape

export async function readRedirectMap(db: Db): Promise<RedirectMapEntry[]> {
  const rows = await db.selectFrom('redirects').select(['id', 'source', 'target', 'status']).execute()
  return rows.map(({ id, source, target, status }) => ({
    id: String(id),
    from: source,
    to: target,
    status: statusSchema.parse(status),
  }))
}

/** Callers of the following functions must hold the write lock (see withWriteLock). */
export interface NewRedirect {
  source: string
  target: string
  status: number
}

const ROWS_PER_INSERT = 500

export async function insertRedirects(trx: Trx, account: Account, added: NewRedirect[]): Promise<number[]> {
  const now = Date.now()
  const rows: (NewRedirect & { id: number; created_by: string; created_at: number })[] = []
  for (const redirect of added)
    rows.push({ ...redirect, id: await nextId(trx), created_by: account.name, created_at: now })
  for (let at = 0; at < rows.length; at += ROWS_PER_INSERT) {
    const batch = rows.slice(at, at + ROWS_PER_INSERT)
    await trx.insertInto('redirects').values(batch).execute()
    await trx
      .deleteFrom('missing_addresses')
      .where(
        'path',
        'in',
        batch.map(({ source }) => source),
      )
      .execute()
  }
  return rows.map(({ id }) => id)
}

export async function updateRedirect(trx: Trx, id: number, change: NewRedirect): Promise<void> {
  await trx
    .updateTable('redirects')
    .set({ ...change, version: sql`version + 1` })
    .where('id', '=', id)
    .execute()
  await trx.deleteFrom('missing_addresses').where('path', '=', change.source).execute()
}

export async function retarget(
  trx: Trx,
  account: Account,
  retargets: { source: string; target: string }[],
): Promise<void> {
  for (const { source, target } of retargets) {
    const rows = trx.selectFrom('redirects').selectAll().where('source', '=', source)
    const before = await rows.executeTakeFirstOrThrow()
    await updateRedirect(trx, before.id, { source, target, status: before.status })
    const changes = { to: { from: before.target, to: target } }
    await recordActivity(trx, account, { kind: 'redirect.changed', object: toObject(before), changes })
  }
}

export const toObject = ({ id, source }: Pick<RedirectRow, 'id' | 'source'>): ActivityEntry['object'] => ({
  type: 'redirect',
  id: String(id),
  name: source,
})

export const recordRedirectChange = (trx: Trx, dialect: DialectName) =>
  recordChange(trx, dialect, { tags: [pageTags.redirects], removes: false })
