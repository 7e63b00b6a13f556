import type { Trx } from '../db/open.ts'
import type { LockedTrx } from '../db/write-lock.ts'
import { compress, MAX_DEPTH } from './codec.ts'
import {
  listChanges,
  listImages,
  parseDocument,
  readDocument,
  serialize,
  type RevisionDocument,
} from './document.ts'
import { recordRevisionImages, withdrawRevisionImages } from './images.ts'
import { findNewest, findPrevious, readTextOf, type RevisionRow } from './texts.ts'
import { pruneRevisions } from './prune.ts'

/** Autosaves within this time are combined into one revision. */
const AUTOMATIC_MS = 60_000

interface Written {
  authorId: number
  at: number
  restoredFrom?: number | undefined
  alsoChanged?: string[]
}

interface WrittenCopy extends Written {
  automatic: boolean
  continues?: boolean
}

interface StoredPost {
  id: number
  author_id: number
  updated_at: number
  updated_by: number | null
}

/** Posts from before revisions existed have none. */
export async function addFirstRevision(trx: LockedTrx, stored: StoredPost): Promise<void> {
  if (await findNewest(trx, stored.id)) return
  await addRevision(trx, stored.id, {
    authorId: stored.updated_by ?? stored.author_id,
    at: stored.updated_at,
  })
}

const isReplaceable = (newest: RevisionRow | null, authorId: number): newest is RevisionRow =>
  newest !== null && newest.automatic === 1 && newest.name === null && newest.author_id === authorId

/** A save without changes adds no revision; publishing replaces an automatic revision of the same author. */
export async function addRevision(trx: LockedTrx, postId: number, written: Written): Promise<void> {
  const document = await readDocument(trx, postId)
  const before = await readTextOf(trx, postId, await findNewest(trx, postId, { ofPost: true }))
  const { alsoChanged = [] } = written
  if (before?.equals(serialize(document)) && alsoChanged.length === 0) return
  const newest = await findNewest(trx, postId)
  const replaced = isReplaceable(newest, written.authorId) ? newest : null
  const text = await readTextOf(trx, postId, replaced)
  const isPublished =
    text && listChanges(parseDocument(text), document).every((field) => field === 'published')
  await write(trx, postId, document, {
    ...written,
    working_copy: 0,
    automatic: 0,
    replaced: isPublished ? replaced : null,
  })
}

export async function addCopyRevision(
  trx: LockedTrx,
  postId: number,
  document: RevisionDocument,
  { automatic, continues = false, ...written }: WrittenCopy,
): Promise<void> {
  const newest = await findNewest(trx, postId)
  const before = await readTextOf(trx, postId, newest)
  if (newest && before?.equals(serialize(document))) {
    if (newest.automatic === 1 && !automatic) await makeExplicit(trx, postId, newest, written)
    return
  }
  const isSame = automatic && continues && isReplaceable(newest, written.authorId)
  const replaced = isSame && written.at - newest.created_at < AUTOMATIC_MS ? newest : null
  const at = replaced?.created_at ?? written.at
  const marks = { working_copy: 1, automatic: Number(automatic) }
  await write(trx, postId, document, { ...written, ...marks, at, replaced })
}

async function makeExplicit(trx: Trx, postId: number, { number }: RevisionRow, written: Written) {
  const { authorId: author_id, at: created_at, restoredFrom: restored_from = null } = written
  await trx
    .updateTable('post_revisions')
    .set({ automatic: 0, author_id, created_at, restored_from })
    .where('post_id', '=', postId)
    .where('number', '=', number)
    .execute()
}

interface NewRevision extends Written, Pick<RevisionRow, 'working_copy' | 'automatic'> {
  /** Only the newest revision, because no other depends on it. */
  replaced: RevisionRow | null
}

async function write(
  trx: Trx,
  postId: number,
  document: RevisionDocument,
  { authorId, at, restoredFrom, alsoChanged = [], working_copy, automatic, replaced }: NewRevision,
) {
  const last = await findNewest(trx, postId, replaced ? { below: replaced.number } : {})
  const number = replaced?.number ?? (last?.number ?? 0) + 1
  const depth = replaced?.depth ?? (last && last.depth < MAX_DEPTH ? last.depth + 1 : 0)
  const dictionary = await readTextOf(trx, postId, depth > 0 ? last : null)
  const before = await readTextOf(trx, postId, await findPrevious(trx, postId, { number, working_copy }))
  const changed = [...listChanges(before && parseDocument(before), document), ...alsoChanged]
  const row = {
    created_at: at,
    author_id: authorId,
    published: Number(document.published),
    restored_from: restoredFrom ?? null,
    changed: JSON.stringify(changed),
    working_copy,
    automatic,
    depth,
    document: compress(serialize(document), dictionary),
  }
  await trx
    .insertInto('post_revisions')
    .values({ post_id: postId, number, name: null, ...row })
    .onConflict((conflict) => conflict.columns(['post_id', 'number']).doUpdateSet(row))
    .execute()
  const previous = last?.number ?? null
  if (replaced) await withdrawRevisionImages(trx, { postId, number, previous: previous ?? 0 })
  await recordRevisionImages(trx, { postId, number, previous }, await listImages(trx, document))
  await pruneRevisions(trx, postId, at)
}
