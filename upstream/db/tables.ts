import type { ContentTables } from './tables/content.ts'
import type { PeopleTables } from './tables/people.ts'
import type { SystemTables } from './tables/system.ts'
import type { VisitorTables } from './tables/visitors.ts'

/** Times are epoch milliseconds and flags are 0 or 1, because both databases store integers exactly. */
export interface Tables extends ContentTables, PeopleTables, SystemTables, VisitorTables {}
