import { sql } from 'kysely'
import { toDay } from '#contract/calendar.ts'
import type { MissingPage, RedirectHits, RedirectListQuery } from '#contract/redirects.ts'
import { toAddress } from '#contract/slug-addresses.ts'
import { DAY_MS } from '#contract/time.ts'
import { lockWrites } from '../db/write-lock.ts'
import { dayPeriod } from '../analytics/periods.ts'
import type { Db, Trx } from '../db/open.ts'
import { readPage } from '../http/pages.ts'
import { findCurrent } from './former-slugs.ts'
import { contains, type Database } from './store.ts'

/** Limits for new addresses per day; those requested only by programs must not displace others. */
const LINKED_PER_DAY = 200
const OTHERS_PER_DAY = 100
const MAX_ADDRESSES = 5_000
const KEPT_DAYS = 30

/** Holds the global write lock for the whole batch, so that two nodes cannot deadlock. */
export async function recordHits(db: Db, { hits, automatic, missing }: RedirectHits): Promise<void> {
  if (hits.length + automatic.length + missing.length === 0) return
  const now = Date.now()
  await db.transaction().execute(async (trx) => {
    await lockWrites(trx)
    for (const { id, count } of hits)
      await trx
        .updateTable('redirects')
        .set({ hits: sql`hits + ${count}`, last_hit_at: now })
        .where('id', '=', Number(id))
        .execute()
    await recordAutomatic(trx, automatic, now)
    await recordMissing(trx, missing, now)
  })
}

const slugTables = {
  post: 'post_slugs',
  'case study': 'case_study_slugs',
  author: 'author_slugs',
  category: 'category_slugs',
  tag: 'tag_redirects',
} as const

async function recordAutomatic(trx: Trx, automatic: RedirectHits['automatic'], now: number) {
  const current = await findCurrent(trx, automatic)
  for (const { kind, slug, count } of automatic)
    if (current.has(toAddress({ kind, slug })))
      await trx
        .updateTable(slugTables[kind])
        .set({ hits: sql`hits + ${count}`, last_hit_at: now })
        .where('slug', '=', slug)
        .execute()
}

async function recordMissing(trx: Trx, missing: RedirectHits['missing'], now: number) {
  if (missing.length === 0) return
  const paths = missing.map(({ path }) => path)
  const stored = await trx.selectFrom('missing_addresses').select('path').where('path', 'in', paths).execute()
  const known = new Set(stored.map(({ path }) => path))
  const redirected = await trx.selectFrom('redirects').select('source').where('source', 'in', paths).execute()
  const excluded = new Set(redirected.map(({ source }) => source))
  const today = dayPeriod(toDay(now))
  const free = missing.every(({ path }) => known.has(path)) ? null : await countLeftToday(trx, today)
  for (const { path, referrer, linked, count } of missing) {
    if (known.has(path)) {
      await trx
        .updateTable('missing_addresses')
        .set({ hits: sql`hits + ${count}`, last_at: now, ...(referrer && { referrer }) })
        .where('path', '=', path)
        .execute()
      continue
    }
    const group = linked ? 'linked' : 'others'
    if (!free || free[group] <= 0 || excluded.has(path)) continue
    free[group] -= 1
    known.add(path)
    await trx
      .insertInto('missing_addresses')
      .values({ path, hits: count, referrer, linked: Number(linked), first_day: today, last_at: now })
      .execute()
  }
}

async function countLeftToday(trx: Trx, today: number) {
  const { total } = await trx
    .selectFrom('missing_addresses')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  const added = await trx
    .selectFrom('missing_addresses')
    .select(['linked', (eb) => eb.fn.countAll<number>().as('count')])
    .where('first_day', '=', today)
    .groupBy('linked')
    .execute()
  const addedOf = (linked: number) => added.find((row) => row.linked === linked)?.count ?? 0
  if (total >= MAX_ADDRESSES) return null
  return { linked: LINKED_PER_DAY - addedOf(1), others: OTHERS_PER_DAY - addedOf(0) }
}

export async function listMissing(
  { db, dialect }: Database,
  { search, page, limit }: RedirectListQuery,
): Promise<MissingPage> {
  const matching = db
    .selectFrom('missing_addresses')
    .$if(Boolean(search), (rows) => rows.where(contains(dialect, search ?? '', 'path', 'referrer')))
  const { rows, ...totals } = await readPage(
    matching,
    (all) => all.select(['path', 'hits', 'referrer', 'last_at']).orderBy('hits', 'desc').orderBy('path'),
    { page, limit },
  )
  const data = rows.map(({ last_at, ...row }) => ({ ...row, lastAt: new Date(last_at).toISOString() }))
  return { data, ...totals }
}

export async function deleteOldMissing(db: Db): Promise<void> {
  await db
    .deleteFrom('missing_addresses')
    .where('last_at', '<', Date.now() - KEPT_DAYS * DAY_MS)
    .execute()
}
