import { randomUUID } from 'node:crypto'
import { open, rm, type FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import type { Selectable } from 'kysely'
import { ApiError } from '#contract/errors.ts'
import {
  IMPORTS_PER_PAGE,
  importOptionsSchema,
  type ImportListQuery,
  type ImportSummary,
} from '#contract/imports.ts'
import { bodyLimits } from '#contract/limits.ts'
import { DAY_MS } from '#contract/time.ts'
import { ensureDataDir } from '../db/data-dir.ts'
import type { DatabaseConfig, Db } from '../db/open.ts'
import type { Tables } from '../db/tables.ts'
import { readPage } from '../http/pages.ts'

export type ImportRow = Selectable<Tables['imports']>

const LIFETIME_MS = 7 * DAY_MS

const importNotFound = () => new ApiError('not_found', 'Import not found')

export const toSummary = (row: ImportRow): ImportSummary => ({
  id: row.id,
  name: row.name,
  bytes: row.bytes,
  createdAt: new Date(row.created_at).toISOString(),
  format: row.format,
  checked: row.checked_at !== null,
  begun: row.options !== null,
  finished: row.finished_at !== null,
})

export const parseOptions = (json: string) => importOptionsSchema.parse(JSON.parse(json))

export async function listImports(db: Db, { page, checked }: ImportListQuery) {
  const imports = db.selectFrom('imports')
  const { rows, ...totals } = await readPage(
    checked ? imports.where('checked_at', 'is not', null) : imports,
    (matching) => matching.selectAll().orderBy('created_at', 'desc').orderBy('id'),
    { page, limit: IMPORTS_PER_PAGE },
  )
  return { data: rows.map(toSummary), ...totals }
}

export const getImport = (db: Db, id: string): Promise<ImportRow> =>
  db.selectFrom('imports').selectAll().where('id', '=', id).executeTakeFirstOrThrow(importNotFound)

export async function createImport(
  db: Db,
  { name, bytes }: Pick<ImportRow, 'name' | 'bytes'>,
): Promise<string> {
  const id = randomUUID()
  await db.insertInto('imports').values({ id, name, bytes, created_at: Date.now(), format: null }).execute()
  return id
}

const partsOf = (bytes: number) => Math.ceil(bytes / bodyLimits.importPart)

/** Storing a part again replaces it, so that an interrupted upload can continue. */
export async function storePart(db: Db, row: ImportRow, number: number, bytes: Buffer): Promise<void> {
  if (row.checked_at !== null) throw new ApiError('conflict', 'This file has already been uploaded.')
  const parts = partsOf(row.bytes)
  const expected = number < parts - 1 ? bodyLimits.importPart : row.bytes - number * bodyLimits.importPart
  if (number >= parts || bytes.length !== expected)
    throw new ApiError('invalid', 'This part does not belong to the file. Please upload it again.')
  await db
    .insertInto('import_parts')
    .values({ import_id: row.id, number, bytes })
    .onConflict((conflict) => conflict.columns(['import_id', 'number']).doUpdateSet({ bytes }))
    .execute()
}

async function write(db: Db, row: ImportRow, handle: FileHandle) {
  for (let number = 0; number < partsOf(row.bytes); number += 1) {
    const part = await db
      .selectFrom('import_parts')
      .select('bytes')
      .where('import_id', '=', row.id)
      .where('number', '=', number)
      .executeTakeFirst()
    if (!part) throw new ApiError('conflict', 'The upload is incomplete. Please upload the file again.')
    // `write` stores only a part of the bytes, without an error, when the disk becomes full.
    await handle.appendFile(part.bytes)
  }
}

/** Runs `work` with the uploaded file, which is already unlinked, so that nothing is left when the process is killed. */
export async function withUpload<Result>(
  db: Db,
  { dataDir, logger }: DatabaseConfig,
  row: ImportRow,
  work: (handle: FileHandle) => Promise<Result>,
): Promise<Result> {
  ensureDataDir(dataDir, logger)
  const file = join(dataDir, `.import-${row.id}-${randomUUID()}`)
  const handle = await open(file, 'wx+', 0o600)
  try {
    await rm(file)
    await write(db, row, handle)
    return await work(handle)
  } finally {
    await handle.close()
  }
}

export const deleteImport = (db: Db, id: string) => db.deleteFrom('imports').where('id', '=', id).execute()

export async function deleteOldImports(db: Db): Promise<void> {
  await db
    .deleteFrom('imports')
    .where('created_at', '<', Date.now() - LIFETIME_MS)
    .execute()
}
