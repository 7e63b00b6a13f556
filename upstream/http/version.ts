import { isDeepStrictEqual } from 'node:util'
import { ApiError, type ErrorDetails } from '#contract/errors.ts'
import type { Db } from '../db/open.ts'

export const etagOf = (version: number) => `"v${version}"`

export function matchesVersion(ifMatch: string, version: number): boolean {
  const tags = ifMatch.split(',').map((tag) => tag.trim().replace(/^W\//, ''))
  return tags.includes('*') || tags.includes(etagOf(version))
}

export const outdated = (stored: NonNullable<ErrorDetails['stored']>, message: string) =>
  new ApiError('precondition_failed', message, { stored, headers: { etag: etagOf(stored.version) } })

export function requireVersion(version: number, ifMatch: string | undefined, message: string): void {
  if (!matchesVersion(ifMatch ?? '*', version)) throw outdated({ version }, message)
}

interface EditedRow {
  version: number
  updated_at: number
  updated_by: number | null
}

export function hasSameColumns<Row extends EditedRow>(stored: Row, columns: Partial<Row>): boolean {
  const { updated_at, updated_by, version } = stored
  return isDeepStrictEqual({ ...stored, ...columns, updated_at, updated_by, version }, { ...stored })
}

export async function outdatedDocument(db: Db, row: EditedRow, message: string): Promise<ApiError> {
  const editor = await db
    .selectFrom('authors')
    .select('name')
    .where('id', '=', row.updated_by)
    .executeTakeFirst()
  const updatedAt = new Date(row.updated_at).toISOString()
  return outdated({ version: row.version, updatedAt, updatedBy: editor?.name ?? null }, message)
}

/** For lists without a version: a client that does not send the previous order overwrites any. */
export function requireOrder(stored: string[], previous = stored): void {
  if (previous.join() !== stored.join())
    throw new ApiError('conflict', 'Someone else changed the order in the meantime. Check it and try again.')
}
