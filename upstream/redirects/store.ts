import { sql, type RawBuilder, type Selectable } from 'kysely'
import { pageTags } from '#contract/changes.ts'
import type { Redirect, RedirectListQuery, RedirectMapEntry, RedirectPage } from '#contract/redirects.ts'
import { redirectInputSchema } from '#contract/redirects.ts'
import { toIso } from '#contract/time.ts'
import type { Account, FreshAccount } from '../accounts/tokens.ts'
import { recordActivity, type ActivityEntry } from '../activity/record.ts'
import { recordChange } from '../changes/record.ts'
import { batchesOf, likePart } from '../db/parameters.ts'
import type { Db, DialectName, OpenDatabase, Trx } from '../db/open.ts'
import type { Tables } from '../db/tables.ts'
import { nextIds, type LockedTrx } from '../db/write-lock.ts'
import { readPage } from '../http/pages.ts'
import { findExistingPages } from './existing-pages.ts'
import { findMoved, findSpelled } from './former-slugs.ts'

export type Database = Pick<OpenDatabase, 'db' | 'dialect'>

export type RedirectRow = Selectable<Tables['redirects']>

export const toRedirect = (row: RedirectRow): Redirect => ({
  id: String(row.id),
  from: row.source,
  to: row.target,
  status: row.status,
  hits: row.hits,
  lastHitAt: toIso(row.last_hit_at),
  createdBy: row.created_by,
  createdAt: new Date(row.created_at).toISOString(),
  version: row.version,
})

/** The forms of a letter that are one character. Greek has two small sigmas. */
function formsOf(letter: string): string[] {
  const upper = letter.toUpperCase()
  const forms = [letter, letter.toLowerCase(), upper, upper.toLowerCase(), ...(upper === 'Σ' ? ['ς'] : [])]
  return [...new Set(forms)].filter((form) => [...form].length === 1)
}

/** Matches letters by their forms, because `lower` may know only ASCII letters, or others than JavaScript. */
function toPattern(dialect: DialectName, part: string): string {
  const escape = (sign: string) =>
    dialect === 'sqlite' ? sign.replace(/[*?[]/, '[$&]') : sign.replace(/[^0-9]/, '\\$&')
  const characters = [...part].map((character) =>
    character > '\x7f' || /[a-z]/i.test(character) ? `[${formsOf(character).join('')}]` : escape(character),
  )
  return dialect === 'sqlite' ? `*${characters.join('')}*` : characters.join('')
}

/** ASCII letters have two forms in SQLite's `like` and in the C collation, and comparing strings is faster. */
const containsAscii = (dialect: DialectName, part: string, column: string) =>
  dialect === 'sqlite'
    ? sql`${sql.ref(column)} like ${likePart(part)} escape '\\'`
    : sql`lower(${sql.ref(column)} collate "C") like ${likePart(part)} escape '\\'`

/** Whether a column contains this part in any case, with accents as one or as two characters. */
export function contains(dialect: DialectName, part: string, ...columns: string[]): RawBuilder<boolean> {
  if (/^\p{ASCII}*$/u.test(part)) {
    const conditions = columns.map((column) => containsAscii(dialect, part, column))
    return sql<boolean>`(${sql.join(conditions, sql` or `)})`
  }
  const patterns = [...new Set([part.normalize('NFC'), part.normalize('NFD')])]
  const matches = sql.raw(dialect === 'sqlite' ? 'glob' : '~')
  const conditions = columns.flatMap((column) =>
    patterns.map((pattern) => sql`${sql.ref(column)} ${matches} ${toPattern(dialect, pattern)}`),
  )
  return sql<boolean>`(${sql.join(conditions, sql` or `)})`
}

/** A former address redirects to its post while the post is public, or was before it was removed. */
export const isInEffect = sql<boolean>`(redirects.post_id is null or exists (select 1 from posts
  where posts.id = redirects.post_id
    and (posts.published = 1 or (posts.removed = 1 and posts.published_at is not null))))`

const findRedirects = ({ db, dialect }: Database, { id, search }: Pick<RedirectListQuery, 'id' | 'search'>) =>
  db
    .selectFrom('redirects')
    .$if(id !== undefined, (rows) => rows.where('id', '=', Number(id)))
    .$if(Boolean(search), (rows) => rows.where(contains(dialect, search ?? '', 'source', 'target')))

export async function listRedirects(
  database: Database,
  { page, limit, ...query }: RedirectListQuery,
): Promise<RedirectPage> {
  const { db } = database
  const { rows, ...totals } = await readPage(
    findRedirects(database, query),
    (all) =>
      all.selectAll().select(isInEffect.as('in_effect')).orderBy('created_at', 'desc').orderBy('id', 'desc'),
    { page, limit },
  )
  const pages = await findExistingPages(
    db,
    rows.map(({ source }) => source),
  )
  const moved = await findMoved(db, rows.map(toTarget))
  const data = rows.map((row) => ({
    ...toRedirect(row),
    page: pages.get(row.source) ?? null,
    waiting: !row.in_effect,
    leadsTo: moved.get(row.target)?.target,
  }))
  return { data, ...totals }
}

export const listMatchingRedirects = (database: Database, search: string | undefined) =>
  findRedirects(database, { search }).selectAll().orderBy('source').execute()

const toTarget = ({ target }: { target: string }) => target

export const listAllRedirects = (db: Db) => db.selectFrom('redirects').selectAll().orderBy('source').execute()

const { status: statusSchema } = redirectInputSchema.shape

export async function readRedirectMap(db: Db): Promise<RedirectMapEntry[]> {
  const rows = await db
    .selectFrom('redirects')
    .select(['id', 'source', 'target', 'status'])
    .where(isInEffect)
    .execute()
  const targets = rows.map(toTarget)
  const moved = await findMoved(db, targets)
  const spelled = await findSpelled(db, targets)
  return rows.map(({ id, source, target, status }) => ({
    id: String(id),
    from: source,
    to: (moved.get(target) ?? spelled.get(target))?.target ?? target,
    status: statusSchema.parse(status),
  }))
}

export interface NewRedirect {
  source: string
  target: string
  status: number
  post_id?: number | null
}

const deleteMissing = (trx: LockedTrx, written: { source: string }[]) =>
  trx
    .deleteFrom('missing_addresses')
    .where(
      'path',
      'in',
      written.map(({ source }) => source),
    )
    .execute()

export async function insertRedirects(
  trx: LockedTrx,
  { name }: Pick<Account, 'name'>,
  added: NewRedirect[],
): Promise<number[]> {
  if (added.length === 0) return []
  const first = await nextIds(trx, added.length)
  const created = { created_by: name, created_at: Date.now() }
  const rows = added.map((redirect, index) => ({ ...redirect, ...created, id: first + index }))
  for (const batch of batchesOf(rows)) {
    await trx.insertInto('redirects').values(batch).execute()
    await deleteMissing(trx, batch)
  }
  return rows.map(({ id }) => id)
}

export async function updateRedirects(
  trx: LockedTrx,
  changes: (Omit<NewRedirect, 'post_id'> & { id: number })[],
): Promise<void> {
  for (const batch of batchesOf(changes)) {
    const rows = batch.map(
      ({ id, source, target, status }) =>
        sql`(cast(${id} as integer), cast(${source} as text), cast(${target} as text), cast(${status} as integer))`,
    )
    await sql`with changed (id, source, target, status) as (values ${sql.join(rows)})
      update redirects set source = changed.source, target = changed.target, status = changed.status, version = version + 1,
        post_id = case when redirects.target = changed.target then post_id else null end
      from changed where redirects.id = changed.id`.execute(trx)
    await deleteMissing(trx, batch)
  }
}

export async function retarget(
  trx: LockedTrx,
  account: FreshAccount,
  retargets: { source: string; target: string }[],
): Promise<void> {
  for (const { source, target } of retargets) {
    const rows = trx.selectFrom('redirects').selectAll().where('source', '=', source)
    const before = await rows.executeTakeFirstOrThrow()
    await updateRedirects(trx, [{ id: before.id, source, target, status: before.status }])
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
