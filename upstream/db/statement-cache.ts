import type { SqliteStatement } from 'kysely'

const MAX_STATEMENTS = 200

/** Many statements take longer to prepare than to run. */
export class StatementCache {
  readonly #statements = new Map<string, SqliteStatement>()
  readonly #prepare: (text: string) => SqliteStatement

  constructor(prepare: (text: string) => SqliteStatement) {
    this.#prepare = prepare
  }

  get(text: string): SqliteStatement {
    const statement = this.#statements.get(text) ?? this.#prepare(text)
    if (this.#statements.size >= MAX_STATEMENTS) this.#statements.clear()
    this.#statements.set(text, statement)
    return statement
  }

  clear() {
    this.#statements.clear()
  }
}
