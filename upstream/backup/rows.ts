import { hash } from 'node:crypto'
import { CompiledQuery, sql } from 'kysely'
import type { Db, Trx } from '../db/open.ts'
import { WriteBehind } from '../db/write-behind.ts'
import type { Table } from './tables.ts'

type Value = string | number | Buffer | null
type Row = Record<string, Value>

export interface Contents {
  table: string
  rows: number
  sha256: string
}

/** Images and articles are large, so only a few of them are read at a time. */
const ROWS_AT_ONCE = 100
const ROWS_WITH_BYTES_AT_ONCE = 8

const names = (columns: string[]) => sql.join(columns.map((column) => sql.ref(column)))
const values = (row: Row, columns: string[]) => sql.join(columns.map((column) => row[column] ?? null))

/** Reads the next batch while the caller works on the last one. */
async function* readBatches(db: Db, { name, columns, key, hasBytes }: Table): AsyncGenerator<Row[]> {
  const limit = sql.lit(hasBytes ? ROWS_WITH_BYTES_AT_ONCE : ROWS_AT_ONCE)
  const readAfter = async (last?: Row): Promise<Row[]> => {
    const after = last ? sql`where (${names(key)}) > (${values(last, key)})` : sql``
    const { rows } = await sql<Row>`
      select ${names(columns)} from ${sql.table(name)} ${after} order by ${names(key)} limit ${limit}`.execute(
      db,
    )
    return rows
  }
  for (let next = readAfter(); ;) {
    const rows = await next
    if (rows.length === 0) return
    next = readAfter(rows.at(-1))
    // Thrown when the batch is awaited.
    next.catch(() => {})
    yield rows
  }
}

function insertInto(db: Db, { name, columns }: Table) {
  const texts = new Map<number, string>()
  const compile = (count: number) => {
    const row = sql`(${sql.join(columns.map(() => null))})`
    return sql`insert into ${sql.table(name)} (${names(columns)}) values ${sql.join(Array(count).fill(row))}`.compile(
      db,
    ).sql
  }
  return async (rows: Row[]) => {
    const text = texts.get(rows.length) ?? compile(rows.length)
    texts.set(rows.length, text)
    const parameters = rows.flatMap((row) => columns.map((column) => row[column] ?? null))
    await db.executeQuery(CompiledQuery.raw(text, parameters))
  }
}

const sha256 = (data: string | Buffer) => hash('sha256', data, 'buffer')

/** Ignores the order of rows, because the databases sort text differently. */
class Digest {
  rows = 0
  readonly #sum = Buffer.alloc(32)

  add(row: Row, columns: string[]) {
    this.rows += 1
    const plain = columns.map((column) => {
      const value = row[column] ?? null
      return Buffer.isBuffer(value) ? { bytes: sha256(value).toString('hex') } : value
    })
    const rowHash = sha256(JSON.stringify(plain))
    for (let at = 0; at < this.#sum.length; at += 4)
      this.#sum.writeInt32LE(this.#sum.readInt32LE(at) ^ rowHash.readInt32LE(at), at)
  }

  toContents(table: string): Contents {
    return { table, rows: this.rows, sha256: this.#sum.toString('hex') }
  }
}

export async function readContents(db: Db, tables: Table[]): Promise<Contents[]> {
  const contents: Contents[] = []
  for (const table of tables) {
    const digest = new Digest()
    for await (const rows of readBatches(db, table)) for (const row of rows) digest.add(row, table.columns)
    contents.push(digest.toContents(table.name))
  }
  return contents
}

export async function replaceRows(from: Db, to: Trx, tables: Table[]): Promise<Contents[]> {
  for (const { name } of tables.toReversed()) await sql`delete from ${sql.table(name)}`.execute(to)
  const contents: Contents[] = []
  const writes = new WriteBehind()
  for (const table of tables) {
    const digest = new Digest()
    const insert = insertInto(to, table)
    for await (const rows of readBatches(from, table)) {
      for (const row of rows) digest.add(row, table.columns)
      await writes.start(() => insert(rows))
    }
    contents.push(digest.toContents(table.name))
  }
  await writes.end()
  return contents
}

const nouns = {
  posts: 'posts',
  media: 'images',
  contact_messages: 'messages',
  subscribers: 'subscribers',
  accounts: 'accounts',
}

export function formatContents(contents: Contents[]): string {
  const counts = Object.entries(nouns).map(
    ([table, noun]) => `${noun}: ${contents.find((each) => each.table === table)?.rows ?? 0}`,
  )
  return counts.join(', ')
}
