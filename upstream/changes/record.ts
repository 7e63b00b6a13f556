import { sql } from 'kysely'
import { pageTags, type Change } from '#contract/changes.ts'
import { DAY_MS } from '#contract/time.ts'
import type { DialectName, Trx } from '../db/open.ts'
import { lockWrites } from '../db/write-lock.ts'

const MAX_ROWS = 10_000
const MAX_AGE_MS = DAY_MS
const PURGE_INTERVAL = 100

export const CHANNEL = 'changes'

/** Runs in the transaction of the write; the write lock keeps ids consecutive and in commit order. */
export async function recordChange(
  trx: Trx,
  dialect: DialectName,
  { tags, removes }: Pick<Change, 'tags' | 'removes'>,
): Promise<void> {
  await lockWrites(trx)
  const { newest } = await trx
    .selectFrom('changes')
    .select(sql<number>`coalesce(max(id), 0)`.as('newest'))
    .executeTakeFirstOrThrow()
  const id = newest + 1
  const row = { tags: JSON.stringify([...new Set(tags)]), removes: Number(removes), created_at: Date.now() }
  await trx
    .insertInto('changes')
    .values({ id, ...row })
    .execute()
  if (id % PURGE_INTERVAL === 0) await purge(trx, id)
  if (dialect === 'postgres') await sql`select pg_notify(${CHANNEL}, '')`.execute(trx)
}

/** The newest row stays, because the next id follows from it. */
async function purge(trx: Trx, newest: number) {
  await trx
    .deleteFrom('changes')
    .where('id', '<', newest)
    .where((eb) => eb.or([eb('id', '<=', newest - MAX_ROWS), eb('created_at', '<', Date.now() - MAX_AGE_MS)]))
    .execute()
}

const isRedirected = async (trx: Trx, publicIds: string[]) =>
  (await trx
    .selectFrom('redirects')
    .innerJoin('posts', 'posts.id', 'redirects.post_id')
    .select('redirects.id')
    .where('posts.public_id', 'in', publicIds)
    .limit(1)
    .executeTakeFirst()) !== undefined

/** Runs when a document goes live, whose addresses were requested before. */
export const deleteMissingPaths = (trx: Trx, paths: string[]) =>
  trx.deleteFrom('missing_addresses').where('path', 'in', paths).execute()

interface PostState {
  publicId: string
  slug: string
  published: boolean
  tags: string[]
}

export async function recordPostChange(
  trx: Trx,
  dialect: DialectName,
  { before, after, slugs }: { before: PostState | null; after: PostState | null; slugs: string[] },
): Promise<void> {
  const states = [before, after].flatMap((state) => (state?.published ? [state] : []))
  if (states.length === 0) return
  const publicIds = states.map((state) => state.publicId)
  const tags: string[] = [
    pageTags.posts,
    ...[...publicIds, ...slugs].map(pageTags.post),
    ...states.flatMap((state) => state.tags).map(pageTags.related),
  ]
  const isMoved = before?.published !== after?.published || before?.slug !== after?.slug
  if (isMoved && (await isRedirected(trx, publicIds))) tags.push(pageTags.redirects)
  if (isMoved && after?.published)
    await deleteMissingPaths(
      trx,
      [after.publicId, ...slugs].map((ref) => `/blog/${ref}`),
    )
  const removes = before?.published === true && (!after?.published || after.slug !== before.slug)
  await recordChange(trx, dialect, { tags, removes })
}
