import { setImmediate } from 'node:timers/promises'
import { listLinks } from '#contract/markdown-scan.ts'
import { listReferences } from '#contract/post-checks.ts'
import { LINK_CHECK_POSTS, type BrokenPage, type RedirectListQuery } from '#contract/redirects.ts'
import type { Db, Trx } from '../db/open.ts'
import { lockWrites } from '../db/write-lock.ts'
import { readPage } from '../http/pages.ts'
import { findBrokenPaths } from '../post-checks/references.ts'
import { contains, type Database } from './store.ts'

const BATCH = 10
const ROW_ID = 1

interface Cursor {
  lastPostId: number
}

async function readCursor(db: Db): Promise<Cursor> {
  const row = await db
    .selectFrom('link_checks')
    .select('last_post_id')
    .where('id', '=', ROW_ID)
    .executeTakeFirst()
  return { lastPostId: row?.last_post_id ?? 0 }
}

const storeCursor = (trx: Trx, last_post_id: number) =>
  trx
    .insertInto('link_checks')
    .values({ id: ROW_ID, last_post_id })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ last_post_id }))
    .execute()

const listPosts = (db: Db, after: number) =>
  db
    .selectFrom('posts')
    .innerJoin('post_contents', 'post_contents.post_id', 'posts.id')
    .select(['posts.id', 'content'])
    .where('posts.published', '=', 1)
    .where('posts.id', '>', after)
    .orderBy('posts.id')
    .limit(BATCH)
    .execute()

/** A link keeps the time when it was first found. */
async function storeBroken(trx: Trx, postIds: number[], broken: { post_id: number; path: string }[]) {
  const stored = await trx
    .selectFrom('broken_links')
    .select(['post_id', 'path', 'found_at'])
    .where('post_id', 'in', postIds)
    .execute()
  const since = new Map(stored.map(({ post_id, path, found_at }) => [`${post_id} ${path}`, found_at]))
  await trx.deleteFrom('broken_links').where('post_id', 'in', postIds).execute()
  const rows = broken.map((link) => ({
    ...link,
    found_at: since.get(`${link.post_id} ${link.path}`) ?? Date.now(),
  }))
  if (rows.length > 0) await trx.insertInto('broken_links').values(rows).execute()
}

/** Returns the id of the last post, or null when there is none left. */
async function checkBatch(db: Db, after: number, siteUrl: string): Promise<number | null> {
  const posts = await listPosts(db, after)
  const last = posts.at(-1)?.id
  if (last === undefined) return null
  const links = posts.flatMap(({ id, content }) =>
    listReferences(null, { links: listLinks(content), pictures: [] }, siteUrl).paths.map((path) => ({
      post_id: id,
      path,
    })),
  )
  const missing = new Set(await findBrokenPaths(db, [...new Set(links.map(({ path }) => path))]))
  await db.transaction().execute(async (trx) => {
    await lockWrites(trx)
    // Links of a post that was deleted meanwhile are dropped.
    const ids = posts.map(({ id }) => id)
    const kept = await trx.selectFrom('posts').select('id').where('id', 'in', ids).execute()
    const present = new Set(kept.map(({ id }) => id))
    const broken = links.filter(({ post_id, path }) => missing.has(path) && present.has(post_id))
    await storeBroken(trx, ids, broken)
    await storeCursor(trx, last)
  })
  return last
}

export async function checkLinks(db: Db, siteUrl: string, isStopped = () => false): Promise<void> {
  let { lastPostId } = await readCursor(db)
  for (let checked = 0; checked < LINK_CHECK_POSTS && !isStopped(); checked += BATCH) {
    const last = await checkBatch(db, lastPostId, siteUrl)
    if (last === null) {
      await db.transaction().execute((trx) => storeCursor(trx, 0))
      break
    }
    lastPostId = last
    await setImmediate()
  }
}

export async function listBroken(
  { db, dialect }: Database,
  { search, page, limit }: RedirectListQuery,
): Promise<BrokenPage> {
  const matching = db
    .selectFrom('broken_links')
    .innerJoin('posts', 'posts.id', 'broken_links.post_id')
    .where('posts.published', '=', 1)
    .$if(Boolean(search), (rows) => rows.where(contains(dialect, search ?? '', 'path', 'title')))
  const { rows, ...totals } = await readPage(
    matching,
    (all) =>
      all
        .select(['public_id', 'title', 'path', 'found_at'])
        .orderBy('found_at', 'desc')
        .orderBy('post_id')
        .orderBy('path'),
    { page, limit },
  )
  const data = rows.map(({ public_id, title, path, found_at }) => ({
    post: { id: public_id, title },
    path,
    foundAt: new Date(found_at).toISOString(),
  }))
  return { data, ...totals }
}
