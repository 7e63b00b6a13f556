import { createMessageSearch, numberMessages } from '../../messages/search-index.ts'
import type { DialectName, Trx } from '../open.ts'
import { mergePairs } from '../search-merge.ts'

export async function up(trx: Trx, dialect: DialectName): Promise<void> {
  await createMessageSearch(trx, dialect)
  if (dialect === 'sqlite')
    for (const table of ['post_search', 'message_search'] as const) await mergePairs(trx, table)
  await numberMessages(trx)
}
