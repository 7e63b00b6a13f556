import { randomBytes } from 'node:crypto'
import { sql, type Selectable } from 'kysely'
import { v7 as uuid } from 'uuid'
import { ApiError } from '#contract/errors.ts'
import { previewPath, MAX_PREVIEWS, type Preview } from '#contract/previews.ts'
import { DAY_MS, toIso } from '#contract/time.ts'
import type { FreshAccount } from '../accounts/tokens.ts'
import { hashToken } from '../accounts/tokens.ts'
import type { Db, Trx } from '../db/open.ts'
import type { LockedTrx } from '../db/write-lock.ts'
import type { Tables } from '../db/tables.ts'

export type PreviewRow = Selectable<Tables['previews']>

export type PreviewOwner = { post_id: number } | { case_study_id: number }

const createPreviewToken = () => randomBytes(32).toString('hex')

export const previewUrl = (siteUrl: string, token: string) => `${siteUrl}${previewPath(token)}`

const previewNotFound = () => new ApiError('not_found', 'There is no such preview.')

const selectOf = (db: Db, owner: PreviewOwner) => {
  const previews = db.selectFrom('previews').where('expires_at', '>', Date.now())
  return 'post_id' in owner
    ? previews.where('post_id', '=', owner.post_id)
    : previews.where('case_study_id', '=', owner.case_study_id)
}

export async function insertPreview(
  trx: LockedTrx,
  account: FreshAccount,
  { owner, days, passwordHash }: { owner: PreviewOwner; days: number; passwordHash: string | null },
): Promise<string> {
  const { total } = await selectOf(trx, owner)
    .select(sql<number>`count(*)`.as('total'))
    .executeTakeFirstOrThrow()
  if (Number(total) >= MAX_PREVIEWS)
    throw new ApiError('conflict', `There are ${MAX_PREVIEWS} links already. Revoke one of them first.`)
  const id = uuid()
  const now = Date.now()
  await trx
    .insertInto('previews')
    .values({
      id,
      hash: hashToken(createPreviewToken()),
      post_id: null,
      case_study_id: null,
      ...owner,
      password_hash: passwordHash,
      created_by: account.id,
      created_at: now,
      expires_at: now + days * DAY_MS,
    })
    .execute()
  return id
}

export async function setToken(trx: Trx, id: string): Promise<string> {
  const token = createPreviewToken()
  await trx
    .updateTable('previews')
    .set({ hash: hashToken(token) })
    .where('id', '=', id)
    .execute()
  return token
}

export async function listPreviews(db: Db, owner: PreviewOwner): Promise<Preview[]> {
  const rows = await selectOf(db, owner)
    .leftJoin('accounts', 'accounts.id', 'previews.created_by')
    .leftJoin('authors', 'authors.id', 'accounts.author_id')
    .selectAll('previews')
    .select('authors.name')
    .orderBy('previews.created_at', 'desc')
    .orderBy('previews.id', 'desc')
    .execute()
  return rows.map((row) => ({
    id: row.id,
    createdBy: row.name,
    createdAt: toIso(row.created_at),
    expiresAt: toIso(row.expires_at),
    opened: row.opened,
    lastOpenedAt: row.last_opened_at === null ? null : toIso(row.last_opened_at),
    hasPassword: row.password_hash !== null,
  }))
}

export async function findPreview(db: Db, id: string): Promise<PreviewRow> {
  const preview = await db.selectFrom('previews').selectAll().where('id', '=', id).executeTakeFirst()
  if (!preview) throw previewNotFound()
  return preview
}

/** Compares only the hash, so that timing reveals nothing about a token. */
export async function findByToken(db: Db, token: string): Promise<PreviewRow> {
  const hash = hashToken(token)
  const preview = await db.selectFrom('previews').selectAll().where('hash', '=', hash).executeTakeFirst()
  if (!preview) throw previewNotFound()
  if (preview.expires_at <= Date.now()) throw previewGone()
  return preview
}

export const previewGone = () => new ApiError('gone', 'This preview has ended.')

export async function countOpening(db: Db, id: string): Promise<void> {
  await db
    .updateTable('previews')
    .set({ opened: sql`opened + 1`, last_opened_at: Date.now() })
    .where('id', '=', id)
    .execute()
}

export async function deleteExpiredPreviews(db: Db): Promise<void> {
  await db.deleteFrom('previews').where('expires_at', '<=', Date.now()).execute()
}
