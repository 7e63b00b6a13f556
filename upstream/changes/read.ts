import { sql } from 'kysely'
import * as z from 'zod'
import type { Change, Changes } from '#contract/changes.ts'
import type { Db } from '../db/open.ts'

const MAX_CHANGES = 1000

const tagsSchema = z.array(z.string())

export async function latestChange(db: Db): Promise<number> {
  const { latest } = await db
    .selectFrom('changes')
    .select(sql<number>`coalesce(max(id), 0)`.as('latest'))
    .executeTakeFirstOrThrow()
  return latest
}

/** Incomplete when some changes were purged or the id is from another database. */
export async function changesSince(db: Db, since: number): Promise<Changes> {
  const newest = await latestChange(db)
  const rows = await db
    .selectFrom('changes')
    .select(['id', 'tags', 'removes', 'created_at'])
    .where('id', '>', since)
    .orderBy('id')
    .limit(MAX_CHANGES)
    .execute()
  const changes: Change[] = rows.map(({ id, tags, removes, created_at }) => ({
    id,
    tags: tagsSchema.parse(JSON.parse(tags)),
    removes: removes === 1,
    createdAt: created_at,
  }))
  const latest = Math.max(newest, changes.at(-1)?.id ?? 0)
  const complete = since === latest || changes[0]?.id === since + 1
  return { changes: complete ? changes : [], latest, complete }
}
