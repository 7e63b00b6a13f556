import type { Trx } from '../db/open.ts'
import { compress, MAX_DEPTH } from './codec.ts'
import { listChanges, listImages, parseDocument, readDocument, serialize } from './document.ts'
import { recordRevisionImages } from './images.ts'
import { findNewest, readText } from './texts.ts'
import { thinRevisions } from './thin.ts'

interface Written {
  authorId: number
  at: number
  restoredFrom?: number | undefined
}

interface StoredPost {
  id: number
  author_id: number
  updated_at: number
  updated_by: number | null
}

/** Callers of this file's functions must hold the write lock. A post without revisions is older than they are. */
export async function addFirstRevision(trx: Trx, stored: StoredPost): Promise<void> {
  if (await findNewest(trx, stored.id)) return
  await addRevision(trx, stored.id, {
    authorId: stored.updated_by ?? stored.author_id,
    at: stored.updated_at,
  })
}

/** A save that changes nothing adds none. */
export async function addRevision(
  trx: Trx,
  postId: number,
  { authorId, at, restoredFrom }: Written,
): Promise<void> {
  const newest = await findNewest(trx, postId)
  const before = newest && (await readText(trx, postId, newest.number))
  const document = await readDocument(trx, postId)
  const text = serialize(document)
  if (before?.equals(text)) return
  const number = (newest?.number ?? 0) + 1
  const isDelta = newest !== null && newest.depth < MAX_DEPTH
  const changed = listChanges(before && parseDocument(before), document)
  await trx
    .insertInto('post_revisions')
    .values({
      post_id: postId,
      number,
      created_at: at,
      author_id: authorId,
      name: null,
      published: Number(document.published),
      restored_from: restoredFrom ?? null,
      changed: JSON.stringify(changed),
      depth: isDelta ? newest.depth + 1 : 0,
      document: compress(text, isDelta ? before : null),
    })
    .execute()
  const written = { postId, number, previous: newest?.number ?? null }
  await recordRevisionImages(trx, written, await listImages(trx, document))
  await thinRevisions(trx, postId, at)
}
