import { sql } from 'kysely'
import type { Logger } from 'pino'
import * as foundation from './migrations/0001-foundation.ts'
import * as lastEditor from './migrations/0002-last-editor.ts'
import * as viewDays from './migrations/0003-view-days.ts'
import * as outbox from './migrations/0004-outbox.ts'
import * as disabledAccounts from './migrations/0005-disabled-accounts.ts'
import * as readMessages from './migrations/0006-read-messages.ts'
import * as changes from './migrations/0007-changes.ts'
import * as mediaLastUsed from './migrations/0008-media-last-used.ts'
import * as searchCost from './migrations/0009-search-cost.ts'
import * as staffLists from './migrations/0010-staff-lists.ts'
import * as roles from './migrations/0011-roles.ts'
import * as people from './migrations/0012-people.ts'
import * as settings from './migrations/0013-settings.ts'
import * as caseStudies from './migrations/0014-case-studies.ts'
import * as tagsAndCategories from './migrations/0015-tags-and-categories.ts'
import * as figures from './migrations/0016-figures.ts'
import * as notifications from './migrations/0017-notifications.ts'
import * as profiles from './migrations/0018-profiles.ts'
import * as postBlocks from './migrations/0019-post-blocks.ts'
import * as distinctTagsAndAccountVersions from './migrations/0020-distinct-tags-and-account-versions.ts'
import * as archiveAndTrash from './migrations/0021-archive-and-trash.ts'
import * as postRevisions from './migrations/0022-post-revisions.ts'
import * as redirects from './migrations/0023-redirects.ts'
import * as imports from './migrations/0024-imports.ts'
import * as workingCopies from './migrations/0025-working-copies.ts'
import * as schedules from './migrations/0026-schedules.ts'
import * as mediaLibrary from './migrations/0027-media-library.ts'
import * as seo from './migrations/0028-seo.ts'
import * as previews from './migrations/0030-previews.ts'
import * as reviews from './migrations/0031-reviews.ts'
import * as notes from './migrations/0032-notes.ts'
import * as presence from './migrations/0033-presence.ts'
import * as workingCopyRevisions from './migrations/0034-working-copy-revisions.ts'
import * as growth from './migrations/0035-growth.ts'
import * as fetchedImages from './migrations/0036-fetched-images.ts'
import * as importAddresses from './migrations/0037-import-addresses.ts'
import * as editorMode from './migrations/0038-editor-mode.ts'
import * as formerSlugHits from './migrations/0039-former-slug-hits.ts'
import * as tagVersions from './migrations/0040-tag-versions.ts'
import * as largerSites from './migrations/0041-larger-sites.ts'
import * as messageSearch from './migrations/0042-message-search.ts'
import * as avifFiles from './migrations/0043-avif-files.ts'
import * as feedSlugs from './migrations/0044-feed-slugs.ts'
import * as tagAccents from './migrations/0045-tag-accents.ts'
import * as categorySlugs from './migrations/0046-category-slugs.ts'
import * as unspacedWords from './migrations/0047-unspaced-words.ts'
import * as categoryAccents from './migrations/0048-category-accents.ts'
import * as signsWithoutTags from './migrations/0049-signs-without-tags.ts'
import * as importChecks from './migrations/0050-import-checks.ts'
import * as textOfCode from './migrations/0051-text-of-code.ts'
import * as accountAddresses from './migrations/0052-account-addresses.ts'
import * as requestHashes from './migrations/0053-request-hashes.ts'
import * as unsubscribedAddresses from './migrations/0054-unsubscribed-addresses.ts'
import * as searchOfAddresses from './migrations/0055-search-of-addresses.ts'
import * as importAuthors from './migrations/0056-import-authors.ts'
import type { Db, DialectName, Trx } from './open.ts'

interface Migration {
  up(trx: Trx, dialect: DialectName): Promise<void>
}

/** Imported as modules, because the bundled server cannot read the folder. */
const migrations: Record<string, Migration> = {
  '0001-foundation': foundation,
  '0002-last-editor': lastEditor,
  '0003-view-days': viewDays,
  '0004-outbox': outbox,
  '0005-disabled-accounts': disabledAccounts,
  '0006-read-messages': readMessages,
  '0007-changes': changes,
  '0008-media-last-used': mediaLastUsed,
  '0009-search-cost': searchCost,
  '0010-staff-lists': staffLists,
  '0011-roles': roles,
  '0012-people': people,
  '0013-settings': settings,
  '0014-case-studies': caseStudies,
  '0015-tags-and-categories': tagsAndCategories,
  '0016-figures': figures,
  '0017-notifications': notifications,
  '0018-profiles': profiles,
  '0019-post-blocks': postBlocks,
  '0020-distinct-tags-and-account-versions': distinctTagsAndAccountVersions,
  '0021-archive-and-trash': archiveAndTrash,
  '0022-post-revisions': postRevisions,
  '0023-redirects': redirects,
  '0024-imports': imports,
  '0025-working-copies': workingCopies,
  '0026-schedules': schedules,
  '0027-media-library': mediaLibrary,
  '0028-seo': seo,
  '0030-previews': previews,
  '0031-reviews': reviews,
  '0032-notes': notes,
  '0033-presence': presence,
  '0034-working-copy-revisions': workingCopyRevisions,
  '0035-growth': growth,
  '0036-fetched-images': fetchedImages,
  '0037-import-addresses': importAddresses,
  '0038-editor-mode': editorMode,
  '0039-former-slug-hits': formerSlugHits,
  '0040-tag-versions': tagVersions,
  '0041-larger-sites': largerSites,
  '0042-message-search': messageSearch,
  '0043-avif-files': avifFiles,
  '0044-feed-slugs': feedSlugs,
  '0045-tag-accents': tagAccents,
  '0046-category-slugs': categorySlugs,
  '0047-unspaced-words': unspacedWords,
  '0048-category-accents': categoryAccents,
  '0049-signs-without-tags': signsWithoutTags,
  '0050-import-checks': importChecks,
  '0051-text-of-code': textOfCode,
  '0052-account-addresses': accountAddresses,
  '0053-request-hashes': requestHashes,
  '0054-unsubscribed-addresses': unsubscribedAddresses,
  '0055-search-of-addresses': searchOfAddresses,
  '0056-import-authors': importAuthors,
}

/** An arbitrary lock number for the migrations of this product. */
const ADVISORY_LOCK = 7_401_951

type Ledger = { schema_migrations: { name: string } }

const knownMigrations: readonly string[] = Object.keys(migrations)

/** Held until the transaction ends. On SQLite the transaction itself excludes other writers. */
export async function lockMigrations(trx: Trx, dialect: DialectName, logger: Logger): Promise<void> {
  if (dialect === 'sqlite') return
  const key = sql.lit(ADVISORY_LOCK)
  const { rows } = await sql<{ free: boolean }>`select pg_try_advisory_xact_lock(${key}) as free`.execute(trx)
  if (rows[0]?.free) return
  logger.info('Waiting for another process that prepares the database')
  await sql`select pg_advisory_xact_lock(${key})`.execute(trx)
}

/** A database in another encoding rejects messages of visitors whose characters it lacks. */
export async function requireUtf8(trx: Trx, dialect: DialectName): Promise<void> {
  if (dialect === 'sqlite') return
  const { rows } = await sql<{ encoding: string }>`
    select current_setting('server_encoding') as encoding`.execute(trx)
  const { encoding = '' } = rows[0] ?? {}
  if (encoding === 'UTF8') return
  throw new Error(`The database at DATABASE_URL has the encoding ${encoding}: create it with UTF8.`)
}

export async function migrateIn(trx: Trx, dialect: DialectName, wanted = knownMigrations): Promise<void> {
  await sql`create table if not exists schema_migrations (name text primary key)`.execute(trx)
  const ledger = trx.withTables<Ledger>()
  const applied = await migrationNames(trx)
  rejectNewer(applied)
  for (const [name, migration] of Object.entries(migrations)) {
    if (applied.includes(name) || !wanted.includes(name)) continue
    await migration.up(trx, dialect)
    await ledger.insertInto('schema_migrations').values({ name }).execute()
  }
}

async function migrationNames(db: Db): Promise<string[]> {
  const rows = await db
    .withTables<Ledger>()
    .selectFrom('schema_migrations')
    .select('name')
    .orderBy('name')
    .execute()
  return rows.map((row) => row.name)
}

export const unknownMigration = (applied: string[]): string | undefined =>
  applied.find((name) => !knownMigrations.includes(name))

export function rejectNewer(applied: string[]): void {
  const newer = unknownMigration(applied)
  if (newer === undefined) return
  throw new Error(
    `The database was migrated by a newer version of the site (${newer}). Start that version, or go back to this one with \`npm run rollback\` (release: \`halyard rollback\`).`,
  )
}

export const missingMigration = (applied: string[]): string | undefined =>
  knownMigrations.find((name) => !applied.includes(name))

export async function isMigrated(db: Db): Promise<boolean> {
  const applied = new Set(await migrationNames(db))
  return knownMigrations.every((name) => applied.has(name))
}

export async function appliedMigrations(db: Db): Promise<string[] | null> {
  const tables = await db.introspection.getTables()
  return tables.some((table) => table.name === 'schema_migrations') ? migrationNames(db) : null
}
