import { sql } from 'kysely'
import type { DialectName, Trx } from './open.ts'

/** Removes all tables and functions. On SQLite foreign keys must be off. */
export const dropSchema = (trx: Trx, dialect: DialectName) =>
  dialect === 'sqlite' ? dropSqlite(trx) : dropPostgres(trx)

async function dropSqlite(trx: Trx) {
  // Tables of a search index are dropped with their virtual table.
  for (const type of ['virtual', 'table']) {
    const { rows } = await sql<{ name: string }>`
      select name from pragma_table_list where schema = 'main' and type = ${type} and name not like 'sqlite~_%' escape '~'
    `.execute(trx)
    for (const { name } of rows) await sql`drop table ${sql.table(name)}`.execute(trx)
  }
}

async function dropPostgres(trx: Trx) {
  // Tables and functions of extensions are not dropped.
  const tables = await sql<{ name: string }>`
    select relname as name from pg_class
    where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p')
      and not exists (select from pg_depend where objid = pg_class.oid and deptype = 'e')
  `.execute(trx)
  for (const { name } of tables.rows) await sql`drop table ${sql.table(name)} cascade`.execute(trx)
  const routines = await sql<{ signature: string }>`
    select oid::regprocedure::text as signature from pg_proc
    where pronamespace = current_schema()::regnamespace
      and not exists (select from pg_depend where objid = pg_proc.oid and deptype = 'e')
  `.execute(trx)
  for (const { signature } of routines.rows) await sql`drop routine ${sql.raw(signature)}`.execute(trx)
}
