import type { Selectable } from 'kysely'
import type { Db } from '../db/open.ts'
import type { Tables } from '../db/tables.ts'
import { decompress } from './codec.ts'

export type RevisionRow = Omit<
  Selectable<Tables['post_revisions']>,
  'post_id' | 'published' | 'restored_from' | 'changed' | 'document'
>

/** `ofPost` excludes revisions that were only working copies. */
export async function findNewest(
  db: Db,
  postId: number,
  { below, ofPost = false }: { below?: number; ofPost?: boolean } = {},
): Promise<RevisionRow | null> {
  let revisions = db
    .selectFrom('post_revisions')
    .select(['number', 'depth', 'created_at', 'author_id', 'name', 'working_copy', 'automatic'])
    .where('post_id', '=', postId)
  if (below !== undefined) revisions = revisions.where('number', '<', below)
  if (ofPost) revisions = revisions.where('working_copy', '=', 0)
  return (await revisions.orderBy('number', 'desc').limit(1).executeTakeFirst()) ?? null
}

/** A published revision is compared with the previous published one, ignoring working copies in between. */
export const findPrevious = (
  db: Db,
  postId: number,
  { number, working_copy }: Pick<RevisionRow, 'number' | 'working_copy'>,
): Promise<RevisionRow | null> => findNewest(db, postId, { below: number, ofPost: working_copy === 0 })

/** Returns null for an unknown revision; reads at most MAX_DEPTH revisions before it. */
export async function readText(db: Db, postId: number, number: number): Promise<Buffer | null> {
  const rows = await db
    .selectFrom('post_revisions')
    .select(['number', 'document'])
    .where('post_id', '=', postId)
    .where('number', '<=', number)
    .where('number', '>=', (eb) =>
      eb
        .selectFrom('post_revisions')
        .select((max) => max.fn.max('number').as('start'))
        .where('post_id', '=', postId)
        .where('number', '<=', number)
        .where('depth', '=', 0),
    )
    .orderBy('number')
    .execute()
  if (rows.at(-1)?.number !== number) return null
  return rows.reduce<Buffer | null>((before, { document }) => decompress(document, before), null)
}

export const readTextOf = async (db: Db, postId: number, row: RevisionRow | null): Promise<Buffer | null> =>
  row && readText(db, postId, row.number)
