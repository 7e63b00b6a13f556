import { recordPostChange } from '../changes/record.ts'
import type { DialectName } from '../db/open.ts'
import type { LockedTrx } from '../db/write-lock.ts'
import { indexPosts, unindexPost } from '../db/search-index.ts'
import { deleteUnusedImages, releaseImages } from '../media/images.ts'
import { recordRedirectsOf } from '../redirects/of-post.ts'
import { updateCounts } from './counts.ts'
import { toIndexedPost } from './reindex.ts'
import { listSlugs } from './slugs.ts'
import { deletePostTags, getContent, getTags, setTags, toCounted, toState, type PostRow } from './stored.ts'
import { deleteUnusedTags, updateLastUse } from './tags.ts'

export async function deletePost(trx: LockedTrx, dialect: DialectName, stored: PostRow): Promise<void> {
  if (stored.removed === 0) await unlistPost(trx, dialect, stored)
  await recordRedirectsOf(trx, dialect, stored.id)
  await releaseImages(trx, stored.id)
  await trx.deleteFrom('posts').where('id', '=', stored.id).execute()
  await deleteUnusedTags(trx)
  await deleteUnusedImages(trx)
}

/** Removes a post from lists, counts, search and public pages; callers delete tags without posts. */
export async function unlistPost(trx: LockedTrx, dialect: DialectName, stored: PostRow) {
  const tags = await getTags(trx, stored.id)
  const slugs = await listSlugs(trx, stored.id)
  await recordPostChange(trx, dialect, { before: toState(stored, tags), after: null, slugs })
  await updateCounts(trx, toCounted(stored, tags), -1)
  await updateLastUse(trx, await deletePostTags(trx, stored.id))
  await unindexPost(trx, dialect, stored.id)
  return tags
}

export async function relistPost(
  trx: LockedTrx,
  dialect: DialectName,
  stored: PostRow,
  names: string[],
): Promise<void> {
  const { id, title, excerpt } = stored
  await setTags(trx, stored, names)
  const tags = await getTags(trx, id)
  await updateCounts(trx, toCounted(stored, tags), 1)
  const content = await getContent(trx, id)
  const published = stored.published === 1
  await indexPosts(trx, dialect, [toIndexedPost({ id, published, title, excerpt, content, tags: names })])
  const slugs = await listSlugs(trx, id)
  await recordPostChange(trx, dialect, { before: null, after: toState(stored, tags), slugs })
}
